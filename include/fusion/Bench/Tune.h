// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search for the fastest schedule of a problem.

#ifndef FUSION_BENCH_TUNE_H
#define FUSION_BENCH_TUNE_H

#include "fusion/Bench/TuneSubject.h"

#include <iosfwd>
#include <optional>

namespace fusion::bench {

struct TuneOptions {
  bool measure = true;  ///< false: only check the schedules
  std::string tuningDb; ///< what the compiler's choice prefers, or empty
  int boundedWaits = 0; ///< as in ProgramOptions
  size_t limit = 0;     ///< the most schedules to try, in the compiler's order of preference; zero: all
};

/// What the search found. Times are of bursts, unless they say otherwise.
struct TunedProblem {
  std::string name;         ///< of the problem, or of the graph's kernel
  std::string chosen, best; ///< schedules: the compiler's choice and the fastest
  double chosenMicroseconds = 0, bestMicroseconds = 0;
  double chosenSteady = 0, bestSteady = 0;              ///< the same two back to back
  size_t candidates = 0;                                ///< tried
  std::vector<std::string> rejected;                    ///< that do not compile, or spill: "SCHEDULE: reason"
  std::vector<std::string> wrong;                       ///< that compute something else
  std::vector<std::pair<std::string, double>> measured; ///< each one's last time, as Ranking orders them
  double seconds = 0;                                   ///< that the search took

  /// How much longer than the fastest the compiler's choice takes: 1 is as fast.
  double loss() const { return bestMicroseconds > 0 ? chosenMicroseconds / bestMicroseconds : 0; }
};

/// Compiles the candidates, checks each and measures them by successive halving. A problem's results on whole numbers
/// must be equal in every bit to those of the first that is right; that one is compared with cuBLASLt, if it is there.
runtime::Expected<TunedProblem> tune(Session &session, TuneSubject &subject, const TuneOptions &options);

void printTuned(std::ostream &out, const TunedProblem &tuned);
/// How many times as fast the best are as the compiler's choices, in the geometric mean; nothing if none was timed.
std::optional<double> getTuningGain(const std::vector<TunedProblem> &all);
/// How far the compiler's choices are from the best.
void printTuningSummary(std::ostream &out, const std::vector<TunedProblem> &all);
std::string tuningToJson(const std::vector<TunedProblem> &all);

/// A line for each schedule of a problem: the model's time and its terms.
void printPredicted(std::ostream &out, const Problem &problem, const std::vector<SchedulePrediction> &predictions);

} // namespace fusion::bench

#endif // FUSION_BENCH_TUNE_H
