// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command fusion-bench: what each of its modes does with each problem.

#include "fusion/Bench/Command.h"
#include "fusion/Bench/Accuracy.h"
#include "fusion/Bench/Options.h"
#include "fusion/Bench/ProblemGraph.h"
#include "fusion/Bench/Report.h"
#include "fusion/Bench/TuningFile.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Driver/UserTuning.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Parallel.h"
#include "fusion/Runtime/Runner.h"
#include "llvm/Support/FormatVariadic.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// Writes the pictures of `results`; of several, whose cards may differ, what they share.
static Error writePictures(const std::string &folder, const std::vector<BenchResult> &results) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    return Error::make("cannot create folder '", folder, "': ", std::strerror(errno));
  if (results.size() == 1) {
    if (Error error = writeFile(folder + "/roofline.svg", {rooflineSvg(results[0])}))
      return error;
    if (Error error = writeFile(folder + "/ratios.svg", {ratiosSvg(results[0])}))
      return error;
  }
  return writeFile(folder + "/summary.svg", {summarySvg(results)});
}

static Error writeReports(const BenchOptions &options, const BenchResult &result) {
  if (!options.jsonFile.empty())
    if (Error error = writeFile(options.jsonFile, {toJson(result)}))
      return error;
  return options.svgDir.empty() ? Error() : writePictures(options.svgDir, {result});
}

static int drawResults(const BenchOptions &options) {
  std::vector<BenchResult> results;
  for (const std::string &path : options.results) {
    auto result = readResult(path);
    if (!result)
      return reportError(result.error().message());
    results.push_back(std::move(*result));
  }
  Error error = writePictures(options.svgDir, results);
  return error ? reportError(error.message()) : ExitGood;
}

static void emitGraphs(const BenchOptions &options) {
  for (const Problem &problem : options.problems)
    std::cout << "// " << problem.name() << "\n" << problemGraph(problem);
  for (const LayerStack &stack : options.stacks)
    std::cout << "// " << stack.layers << " x " << stack.layer.name() << "\n" << layersGraph(stack);
}

namespace {
/// Time that may be spent; what is not begun by then is left out.
class Budget {
public:
  explicit Budget(int seconds) : seconds(seconds) {}

  /// Whether it is spent; says so the first time, with what is `left`.
  bool spent(size_t left) {
    if (seconds == 0 || std::chrono::steady_clock::now() - start < std::chrono::seconds(seconds))
      return false;
    if (!reported)
      std::cout << "the budget of " << seconds << " s is spent, " << left << " not measured\n";
    return reported = true;
  }

private:
  int seconds;
  bool reported = false;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};
} // namespace

static std::string nameOf(const Problem &problem) { return problem.name(); }
static std::string nameOf(const std::unique_ptr<TuneSubject> &subject) { return subject->name(); }

/// Hands each item to `treat` while the budget lasts; what goes wrong with one is said, and the next has its turn. The
/// exit code is the worst: of an error, else what `treat` returned.
template <typename Item, typename Treat>
static int forEach(const std::vector<Item> &items, const BenchOptions &options, Treat treat) {
  Budget budget(options.budget);
  int exitCode = ExitGood;
  size_t left = items.size();
  for (const Item &item : items) {
    if (budget.spent(left--))
      break;
    Expected<int> treated = treat(item);
    if (!treated)
      exitCode = reportError(nameOf(item) + ": " + treated.error().message());
    else if (exitCode == ExitGood)
      exitCode = *treated;
  }
  return exitCode;
}

/// How graphs that run are compiled.
static ProgramOptions programOptions(const BenchOptions &options, const Session &session,
                                     const std::string &f32Precision) {
  return {session.chip(),       f32Precision,       options.schedule, options.tuningDb,
          options.boundedWaits, session.cardName(), options.dump,     bool(options.explain)};
}

/// How graphs are compiled of which nothing runs.
static Expected<ProgramOptions> offlineOptions(const BenchOptions &options) {
  fusion::CompileOptions compile;
  compile.target = options.chip.empty() ? kListedChip : options.chip;
  if (Error error = fusion::replaceAutomaticTarget(compile))
    return error;
  return ProgramOptions{compile.target, "", "", options.tuningDb, 0, compile.card, options.dump};
}

static int listSchedules(const BenchOptions &options, ProgramOptions program) {
  return forEach(options.problems, options, [&](const Problem &problem) -> Expected<int> {
    program.f32Precision = problem.precision();
    auto schedules = allSchedules(problemGraph(problem), program);
    if (!schedules)
      return schedules.takeError();
    std::cout << "// " << problem.name() << ": " << schedules->size() << " schedules\n";
    for (const std::string &schedule : *schedules)
      std::cout << schedule << "\n";
    return ExitGood;
  });
}

/// Of each problem the schedules that a search would measure, with the model's times.
static int printPredictions(const BenchOptions &options, ProgramOptions program) {
  return forEach(options.problems, options, [&](const Problem &problem) -> Expected<int> {
    program.f32Precision = problem.precision();
    auto predictions = predictSchedules(problemGraph(problem), program);
    if (!predictions)
      return predictions.takeError();
    if (options.tuning.limit && predictions->size() > options.tuning.limit)
      predictions->resize(options.tuning.limit);
    printPredicted(std::cout, problem, *predictions);
    return ExitGood;
  });
}

namespace {
/// The errors of each problem beside cuBLASLt's.
class AccuracyRun {
public:
  AccuracyRun(const BenchOptions &options, Session &session) : options(options), session(session) {}

  int execute() {
    size_t compared = 0, worse = 0;
    int exitCode = forEach(options.problems, options, [&](const Problem &problem) -> Expected<int> {
      auto accuracy = compare(problem);
      if (!accuracy)
        return accuracy.takeError();
      printAccuracy(std::cout, problem, *accuracy);
      ++compared;
      worse += !accuracy->good();
      return accuracy->good() ? ExitGood : ExitMismatch;
    });
    std::cout << compared << " problems, " << worse << " with larger errors than " << Accuracy::rmsLimit << " (rms) or "
              << Accuracy::largestLimit << " (largest) times cuBLASLt's\n";
    return exitCode;
  }

private:
  Expected<Accuracy> compare(const Problem &problem) {
    auto program = compileProgram(problemGraph(problem), programOptions(options, session, problem.precision()));
    if (!program)
      return program.takeError();
    auto loaded = LoadedProgram::load(*program, session.device());
    if (!loaded)
      return loaded.takeError();
    return measureAccuracy(session, problem, *loaded);
  }

  const BenchOptions &options;
  Session &session;
};

/// The search on each problem.
class Search {
public:
  Search(const BenchOptions &options, Session &session) : options(options), session(session) {}

  int execute() {
    if (Error error = openFile())
      return reportError(error.message());
    int exitCode = ExitGood;
    std::vector<std::unique_ptr<TuneSubject>> subjects = makeSubjects(exitCode);
    int searched = forEach(subjects, options, [&](const std::unique_ptr<TuneSubject> &subject) -> Expected<int> {
      if (Error error = tune(*subject))
        return error;
      return all.back().wrong.empty() ? ExitGood : ExitMismatch;
    });
    exitCode = exitCode == ExitGood ? searched : exitCode;
    printTuningSummary(std::cout, all);
    if (file)
      std::cout << path << " has " << file->size() << " entries" << (isOfUser ? getUse() : "") << "\n";
    if (!options.jsonFile.empty())
      if (Error error = writeFile(options.jsonFile, {tuningToJson(all)}))
        return reportError(error.message());
    return exitCode;
  }

private:
  /// The problems, and the kernels of graphs. The exit code becomes that of a graph that has none.
  std::vector<std::unique_ptr<TuneSubject>> makeSubjects(int &exitCode) {
    std::vector<std::unique_ptr<TuneSubject>> subjects;
    for (const Problem &problem : options.problems)
      subjects.push_back(makeTuneSubject(problem));
    for (const std::string &path : options.files) {
      auto graphs = kernelGraphsOfFile(path, programOptions(options, session, ""), options.entry);
      if (!graphs)
        exitCode = reportError(path + ": " + graphs.error().message());
      else
        for (KernelGraph &graph : *graphs)
          subjects.push_back(makeTuneSubject(concat(path, " kernel ", graph.number), std::move(graph.text)));
    }
    return subjects;
  }

  /// The file that is named, or else the user's own for this GPU.
  Error openFile() {
    if (!options.tuning.measure)
      return {};
    path = options.tuningFile;
    isOfUser = path.empty();
    if (isOfUser) {
      auto own = fusion::getUserTuningFile(session.chip(), session.device()->info().name);
      if (!own)
        std::cerr << "warning: nothing is written: " << own.error().message() << "\n";
      path = own ? *own : "";
    }
    if (path.empty() || path == "off")
      return {};
    if (std::error_code code; isOfUser) {
      std::filesystem::create_directories(std::filesystem::path(path).parent_path(), code);
      if (code)
        return Error::make("the folder of '", path, "' cannot be made: ", code.message());
    }
    auto opened = TuningFile::open(path, session.chip());
    if (!opened)
      return opened.takeError();
    file = std::move(*opened);
    return {};
  }

  /// What the user has of their own file.
  std::string getUse() const {
    std::optional<double> gain = getTuningGain(all);
    return ": programs that compile for this GPU take them" +
           (gain ? llvm::formatv(", and run these kernels {0:f3} times as fast in the mean", *gain).str() : "");
  }

  Error tune(TuneSubject &subject) {
    auto tuned = bench::tune(session, subject, options.tuning);
    if (!tuned)
      return tuned.takeError();
    printTuned(std::cout, *tuned);
    all.push_back(*tuned);
    if (!file || tuned->best.empty())
      return {};
    // Written as it grows: what was measured is kept if the run ends early.
    if (Error error = file->add(subject.graph(), {session.chip(), subject.precision(), "", "", 0, session.cardName()},
                                tuned->best, tuned->bestMicroseconds, session.device()->info().name))
      return error;
    return file->save();
  }

  const BenchOptions &options;
  Session &session;
  std::string path;
  bool isOfUser = false;
  std::unique_ptr<TuningFile> file;
  std::vector<TunedProblem> all;
};

/// The measurements of a command line; keeps the exit code.
class Run {
public:
  Run(const BenchOptions &options, Session &session) : options(options), session(session), result(session.describe()) {}

  Error readPeers() {
    for (const std::string &path : options.peers)
      if (Error error = recorded.read(path))
        return error;
    return {};
  }

  int execute() {
    if (!session.cublasLt())
      std::cerr << "warning: ours is measured alone: " << result.cublasLt << "\n";
    if (!options.problems.empty())
      measureProblems();
    for (const LayerStack &stack : options.stacks)
      measureGraph(concat(stack.layers, "x", stack.layer.name()),
                   compileParts(layersGraph(stack), programOptions(options, session, stack.layer.precision())));
    for (const std::string &file : options.files)
      measureGraph(file, compilePartsOfFile(file, programOptions(options, session, ""), options.entry));
    printSummary(std::cout, result);
    if (Error error = writeReports(options, result))
      return reportError(error.message());
    bool isWritten = succeeded(fusion::writeReport(fusion::printReports(reports, options.explain, "fusion-bench"),
                                                   options.explain, llvm::errs()));
    return isWritten ? exitCode : ExitDiagnostic;
  }

private:
  void measureProblems() {
    printHeader(std::cout, result);
    const auto &problems = options.problems;
    std::vector<std::optional<Expected<LoadedProgram>>> programs(problems.size());
    std::vector<std::optional<FusionReport>> compiled(problems.size());
    runParallel(problems.size(), [&](size_t i) {
      auto program =
          compileProgram(problemGraph(problems[i]), programOptions(options, session, problems[i].precision()));
      if (program)
        compiled[i] = program->report;
      if (program)
        programs[i].emplace(LoadedProgram::load(*program, session.device()));
      else
        programs[i].emplace(program.takeError());
    });
    for (size_t i = 0; i < problems.size() && !budget.spent(problems.size() - i); ++i) {
      Expected<LoadedProgram> &program = *programs[i];
      Expected<ProblemResult> measured =
          program ? session.measure(problems[i], *program, recorded) : Expected<ProblemResult>(program.takeError());
      programs[i].reset();
      if (!measured) {
        exitCode = reportError(problems[i].name() + ": " + measured.error().message());
        continue;
      }
      printProblem(std::cout, *measured);
      addReport(problems[i].name(), compiled[i], measured->ours, measured->hostMicroseconds);
      if (measured->check && !measured->check->good() && exitCode == ExitGood)
        exitCode = ExitMismatch;
      result.problems.push_back(std::move(*measured));
    }
  }

  void measureGraph(const std::string &name, const Expected<ProgramParts> &parts) {
    if (budget.spent(1))
      return;
    if (!parts) {
      exitCode = reportError(name + ": " + parts.error().message());
      return;
    }
    auto measured = session.measure(name, *parts);
    if (!measured) {
      exitCode = reportError(name + ": " + measured.error().message());
      return;
    }
    measured->peers = recorded.findGraph(name, result.device);
    printGraph(std::cout, *measured);
    addReport(name, parts->whole.report, measured->whole, measured->hostMicroseconds);
    result.graphs.push_back(std::move(*measured));
  }

  /// Keeps what became of a graph beside its times. The time of a call is that of its launch, where it has one alone.
  void addReport(const std::string &name, const std::optional<FusionReport> &report, const Times &times, double host) {
    if (report)
      reports.push_back({name, *report, runToJson(result.device, times, host, *report)});
  }

  const BenchOptions &options;
  Session &session;
  Budget budget{options.budget};
  RecordedPeers recorded;
  std::vector<NamedReport> reports;
  BenchResult result;
  int exitCode = ExitGood;
};
} // namespace

int bench::benchCommand(int argc, const char *const *argv) {
  bool fileAtFault = false;
  auto options = parseBenchOptions(argc, argv, fileAtFault);
  if (!options && fileAtFault)
    return reportError(options.error().message());
  if (!options) {
    std::cerr << "fusion-bench: " << options.error().message() << " (see --help)\n";
    return ExitUsage;
  }
  if (options->answered)
    return ExitGood;
  if (options->emitGraph) {
    emitGraphs(*options);
    return ExitGood;
  }
  if (options->mode == BenchMode::Draw)
    return drawResults(*options);
  if (options->mode == BenchMode::ListSchedules || options->mode == BenchMode::Predict) {
    auto program = offlineOptions(*options);
    if (!program)
      return reportError(program.error().message());
    return options->mode == BenchMode::Predict ? printPredictions(*options, *program)
                                               : listSchedules(*options, *program);
  }
  if (Error error = readBefore(options->explain))
    return reportError(error.message());
  Cache::enable(options->cache);
  if (options->chip != "auto")
    options->session.chip = options->chip;
  auto session = Session::create(options->session);
  if (!session)
    return reportError(session.error().message());
  if (options->mode == BenchMode::Accuracy)
    return AccuracyRun(*options, **session).execute();
  if (options->mode == BenchMode::Tune)
    return Search(*options, **session).execute();
  if (options->takesUserTuning && options->tuningDb.empty())
    options->tuningDb = fusion::findUserTuningFile((*session)->chip(), (*session)->device()->info().name);
  if (!options->tuningDb.empty())
    std::cout << "measured schedules of " << options->tuningDb << " go before the model's\n";
  Run run(*options, **session);
  if (Error error = run.readPeers())
    return reportError(error.message());
  return run.execute();
}
