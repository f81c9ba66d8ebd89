// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of fusion-run.

#include "RunRequest.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/CommandLine.h"
#include "fusion/Driver/Run.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/CrashGuard.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/FileSystem.h"
#include <elf.h>
#include <fstream>
#include <iostream>

using namespace mlir;
using namespace fusion;
namespace cli = fusion::runtime::cli;
using runtime::ExitCode;

/// Options that only do something where a graph is compiled.
static constexpr unsigned kCompile = 1;

static cli::Option declareVerify(std::optional<VerifyMode> &kept) {
  auto set = [&kept](const std::string &value) {
    kept = parseVerifyMode(value);
    return runtime::Error();
  };
  return cli::option("--verify", "", "compare with the float64 interpreter and print the error beside its bound", set)
      .oneOf(
          {{"auto", "the graph, and its kernels if it has several: where the bounds of the graph are wider than some "
                    "roundings, or it is wrong; the kernels alone where it is large"},
           {"graph", "each output of the graph"},
           {"kernels", "each kernel alone, on the values that it read"}})
      .orNothing()
      .defaultsTo("auto")
      .usedBy(kCompile);
}

static std::vector<cli::Option> declareCompile(RunRequest &request) {
  std::vector<cli::Word> chips;
  for (const ChipInfo &chip : getChips())
    chips.emplace_back(chip.name.str());
  std::vector<cli::Option> declared = declareOptions(request.compile);
  declared.insert(declared.begin(),
                  cli::option("--target", listChips("|"),
                              "a chip whose code this machine's GPU runs (default: that of the device)",
                              request.chip)
                      .suggesting(chips)); // checkTarget refuses others
  for (cli::Option &option : declared)
    option.usedBy(kCompile);
  return declared;
}

static cli::Command declare(RunRequest &request) {
  cli::Command command;
  command.name = "fusion-run";
  command.assembles = true;
  command.usage = "FILE.mlir|FILE.so [options]";
  command.summary = "compiles a tensor graph in memory, runs it and checks the result";
  command.description = {
      "Compiles a graph for the GPU, if there is one, else for the CPU, and runs it on given or random inputs.",
      "`--verify` compares every element of every output with a float64 interpreter that shares no code with the "
      "compiler, and prints the largest error beside its bound. An output is good, a mismatch, or inconclusive where "
      "the bounds say too little, or where it is NaN or infinite in one alone. Graphs of several kernels, whose bounds "
      "add up, are checked kernel by kernel too, each on the values that it read; `--verify=graph` and "
      "`--verify=kernels` ask for either.",
      "A shared object of `fusion-compile`(1) runs as it is, without the options of the compile."};
  std::vector<cli::Option> reports = declareExplain(request.explain, "standard error");
  for (cli::Option &option : declareCompare(request.compare))
    reports.push_back(std::move(option));
  for (cli::Option &option : reports)
    option.usedBy(kCompile);
  reports.insert(reports.begin(), declareVerify(request.verify));
  command.arguments = {{"FILE.mlir", "the graph, as MLIR's text; -: standard input"},
                       {"FILE.so", "a graph that is compiled already"}};
  command.groups = {{"checks and reports", std::move(reports)}};
  cli::Word reference("reference", "the float64 interpreter");
  for (cli::Group &group : runtime::declareRunOptions(request.run, reference))
    command.groups.push_back(std::move(group));
  command.groups.push_back({"compile", declareCompile(request)});
  command.argument = runtime::takeModule(request.run);
  command.environment = compileAndRunEnvironment();
  command.exitCodes = cli::exitCodes(
      {{"3", "verification found a mismatch"},
       {"4", "verification is inconclusive: it found none, but under half of the elements of an output, or of what a "
             "kernel computes, have a bound that says something, or some are NaN or infinite in the run or in float64 "
             "alone"}});
  command.examples = {{"fusion-run graph.mlir --random=1 --verify", "is the result right?"},
                      {"fusion-run graph.mlir --device=cpu --input=x.npy --input=w.npy --output=results", ""},
                      {"fusion-run graph.mlir --random --bench --explain", "times beside what was fused"},
                      {"fusion-run graph.mlir --bench --verify --explain=html --explain-output=page.html",
                       "the same as a page, and whether the result is right"},
                      {"fusion-run graph.mlir --random --bench --compare=unfused,edges", "what does fusing gain?"},
                      {"fusion-run graph.so --random --bench", "as compiled before"}};
  command.seeAlso = {"fusion-compile", "fusion-runner"};
  command.elsewhere = {{"--emit", "fusion-compile --emit writes what is compiled"},
                       {"-o", "--output=DIR is where the outputs go"}};
  return command;
}

/// The name of the first option that is only for a compile; empty if there is none.
static std::string findCompileOption(const cli::Given &given) {
  for (const cli::Option *option : given.options)
    if (option->uses == kCompile)
      return option->name;
  return "";
}

/// By its name or its first bytes. Of a pipe nothing is read: the compiler wants all of it.
static bool isSharedObject(const std::string &path) {
  if (StringRef(path).ends_with(".so"))
    return true;
  char magic[SELFMAG] = {};
  if (llvm::sys::fs::is_regular_file(path))
    std::ifstream(path, std::ios::binary).read(magic, sizeof(magic));
  return StringRef(magic, sizeof(magic)) == ELFMAG;
}

/// The command line without the file and without --dump: what runs a dumped graph again.
static std::vector<std::string> listRerun(int argc, const char *const *argv, StringRef file) {
  std::vector<std::string> words = {"fusion-run"};
  for (StringRef word : ArrayRef(argv + 1, argc - 1))
    if (word != file && !word.starts_with("--dump="))
      words.push_back(word.str());
  return words;
}

/// What is wrong with the request for what is compiled already.
static std::string checkSharedObject(const RunRequest &request, const cli::Given &given) {
  if (request.verify || request.run.device == "reference")
    return "verification needs the graph: run the .mlir file";
  std::string option = findCompileOption(given);
  return option.empty() ? "" : option + " changes what is compiled: run the .mlir file";
}

/// What is wrong with the chip that a request names, if it does.
static std::string checkTarget(const RunRequest &request) {
  if (request.chip.empty())
    return "";
  if (!lookupChip(request.chip))
    return "--target expects one of " + listChips() + ", but is '" + request.chip +
           "' (--device=cpu or cuda is where it runs)";
  return request.run.device == "cpu" ? "--target is a chip of GPUs, and --device=cpu runs on none" : "";
}

/// What is wrong with the request for a graph.
static std::string checkFile(const RunRequest &request, const cli::Given &given) {
  if (request.run.device == "reference") {
    std::string option = request.run.bench ? "--bench" : request.run.info ? "--info" : findCompileOption(given);
    if (!option.empty())
      return "--device=reference is what others are compared with: it takes no " + option;
  }
  if (std::string wrong = checkTarget(request); !wrong.empty())
    return wrong;
  std::string problem;
  bool good = request.run.device == "cpu" ? succeeded(checkKind(EmitKind::LLVM, request.compile, problem))
                                          : succeeded(checkOptions(request.compile, problem));
  if (!good)
    return "--" + problem;
  if (request.compare && !request.run.bench)
    return "--compare needs --bench";
  if (!request.compare && !request.compare.measuredBytes.empty())
    return "--dram-bytes needs --compare";
  return checkExplain(request.explain);
}

static int usage(const std::string &message) {
  std::cerr << "fusion-run: " << message << " (see --help)\n";
  return ExitCode::ExitUsage;
}

int fusion::runCommand(int argc, const char *const *argv) {
  RunRequest request;
  cli::Command command = declare(request);
  auto given = runtime::parseRunOptions(command, request.run, argc, argv);
  if (!given)
    return usage(given.error().message());
  if (cli::answer(command, *given, std::cout))
    return ExitCode::ExitGood;
  containCrashes("fusion-run", request.run.module);
  request.compile.rerun = listRerun(argc, argv, request.run.module);
  bool compiled = isSharedObject(request.run.module);
  if (std::string problem = compiled ? checkSharedObject(request, *given) : checkFile(request, *given);
      !problem.empty())
    return usage(problem);
  runtime::TimelineOptions timeline = request.run.timeline;
  return runtime::withTimeline(timeline,
                               [&] { return compiled ? runSharedObject(request.run) : runFile(std::move(request)); });
}
