// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules are searched for: a problem, or a kernel of a graph.

#ifndef FUSION_BENCH_TUNESUBJECT_H
#define FUSION_BENCH_TUNESUBJECT_H

#include "fusion/Bench/Session.h"

namespace fusion::bench {

/// A graph with one kernel to schedule, data for its calls, and what results are compared with.
class TuneSubject {
public:
  virtual ~TuneSubject() = default;

  virtual std::string name() const = 0;
  virtual std::string graph() const = 0;
  /// Of products of f32; else empty.
  virtual std::string precision() const { return ""; }

  /// Makes data and workspaces for calls of programs of the graph that do not run at once.
  virtual runtime::Error allocate(Session &session, const runtime::BenchmarkOptions &timing,
                                  const std::vector<const LoadedProgram *> &programs) = 0;
  virtual int sets() const = 0;
  virtual runtime::BenchmarkCall callOf(LoadedProgram &program) = 0;

  /// What is wrong with the results of a call beside those of a library; nothing where there is none.
  virtual runtime::Expected<std::string> compareWithLibrary(const runtime::BenchmarkCall &call) {
    return std::string();
  }
  /// Fills the first set for a check: results are NaN until they are written.
  virtual runtime::Error beginCheck() = 0;
  /// Keeps the results of the first set for others to be compared with.
  virtual runtime::Error keepResults() = 0;
  /// How many elements of them differ by more than the order of sums explains.
  virtual runtime::Expected<int64_t> countDifferences() = 0;
  virtual runtime::Error endCheck() { return {}; }
};

std::unique_ptr<TuneSubject> makeTuneSubject(const Problem &problem);
/// Of a graph that is one kernel (kernelGraphsOfFile), of fixed sizes.
std::unique_ptr<TuneSubject> makeTuneSubject(std::string name, std::string kernelGraph);

} // namespace fusion::bench

#endif // FUSION_BENCH_TUNESUBJECT_H
