// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs compiled in memory, each in a context of its own, so that threads can compile at once.

#ifndef FUSION_BENCH_PROGRAM_H
#define FUSION_BENCH_PROGRAM_H

#include "fusion/Driver/Report.h"
#include "fusion/Runtime/Module.h"

#include <functional>
#include <optional>

namespace fusion::bench {

struct ProgramOptions {
  std::string chip;         ///< of the chip table
  std::string f32Precision; ///< empty: the default
  std::string schedule;     ///< for every product's kernel; empty: the compiler's choice
  std::string tuningDb;     ///< a file of measured schedules, which that choice prefers; or empty
  int64_t boundedWaits = 0; ///< polls of an mbarrier after which a kernel traps; 0: it waits for ever
  std::string card;         ///< with that chip; empty: the chip table's example
  std::string dump = "";    ///< folder of a folder for each compile; or empty
  bool report = false;      ///< whether a program has one
};

/// One compiled graph.
struct Program {
  std::shared_ptr<runtime::Module> module;
  std::vector<std::string> schedules; ///< of the products' kernels, or of all if there is no product
  double compileSeconds = 0;          ///< graph to host code and PTX
  std::optional<FusionReport> report; ///< if it is asked for
};

/// Compiles the text of a graph. The error holds the compiler's diagnostics.
runtime::Expected<Program> compileProgram(const std::string &graph, const ProgramOptions &options);

/// The schedules that a search of the graph's first product (where there is none, its first kernel) measures, as
/// attributes; the compiler's own choice is the first.
runtime::Expected<std::vector<std::string>> candidateSchedules(const std::string &graph, const ProgramOptions &options);

/// Every schedule that this kernel may have: those of each family that takes it, in the chip's order. Some thousand.
runtime::Expected<std::vector<std::string>> allSchedules(const std::string &graph, const ProgramOptions &options);

/// What the compiler's model says of one schedule, in microseconds.
struct SchedulePrediction {
  std::string schedule;
  double microseconds = 0;
  std::vector<std::pair<std::string, double>> terms; ///< what the time is made of; some of them overlap
};

/// The same schedules with what the model says of each; of a family without a model nothing.
runtime::Expected<std::vector<SchedulePrediction>> predictSchedules(const std::string &graph,
                                                                    const ProgramOptions &options);

/// A graph, and each of its kernels as a graph of its own, under the schedule that it has in the whole.
struct ProgramParts {
  Program whole;
  std::vector<Program> kernels;
};
runtime::Expected<ProgramParts> compileParts(const std::string &graph, const ProgramOptions &options);
/// The same for the function `entry` (if it is empty, the only one) of a file that nobody vouches for. Diagnostics go
/// to standard error.
runtime::Expected<ProgramParts> compilePartsOfFile(const std::string &path, const ProgramOptions &options,
                                                   const std::string &entry);

/// A kernel of a graph as a graph of its own, and its number there.
struct KernelGraph {
  size_t number;
  std::string text;
};
/// The kernels of such a function whose schedules are measured and kept, those that are equal once.
runtime::Expected<std::vector<KernelGraph>> kernelGraphsOfFile(const std::string &path, const ProgramOptions &options,
                                                               const std::string &entry);

} // namespace fusion::bench

#endif // FUSION_BENCH_PROGRAM_H
