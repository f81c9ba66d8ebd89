// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of fusion-bench.

#include "fusion/Bench/Options.h"
#include "fusion/Driver/CommandLine.h"
#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Runner.h"

#include <iostream>
#include <limits>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;
using cli::flag;
using cli::number;
using cli::option;

namespace {
constexpr unsigned bit(BenchMode mode) { return static_cast<unsigned>(mode); }

// Sets of modes.
constexpr unsigned measure = bit(BenchMode::Measure), tune = bit(BenchMode::Tune), accuracy = bit(BenchMode::Accuracy),
                   listSchedules = bit(BenchMode::ListSchedules), predict = bit(BenchMode::Predict),
                   draw = bit(BenchMode::Draw);
constexpr unsigned onDevice = measure | tune | accuracy, everywhere = onDevice | listSchedules | predict;

/// The command line and what it fills.
class Parser {
public:
  Parser(BenchOptions &options, bool &fileAtFault) : options(options), fileAtFault(fileAtFault) {}

  Error parse(int argc, const char *const *argv) {
    cli::Command command = declare();
    auto given = cli::parse(command, argc, argv);
    if (!given)
      return given.takeError();
    options.answered = cli::answer(command, *given, std::cout);
    if (options.answered)
      return {};
    for (const std::function<Error()> &add : problems)
      if (Error error = add())
        return error;
    if (options.problems.empty() && options.stacks.empty() && options.files.empty() && options.mode != BenchMode::Draw)
      return Error::make("no problem given: --problem=MxNxK, --list=FILE or a .mlir file");
    return checkModes(given->options);
  }

private:
  cli::Command declare() {
    cli::Command command;
    command.name = "fusion-bench";
    command.assembles = true;
    command.usage = "[problems] [FILE.mlir]... [options]";
    command.summary = "times fused kernels beside cuBLASLt";
    command.description = {
        "Times products with epilogues, stacks of layers and whole graphs on the GPU, alternating with cuBLASLt in the "
        "same run, after a rest (burst) and at the power limit (steady). With `--tune` it measures the schedules that "
        "a problem, or each kernel of a graph, may have, and writes the best to a file for `--tuning-db`. cuBLASLt is "
        "loaded when the program "
        "runs.",
        "What an option would do nothing with, it refuses."};
    command.arguments = {{"FILE.mlir", "a graph, and each kernel of it alone; sizes must be fixed"}};
    command.groups = {{"problems", declareProblems()},     {"compile", declareCompile()},
                      {"peers", declarePeers()},           {"search", declareSearch()},
                      {"without a GPU", declareOffline()}, {"measurement", declareMeasurement()},
                      {"output", declareOutput()}};
    command.argument = [this](const std::string &text) { return addFile(text); };
    command.environment = compileAndRunEnvironment();
    command.environment.push_back({"VIRTUAL_ENV, CONDA_PREFIX", "Python's packages, where cuBLASLt is looked for too"});
    command.exitCodes = cli::exitCodes({{"3", "a result differs from cuBLASLt's, or an error is larger"}});
    command.examples = {{"fusion-bench --problem=4096x4096x4096:bf16:bias+gelu", ""},
                        {"fusion-bench --list=benchmarks/skinny.txt --quick", ""},
                        {"fusion-bench --tune=tuned.json --list=problems.txt", "searches schedules"}};
    command.seeAlso = {"fusion-compile", "fusion-run"};
    return command;
  }

  std::vector<cli::Option> declareProblems() {
    return {
        option("--problem", "[BATCHx]MxNxK[:FIELD...]", "a product, with its FIELDs in any order",
               later(&Parser::addProblem))
            .repeated()
            .madeOf(
                {{"bf16, f16, f32, tf32, ...", "type: f32 alone, " + Problem::listTypes() + " (default: bf16)"},
                 {"w8, w4, w4gN", "W is made of integers of so many bits, N of a row with a scale of their own"},
                 {"nk, kn", "W is stored [N,K] (default) or [K,N]"},
                 {"mk, km", "A is stored [M,K] (default) or [K,M]"},
                 {"dynamic-m", "compiled for any M"},
                 {"fast", "under fast numerics"},
                 {"constant-w", "W is declared constant"},
                 {"none, bias+gelu, ...",
                  "epilogue: bias, residual, relu, gelu (tanh), silu, sigmoid, tanh, joined by + (default: none)"}}),
        option("--list", "FILE", "a problem a line, # starts a comment; see benchmarks/*.txt", later(&Parser::addList))
            .repeated(),
        option("--random", "N[@SEED][:FIELD...]",
               "N problems, the same for each SEED (default 1), M, N and K from 16 to 8192, log-uniform",
               later(&Parser::addRandom))
            .repeated(),
        option(
            "--mlp", "LxMxNxK[:FIELD...]",
            "L layers as one graph, and each kernel of it alone; a FILE.mlir is measured likewise, its sizes must be "
            "fixed",
            later(&Parser::addStack))
            .repeated()
            .usedBy(measure),
        option("--entry", "NAME", "the function of the file, if it has several", options.entry).usedBy(measure | tune),
        flag("--dynamic-m", "every problem is compiled for any M", defaults.dynamicM),
        option("--f32-precision", "", "for problems of type f32", defaults.f32Precision)
            .oneOf({"tf32x3", "tf32", "ieee"})};
  }

  std::vector<cli::Option> declareCompile() {
    auto setDb = [this](const std::string &v) {
      options.takesUserTuning = false;
      return options.tuningDb = options.tuning.tuningDb = v == "off" ? "" : v, Error();
    };
    auto setWaits = [this](const std::string &v) {
      Error error = count("--bounded-waits", v, std::numeric_limits<int>::max(), options.boundedWaits);
      options.tuning.boundedWaits = options.boundedWaits;
      return error;
    };
    return {
        option("--schedule", "TEXT", "a #fusion.schedule for every product's kernel, in place of the compiler's choice",
               options.schedule)
            .usedBy(measure | accuracy),
        option("--tuning-db", "FILE|off",
               "measured schedules, which the compiler prefers (default: with what is measured beside peers, the "
               "file of this machine's GPU; else none)",
               setDb)
            .suggesting({"off"})
            .usedBy(onDevice | predict),
        option("--dump", "FOLDER",
               "write what each stage of a compile leaves, and a script that compiles again, to new folders in FOLDER "
               "(default: the variable FUSION_DUMP)",
               options.dump),
        declareCache(options.cache).usedBy(onDevice),
        option("--bounded-waits", "N", "for debugging: kernels trap after N polls of an mbarrier, instead of hanging",
               setWaits)
            .usedBy(onDevice)};
  }

  std::vector<cli::Option> declarePeers() {
    return {
        option("--cublaslt", "PATH",
               "the library (default: libcublasLt.so.13 or .12, looked for in the toolkit and in Python's packages)",
               options.session.cublasLtPath)
            .usedBy(onDevice),
        number("--algorithms", "N", "that cuBLASLt may propose; the best is kept", 1, 1000, options.session.algorithms)
            .usedBy(measure),
        flag("--no-peers", "measure ours alone", [this] { options.session.peers = false; }).usedBy(onDevice),
        option("--peers", "FILE", "recorded times of other kernels (benchmarks/recorded-peers.json)",
               append(options.peers))
            .repeated()
            .usedBy(measure)};
  }

  std::vector<cli::Option> declareSearch() {
    auto takeTune = [this](const std::string &v) {
      if (!v.empty())
        options.tuningFile = v;
      return chooseMode("--tune", BenchMode::Tune);
    };
    auto takeCheck = [this](const std::string &) {
      options.tuning.measure = false;
      return chooseMode("--check-schedules", BenchMode::Tune);
    };
    return {option("--tune", "FILE",
                   "instead of the peers, measure the schedules that each problem, and each kernel of a FILE.mlir, may "
                   "have: every one is checked, and "
                   "timed in bursts; prints how far the compiler's choice is off; the fastest go to FILE, beside what "
                   "it has already (default: the file of this machine's GPU in ~/.config/fusion/tuning, which all "
                   "programs read that compile for it; off: none)",
                   takeTune)
                .orNothing(),
            option("--check-schedules", "", "likewise, but only check them: each must compute what the others do",
                   takeCheck),
            number("--tune-limit", "N", "at most N schedules, in the compiler's order of preference", 1, 100000,
                   options.tuning.limit)
                .usedBy(tune | predict)};
  }

  std::vector<cli::Option> declareOffline() {
    return {
        mode("--list-schedules", "print every schedule that each problem may have and stop", BenchMode::ListSchedules),
        mode("--predict",
             "print what the model says of the schedules that a search measures, the compiler's choice first, and "
             "what each time is made of",
             BenchMode::Predict),
        option(
            "--chip", "CHIP",
            "that is compiled for; auto: that of this machine's GPU. What is measured may be code for an earlier chip "
            "that this GPU runs (default: auto; for --list-schedules and --predict " +
                std::string(kListedChip) + ")",
            options.chip)
            .usedBy(everywhere),
        flag("--emit-graph", "print the graphs of the problems and stop", options.emitGraph).usedBy(everywhere)};
  }

  std::vector<cli::Option> declareMeasurement() {
    return {
        mode("--accuracy", "instead of times, errors against float64 on normal random data, beside cuBLASLt's",
             BenchMode::Accuracy),
        flag("--quick", "shorter rests and replays, about a second a problem", [this] { makeQuick(options.session); })
            .usedBy(measure | tune),
        number("--replays", "N", "a time is the median of so many", 1, 1000, options.session.timing.replays)
            .usedBy(measure | tune),
        number("--budget", "SECONDS", "begin no measurement after so long; the reports hold what was done", 1, 1000000,
               options.budget)
            .usedBy(onDevice),
        flag("--no-check", "do not compare results with cuBLASLt's first", [this] {
          options.session.check = false;
        }).usedBy(measure | tune)};
  }

  std::vector<cli::Option> declareOutput() {
    auto drawFrom = [this](const std::string &v) {
      options.results.push_back(v);
      return chooseMode("--from", BenchMode::Draw);
    };
    std::vector<cli::Option> declared = {
        option("--json", "FILE", "everything that was measured", options.jsonFile).usedBy(measure | tune),
        option("--svg", "DIR", "pictures: roofline.svg, ratios.svg and summary.svg", options.svgDir)
            .usedBy(measure | draw),
        option("--from", "FILE",
               "only draw, for --svg, what an earlier run wrote with --json; needs no GPU. Given several times, "
               "summary.svg has a panel for each and is the only picture",
               drawFrom)
            .repeated()};
    for (cli::Option &explain : declareExplain(options.explain, "standard error"))
      declared.push_back(explain.usedBy(measure));
    return declared;
  }

  cli::Option mode(const char *name, const char *help, BenchMode mode) {
    return option(name, "", help, [=](const std::string &) { return chooseMode(name, mode); });
  }
  static cli::Setter append(std::vector<std::string> &kept) {
    return [&kept](const std::string &v) { return kept.push_back(v), Error(); };
  }
  /// Problems are made when all defaults are known, wherever those stand.
  cli::Setter later(Error (Parser::*add)(const std::string &)) {
    return [=](const std::string &v) {
      problems.push_back([=] { return (this->*add)(v); });
      return Error();
    };
  }

  Error chooseMode(const char *name, BenchMode mode) {
    if (modeName.empty() || options.mode == mode)
      modeName = name;
    else
      otherMode = name;
    options.mode = mode;
    return {};
  }

  /// What was given and would be ignored is an error.
  Error checkModes(const std::vector<const cli::Option *> &given) const {
    if (!otherMode.empty())
      return Error::make(modeName, " and ", otherMode, " exclude each other");
    bool isWritten = options.mode == BenchMode::Tune && options.tuning.measure && options.tuningFile != "off";
    if (options.boundedWaits && isWritten)
      return Error::make("--bounded-waits is for debugging: what it measures does not belong in a tuning file; "
                         "--tune=off writes none");
    if (options.mode == BenchMode::Draw && options.svgDir.empty())
      return Error::make("--from does nothing without --svg");
    if (!options.entry.empty() && options.files.empty())
      return Error::make("--entry does nothing without a graph");
    if (std::string problem = checkExplain(options.explain); !problem.empty())
      return Error::make(problem);
    bool onlyGraphs = problems.empty() && !options.files.empty();
    for (const cli::Option *option : given) {
      if (Error error = checkUse(option->name, option->uses))
        return error;
      if (onlyGraphs && (option->name == "--f32-precision" || option->name == "--dynamic-m"))
        return Error::make(option->name, " is of problems, and does nothing with a graph, which says it itself");
    }
    for (const std::string &file : options.files)
      if (Error error = checkUse(file, measure | tune))
        return error;
    return {};
  }
  Error checkUse(const std::string &name, unsigned modes) const {
    if (modes & bit(options.mode))
      return {};
    return Error::make(name, " does nothing ", modeName.empty() ? "in a measurement" : concat("with ", modeName));
  }

  static void makeQuick(SessionOptions &session) {
    session.quick = true;
    session.timing.replays = std::min(session.timing.replays, 5);
    session.timing.leastRest = 15, session.timing.longestRest = 35;
    session.timing.steadyMilliseconds = 6;
    session.timing.warmUpMilliseconds = 80;
  }
  static Error count(const char *name, const std::string &text, int most, int &value) {
    int64_t number = 0;
    Error error = cli::takeNumber(name, text, 1, most, number);
    value = static_cast<int>(number);
    return error;
  }
  Error addProblem(const std::string &text) {
    auto problem = Problem::parse(text, defaults);
    if (!problem)
      return Error::make("--problem: ", problem.error().message());
    options.problems.push_back(*problem);
    return {};
  }
  Error addList(const std::string &path) {
    auto problems = readProblemList(path, defaults);
    if (!problems) {
      fileAtFault = true;
      return problems.takeError();
    }
    options.problems.insert(options.problems.end(), problems->begin(), problems->end());
    return {};
  }
  Error addRandom(const std::string &text) {
    size_t colon = std::min(text.find(':'), text.size()), at = std::min(text.find('@'), colon);
    int number = 0, seed = 1;
    if (Error error = count("--random", text.substr(0, at), 10000, number))
      return error;
    if (at != colon)
      if (Error error = count("--random, as a seed,", text.substr(at + 1, colon - at - 1), 1000000000, seed))
        return error;
    // The fields are those of any problem.
    auto fields = Problem::parse("1x1x1" + text.substr(colon), defaults);
    if (!fields)
      return Error::make("--random: ", fields.error().message());
    std::vector<Problem> problems = randomProblems(number, seed, *fields);
    options.problems.insert(options.problems.end(), problems.begin(), problems.end());
    return {};
  }
  Error addStack(const std::string &text) {
    auto stack = LayerStack::parse(text, defaults);
    if (!stack)
      return Error::make("--mlp: ", stack.error().message());
    options.stacks.push_back(*stack);
    return {};
  }

  Error addFile(const std::string &path) {
    if (path.size() < 5 || path.compare(path.size() - 5, 5, ".mlir") != 0)
      return Error::make("'", path, "' is no option and no .mlir file");
    options.files.push_back(path);
    return {};
  }

  BenchOptions &options;
  bool &fileAtFault;
  Problem defaults;
  std::vector<std::function<Error()>> problems;
  std::string modeName;  ///< the option that chose the mode; empty: none did
  std::string otherMode; ///< one that chose another one; empty: none did
};
} // namespace

Expected<BenchOptions> bench::parseBenchOptions(int argc, const char *const *argv, bool &fileAtFault) {
  BenchOptions options;
  options.session.timing.steadyMilliseconds = 15;
  options.session.timing.warmUpMilliseconds = 300;
  fileAtFault = false;
  if (Error error = Parser(options, fileAtFault).parse(argc, argv))
    return error;
  return options;
}
