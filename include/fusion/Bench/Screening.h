// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The best of many in cheap bursts: all once, then fewer and fewer, more carefully (successive halving).

#ifndef FUSION_BENCH_SCREENING_H
#define FUSION_BENCH_SCREENING_H

#include "fusion/Runtime/Benchmark.h"

namespace fusion::bench {

struct ScreeningRound {
  int replays = 1;
  size_t keep = 1; ///< how many go on, at most
  double burstMilliseconds = 2;
  int leastRest = 10, longestRest = 20; ///< milliseconds
  size_t group = 16;                    ///< how many alternate; each holds graphs in memory
};

/// All contestants, by index, and the last time of each: those of the last round first, the fastest first, then those
/// that the round before dropped, and so on.
struct Ranking {
  std::vector<size_t> order;
  std::vector<double> microseconds; ///< of order[i]
};

/// Runs the rounds, each among those that the one before kept. A
/// contestant of `always` goes on whatever its time.
runtime::Expected<Ranking> screen(runtime::Device &device, const std::vector<runtime::Contestant> &contestants,
                                  const std::vector<ScreeningRound> &rounds, const std::vector<size_t> &always = {});

} // namespace fusion::bench

#endif // FUSION_BENCH_SCREENING_H
