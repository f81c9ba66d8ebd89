// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a compiled module (fusion-compile --emit=so) where there is no compiler and no LLVM.

#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Runner.h"

#include <iostream>
#include <new>

using namespace fusion;
using namespace fusion::runtime;

static cli::Command declare(RunOptions &options) {
  cli::Command command;
  command.name = "fusion-runner";
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
  return command;
}

static int run(int argc, char **argv) {
  RunOptions options;
  cli::Command command = declare(options);
  auto given = parseRunOptions(command, options, argc, argv);
  if (!given) {
    std::cerr << command.name << ": " << given.error().message() << " (see --help)\n";
    return ExitUsage;
  }
  if (cli::answer(command, *given, std::cout))
    return ExitGood;
  Cache::enable(options.cache);
  auto module = Module::open(options.module);
  if (!module)
    return reportError(module.error().message());
  return runModule(*module, options);
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
