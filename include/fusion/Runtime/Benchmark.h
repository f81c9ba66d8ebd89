// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Time of one call of an entry, or of several contestants beside each other.
//
// CUDA: calls are captured in a graph and rotate over as many input and output sets as make 180 MB, so that nothing is
// found in the L2 that a real run would not find there. Burst regime: rest 40 to 120 ms, then a replay of 3 to 4 ms:
// compares kernels, spread 0.1 to 0.5 %. Steady regime: replays of about 20 ms back to back at the power limit. Each is
// the median of 7 replays, divided by the calls. Contestants alternate, and their order is reversed every round, since
// the clock rises after a rest. A last pass times each launch of an entry. CPU: median of single calls, one contestant
// after the other; both regimes then say the same.

#ifndef FUSION_RUNTIME_BENCHMARK_H
#define FUSION_RUNTIME_BENCHMARK_H

#include "fusion/Runtime/Module.h"

#include <functional>

namespace fusion::runtime {

struct BenchmarkOptions {
  int replays = 7;
  int64_t rotateBytes = 180'000'000;
  double burstMilliseconds = 3.5;
  double steadyMilliseconds = 20;
  int maxCalls = 2000;                   ///< in one graph
  int leastRest = 40, longestRest = 120; ///< milliseconds before a burst
  double warmUpMilliseconds = 400;       ///< of load before the steady replays
  bool burst = true, steady = true;      ///< which regimes to measure
  bool host = true;                      ///< whether to time the calls on the host
  int64_t maxMemory = 8'000'000'000;
};

/// A launch of the call, in a pass of its own: the time between events in front of it and behind it, the median of the
/// replays, on a card that is busy until then. Launches that overlap otherwise do not here.
struct LaunchTime {
  int32_t kernel = 0; ///< its number in the module
  double microseconds = 0;
  double spread = 0; ///< (largest - smallest) / median of the replays
};

struct BenchmarkResult {
  double burstMicroseconds = 0;
  double steadyMicroseconds = 0;
  double burstSpread = 0;           ///< (largest - smallest) / median of the replays
  double steadySpread = 0;          ///< likewise
  double hostMicroseconds = 0;      ///< host time of one call outside the graph
  int calls = 0;                    ///< calls in one steady replay
  int sets = 0;                     ///< input and output sets that they rotate over
  std::vector<LaunchTime> launches; ///< of an entry on CUDA, in their order
};

/// Something to time: puts call number `set` (of `sets`) on the stream.
using BenchmarkCall = std::function<Error(int set, Stream stream)>;

struct Contestant {
  std::string name; ///< for errors
  int sets = 1;     ///< input and output sets that its calls rotate over
  BenchmarkCall call;
};

/// Times the contestants, alternating. One result for each, in their order. Regimes that were not asked for are zero.
Expected<std::vector<BenchmarkResult>> benchmarkContest(Device &device, Span<const Contestant> contestants,
                                                        const BenchmarkOptions &options = {});

/// How many sets of `bytes` each to rotate over.
int chooseSets(int64_t bytes, const BenchmarkOptions &options);

/// Times any work on a device; `sets` says over how many sets the calls rotate.
Expected<BenchmarkResult> benchmarkCalls(Device &device, int sets, const BenchmarkCall &call,
                                         const BenchmarkOptions &options = {});

/// An entry to time, of a module that is ready on a device.
struct BenchmarkEntry {
  std::string name; ///< for errors
  Context *context;
  const FusionEntry *entry;
};

/// Times entries that take equal inputs, on copies of these, alternating; all are on one device. One result for each.
Expected<std::vector<BenchmarkResult>> benchmarkEntries(Span<const BenchmarkEntry> entries,
                                                        Span<const HostTensor> inputs,
                                                        const BenchmarkOptions &options = {});

/// Times an entry on copies of these inputs.
Expected<BenchmarkResult> benchmark(Context &context, const FusionEntry &entry, Span<const HostTensor> inputs,
                                    const BenchmarkOptions &options = {});

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_BENCHMARK_H
