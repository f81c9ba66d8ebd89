// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What fusion-run and fusion-runner share: arguments to tensors, the run, files and the result as text or JSON.

#ifndef FUSION_RUNTIME_RUNNER_H
#define FUSION_RUNTIME_RUNNER_H

#include "fusion/Runtime/Benchmark.h"
#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Random.h"
#include "fusion/Runtime/Timeline.h"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fusion::runtime {

enum ExitCode { ExitGood = 0, ExitDiagnostic = 1, ExitUsage = 2, ExitMismatch = 3, ExitInconclusive = 4 };

/// Prints "error: MESSAGE" on standard error, without what a terminal would obey. Returns ExitDiagnostic.
int reportError(const std::string &message);

/// What the compiler expects of a launch: fusion-run's own compile knows it, a shared object does not.
struct PredictedLaunch {
  std::string entry;
  std::string name;                   ///< of the kernel in the report
  std::vector<std::string> functions; ///< the one for aligned memory, then those that are launched instead
  double microseconds = 0;
  std::string schedule = "", location = ""; ///< empty: not known
};

struct RunOptions {
  std::string module; ///< the positional argument
  std::string entry;
  std::string device = "auto";
  std::vector<std::string> inputs; ///< .npy files of the first inputs, in order
  bool random = false;             ///< inputs without a file are random; so are all where no file is given
  uint64_t seed = 0;
  RandomKind randomKind = RandomKind::Normal;
  std::vector<int64_t> dynamicSizes; ///< for the dynamic dimensions of random inputs, in order; the last repeats
  std::string outputDir;
  std::string cache; ///< for Cache::enable
  bool bench = false;
  bool json = false;
  bool info = false;
  TimelineOptions timeline;
  std::vector<PredictedLaunch> predicted; ///< for the benchmark and the trace, where the caller knows it
};

/// The options that fill `options`. `reference` is one more device, and what that is, or has no help: there is none.
std::vector<cli::Group> declareRunOptions(RunOptions &options, cli::Word reference = "");
/// What takes the positional argument.
cli::Setter takeModule(RunOptions &options);
/// --cache, as each program has it.
cli::Option declareCache(std::string &kept);
/// The variables of the environment that say where the cache is, and all that the runtime library reads.
std::vector<cli::Word> cacheEnvironment();
std::vector<cli::Word> runtimeEnvironment();

/// Parses a command line by a declaration that fills `options`. The error is a usage message.
Expected<cli::Given> parseRunOptions(const cli::Command &command, const RunOptions &options, int argc,
                                     const char *const *argv);

/// An error at the first input whose file is not there. Programs that compile ask before they do.
Error checkInputFiles(const RunOptions &options);

/// Reads or makes the inputs of an entry, in host memory, and checks them against it. What its initialise step makes
/// is not among them.
Expected<std::vector<HostTensor>> makeInputs(const FusionEntry &entry, const RunOptions &options);

/// The inputs and, behind them, what the entry's initialise step makes of the constant ones: calls it once. Nothing is
/// added where there is no step, or what it makes is there already.
Expected<std::vector<HostTensor>> withInitialized(Context &context, const FusionEntry &entry,
                                                  Span<const HostTensor> inputs);

/// What `makeInputs` assumes that the options do not say: values of inputs, sizes that are open. Empty if nothing.
std::string describeMadeInputs(const FusionEntry &entry, const RunOptions &options);
/// Prints it on standard error, as a note.
void noteMadeInputs(const FusionEntry &entry, const RunOptions &options);

/// A launch of the benchmark beside what was expected of it.
struct LaunchRow {
  std::string name;     ///< of the kernel in the report; the function's where there is no report
  std::string function; ///< that was launched
  LaunchTime measured;
  std::optional<double> predicted; ///< microseconds
  std::string schedule, location;  ///< empty where there is no report
};

/// The launches of an entry beside the predictions for it, which are in the same order: some of them may not have run.
std::vector<LaunchRow> matchLaunches(const FusionModule &module, const std::string &entry,
                                     Span<const LaunchTime> launches, Span<const PredictedLaunch> predicted);

/// Verdict on one output, made by the caller (fusion-run --verify).
struct Verdict {
  enum Kind {
    Good,         ///< what is bounded lies within its bound, and that is at least half of the elements
    Mismatch,     ///< an element lies outside of its bound
    Inconclusive, ///< too few elements have a bound that says something, or some are NaN or infinite in one alone
  };
  int output = 0;
  Kind kind = Good;
  int64_t elements = 0;
  int64_t bounded = 0; ///< elements whose bound says something
  int64_t apart = 0;   ///< elements that are NaN or infinite in the run or in float64 alone
  double error = 0;    ///< largest error
  double bound = 0;    ///< the bound there
  double ratio = 0;    ///< largest error over its bound
  bool loose = false;  ///< a bound is wider than some roundings of the result: a fault may hide in it
  int64_t special = 0; ///< elements that are NaN or the same infinity in both, whatever their bounds
  std::string note;

  /// Whether at least half of the elements are numbers whose bound says something.
  bool showsNumbers() const { return kind == Good && 2 * (bounded - special) >= elements; }
};

/// Verdict on one kernel or leftover operation, checked alone on the values that it read (fusion-run --verify=kernels).
struct KernelVerdict {
  std::string name;  ///< of the kernel, or the operation's
  std::string ops;   ///< what it computes
  std::string place; ///< file:line:column, or empty
  Verdict::Kind kind = Verdict::Good;
  int64_t elements = 0; ///< of its results
  int64_t checked = 0;  ///< those of the sample
  int64_t bounded = 0;  ///< those whose bound says something
  int64_t apart = 0;    ///< those that are NaN or infinite in the run or in float64 alone
  double ratio = 0;     ///< largest error over its bound
  bool isIdle = false;  ///< inconclusive for its data alone: NaN or zeros that come through whatever else is wrong
  /// Whether what it says counts: not of an idle kernel where the outputs have been compared themselves, and are good.
  bool counts = true;
  std::string note; ///< where it is not good
};

/// "good", "mismatch" or "inconclusive".
const char *verdictName(Verdict::Kind kind);

/// A launch of a form that is compared.
struct ComparedLaunch {
  std::string name, ops;
  std::optional<double> measured;  ///< microseconds; nothing where it was not timed alone
  std::optional<double> predicted; ///< microseconds
  std::optional<double> bytes;     ///< read and written, computed from the types
  std::optional<double> occupancy; ///< resident threads of those that a multiprocessor can have, computed
  int registers = 0;               ///< of a thread; 0 where it is not known
  int64_t sharedBytes = 0;         ///< of a block
};

/// A form of a graph that is timed beside others (fusion-run --compare).
struct ComparedRun {
  std::string name;
  BenchmarkResult benchmark;
  size_t launchCount = 0;  ///< of a call
  double bytes = 0;        ///< read and written by a call
  bool isMeasured = false; ///< whether these were measured, or are computed
  std::vector<ComparedLaunch> launches;
};

struct RunResult {
  std::string entry;
  std::string device; ///< "cuda", "cpu" or "reference"
  std::string deviceDetail;
  std::vector<HostTensor> outputs;
  std::vector<std::string> files; ///< of the outputs, where they were written
  std::string assembler;          ///< "ptxas 13.0.88"; empty if nothing was assembled
  std::vector<KernelUsage> kernels;
  std::optional<BenchmarkResult> benchmark;
  std::vector<LaunchRow> launches;   ///< of the benchmark
  std::vector<ComparedRun> compared; ///< the run itself first; none where nothing is compared
  std::vector<Verdict> verdicts;
  std::vector<KernelVerdict> kernelVerdicts;
};

/// What all verdicts together say: a mismatch counts before what is inconclusive.
Verdict::Kind overallVerdict(const RunResult &result);

/// Copies the inputs to the device, calls the entry once, behind its initialise step if it has one, copies the outputs
/// back; times it if `options.bench`.
Expected<RunResult> runEntry(Context &context, const FusionEntry &entry, Span<const HostTensor> inputs,
                             const RunOptions &options);

/// Writes `<dir>/output.<i>.npy` if the options name a directory, and fills `result.files`.
Error writeOutputs(RunResult &result, const RunOptions &options);

/// Prints the result, as JSON if the options say so.
void printResult(std::ostream &out, const RunResult &result, const RunOptions &options);
/// Prints device, numerics, entries and their types, images and kernels.
void printModuleInfo(std::ostream &out, const FusionModule &module, bool json);

/// All of the above in order, for a module that is loaded. `verify`, if given, adds verdicts. Prints diagnostics
/// ("error: ...") on standard error and returns the exit code.
int runModule(std::shared_ptr<Module> module, const RunOptions &options,
              const std::function<Error(const FusionEntry &, Span<const HostTensor>, RunResult &)> &verify = {});

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_RUNNER_H
