// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs compiled modules (fusion-compile --emit=so) where there is no compiler and no LLVM.

#include "fusion/Runtime/Batch.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Runner.h"

#include <algorithm>
#include <iostream>
#include <new>

using namespace fusion;
using namespace fusion::runtime;

/// The command line of one run.
static cli::Command declareRun(RunOptions &options) {
  cli::Command command;
  command.name = "fusion-runner";
  command.assembles = true;
  command.usage = "MODULE.so [options]";
  command.summary = "runs a compiled graph where there is no compiler";
  command.description = {
      "Runs a shared object of `fusion-compile`(1) `--emit=so`. It needs libfusion_runtime, and for a "
      "GPU the driver: no LLVM, no CUDA toolkit."};
  command.arguments = {{"MODULE.so", "what `fusion-compile`(1) `--emit=so` wrote"}};
  command.groups = declareRunOptions(options);
  command.argument = takeModule(options);
  command.environment = runtimeEnvironment();
  command.exitCodes = cli::exitCodes();
  command.examples = {{"fusion-runner graph.so --info", "entries, types, images"},
                      {"fusion-runner graph.so --random=1 --bench", "times on random inputs"},
                      {"fusion-runner graph.so --input=x.npy --output=results", "writes results/output.0.npy"}};
  command.seeAlso = {"fusion-compile", "fusion-run"};
  command.elsewhere = {{"--target", "the module is compiled already: fusion-compile has it"},
                       {"--verify", "fusion-run has it, for graphs"},
                       {"--explain", "fusion-compile and fusion-run have it, for graphs"}};
  return command;
}

/// The program's: that of one run, or of a batch of them.
static cli::Command declareProgram(RunOptions &options, std::string &batch) {
  cli::Command command = declareRun(options);
  command.description.emplace_back(
      "With `--batch` each line of FILE is a command line, without the name of the program, and all run one after the "
      "other in this process, which keeps the GPU open. Words are apart by blanks, and quotes and `\\` are as in a "
      "shell. What stands beside `--batch` goes in front of the words of each line. Behind what a line prints there is "
      "`line N: exit code M`, and what it prints on standard error begins with `line N: `. Blank lines have no "
      "result. A line that fails does not end the batch. Where the GPU cannot be used any more, the "
      "lines behind are not run and have no result. The exit code is the largest of all.");
  command.groups.push_back({"several runs",
                            {cli::option("--batch", "FILE",
                                         "run the lines of FILE (`-`: standard input), each the words of a command "
                                         "line, in one process; behind what each prints there is `line N: exit code M`",
                                         batch)}});
  command.examples.push_back({"fusion-runner --batch=lines --device=cuda", "a graph and its options in each line"});
  return command;
}

static int runFile(const RunOptions &options, KeptDevice *kept) {
  Cache::enable(options.cache);
  auto module = Module::open(options.module);
  if (!module)
    return reportError(module.error().message());
  if (kept && !options.info)
    kept->keep((*module)->device());
  return runModule(*module, options);
}

/// Runs one command line; `kept` is the device of a batch, which stays open.
static int runWords(const std::vector<std::string> &words, KeptDevice *kept) {
  RunOptions options;
  cli::Command command = declareRun(options);
  std::vector<const char *> argv = {command.name.c_str()};
  for (const std::string &word : words)
    argv.push_back(word.c_str());
  auto given = parseRunOptions(command, options, static_cast<int>(argv.size()), argv.data());
  if (!given) {
    std::cerr << command.name << ": " << given.error().message() << " (see --help)\n";
    return ExitUsage;
  }
  if (cli::answer(command, *given, std::cout))
    return ExitGood;
  return withTimeline(options.timeline, [&] { return runFile(options, kept); });
}

static int run(int argc, char **argv) {
  RunOptions options;
  std::string batch;
  cli::Command command = declareProgram(options, batch);
  auto given = cli::parse(command, argc, argv);
  if (!given) {
    std::cerr << command.name << ": " << given.error().message() << " (see --help)\n";
    return ExitUsage;
  }
  if (cli::answer(command, *given, std::cout))
    return ExitGood;
  std::vector<std::string> words(argv + 1, argv + argc);
  if (batch.empty())
    return runWords(words, nullptr);
  words.erase(std::remove_if(words.begin(), words.end(),
                             [](const std::string &word) { return word.compare(0, 8, "--batch=") == 0; }),
              words.end());
  return runBatch(batch, [&](const std::vector<std::string> &own, KeptDevice &kept) {
    std::vector<std::string> all = words;
    all.insert(all.end(), own.begin(), own.end());
    return runWords(all, &kept);
  });
}

int main(int argc, char **argv) {
  reportLargeFiles();
  try {
    return finishOutput(run(argc, argv));
  } catch (const std::bad_alloc &) {
    std::cerr << "error: out of memory\n";
    return ExitDiagnostic;
  }
}
