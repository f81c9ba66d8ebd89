// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a compiled module (fusion-compile --emit=so) where there is no compiler and no LLVM.

#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Version.h"

#include <iostream>
#include <new>

using namespace fusion;

static int run(int argc, char **argv) {
  auto options = parseRunOptions(argc, argv);
  if (!options) {
    std::cerr << "fusion-runner: " << options.error().message() << " (see --help)\n";
    return ExitUsage;
  }
  if (options->help) {
    std::cout << "usage: fusion-runner MODULE.so [options]\n\n" << runOptionsHelp();
    return ExitGood;
  }
  if (options->version) {
    std::cout << "fusion-runner " FUSION_VERSION "\n";
    return ExitGood;
  }
  if (options->device == "reference") {
    std::cerr << "fusion-runner: --device=reference needs fusion-run\n";
    return ExitUsage;
  }
  Cache::enable(options->cache);
  auto module = Module::open(options->module);
  if (!module)
    return reportError(module.error().message());
  return runModule(*module, *options);
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
