// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A valid graph compiles for every target.

#include "../Oracle.h"
#include "../RemarkCounter.h"
#include "fusion/Analysis/Explain.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

static CompileOptions getOptions(StringRef target) {
  CompileOptions options;
  options.verifyEach = true;
  options.target = target.str();
  return options;
}

namespace {
/// Stages 0 to 5 for every chip: import, fusion, schedules.
struct Kernels : Oracle {
  StringRef getName() const override { return "kernels"; }
  StringRef getHelp() const override { return "kernels are formed, fused and scheduled for each chip"; }

  Error check(Subject &subject) const override {
    Counters &counters = subject.getCounters();
    for (StringRef chip : subject.getEnvironment().chips) {
      OwningOpRef<ModuleOp> module = subject.getModule().clone();
      RemarkCounter remarks(module->getContext(), counters);
      Error error = runCompiler(*module, counters, [&] { return buildKernels(*module, getOptions(chip)); });
      if (error && !isRefusal(error))
        return Error::make("[", chip.str(), "] ", error.message());
      ++counters["total.compiles"];
    }
    return {};
  }
};

/// All of it, to PTX, for a chip that changes from graph to graph.
struct Ptx : Oracle {
  StringRef getName() const override { return "ptx"; }
  StringRef getHelp() const override { return "the graph compiles to PTX for one of the chips, by turns"; }
  unsigned getPeriod() const override { return 4; }

  Error check(Subject &subject) const override {
    const Environment &environment = subject.getEnvironment();
    CompileOptions options = getOptions(environment.chips[subject.getGraph().dataSeed % environment.chips.size()]);
    OwningOpRef<ModuleOp> module = subject.getModule().clone();
    Error error = runCompiler(*module, subject.getCounters(), [&]() -> LogicalResult {
      return failed(buildKernels(*module, options)) ? failure() : LogicalResult(lowerToPTX(*module, options));
    });
    if (error && !isRefusal(error))
      return Error::make("[", options.target, "] ", error.message());
    ++subject.getCounters()["total.ptx"];
    return {};
  }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getCompileOracles() {
  static const Kernels kernels;
  static const Ptx ptx;
  static const Oracle *const oracles[] = {&kernels, &ptx};
  return oracles;
}
