// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What was measured, as plain data for the reports.

#ifndef FUSION_BENCH_RESULT_H
#define FUSION_BENCH_RESULT_H

#include "fusion/Bench/Problem.h"

#include <optional>

namespace fusion::bench {

/// Microseconds of a call in the two regimes; zero where it was not measured.
struct Times {
  double burst = 0, steady = 0;
  double burstSpread = 0, steadySpread = 0;
  explicit operator bool() const { return burst > 0 || steady > 0; }
};

/// Somebody else's kernel for the same problem.
struct Peer {
  std::string name; ///< "cuBLASLt fused", "cuBLASLt + kernel", "CUTLASS 4.7 (recorded)"
  Times times;
};

/// The fastest of a regime, or null.
const Peer *fastest(const std::vector<Peer> &peers, double Times::*regime);

/// How ours compares with the peer's arithmetic.
struct Check {
  double exact = 0;  ///< largest error over its bound, on data whose sums are exact
  double normal = 0; ///< likewise, on normal random data
  int64_t bad = 0;   ///< elements over the bound
  bool good() const { return bad == 0; }
};

struct ProblemResult {
  Problem problem;
  std::string schedule;
  double compileSeconds = 0;
  double hostMicroseconds = 0; ///< of one call of ours
  Times ours;
  std::vector<Peer> peers; ///< all that are known; the plain product is not one
  Times plain;             ///< cuBLASLt's product alone
  int algorithms = 0;      ///< that cuBLASLt was allowed to try, and could run
  std::optional<Check> check;
  double readGBs = 0;   ///< read bandwidth of the card in the same run
  double readShare = 0; ///< of it, that our kernel reaches in bursts
  std::string note;     ///< why something is missing
  std::string group;    ///< under which a summary shows it; empty: its epilogue

  const Peer *best(double Times::*regime) const { return fastest(peers, regime); }
  /// Best peer's time over ours; zero where there is none.
  double ratio(double Times::*regime) const;
  double plainRatio(double Times::*regime) const;
};

/// A graph with several kernels.
struct GraphResult {
  std::string name;
  Times whole;
  double hostMicroseconds = 0; ///< of one call, all kernels
  struct Kernel {
    std::string schedule;
    Times alone;
  };
  std::vector<Kernel> kernels;
  std::vector<Peer> peers; ///< recorded ones
  std::string group;       ///< under which a summary shows it; empty: its name

  /// The kernels alone, one after the other.
  double sum(double Times::*regime) const;
};

/// The whole run.
struct BenchResult {
  std::string device, chip;
  std::string title, date, method;    ///< of recorded results: what it is, when and how it was measured
  std::string cublasLt;               ///< version, or why there is none
  double peakTFlops = 0, peakGBs = 0; ///< the chip's, from its datasheet; zero if unknown
  std::vector<ProblemResult> problems;
  std::vector<GraphResult> graphs;
};

/// How the time of problems compares with that of their twins, which differ in one field alone.
struct TwinRatios {
  std::vector<double> burst, steady; ///< time / twin's time
};
/// W stored [K,N] against [N,K].
TwinRatios layoutRatios(const BenchResult &result);
/// f16 against bf16.
TwinRatios typeRatios(const BenchResult &result);

/// Geometric mean of those that are positive; zero if none is.
double geometricMean(const std::vector<double> &values);

} // namespace fusion::bench

#endif // FUSION_BENCH_RESULT_H
