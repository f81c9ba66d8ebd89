// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that prints kernels and edges that were not fused.

#include "fusion/Analysis/Explain.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/raw_ostream.h"

namespace fusion {
#define GEN_PASS_DEF_EXPLAINPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct ExplainPass : fusion::impl::ExplainPassBase<ExplainPass> {
  using Base::Base;

  void runOnOperation() override {
    if (format != "text" && format != "json") {
      getOperation().emitError() << "fusion-explain expects format to be one of text, json, but it is '" << format
                                 << "'";
      return signalPassFailure();
    }
    FusionReport report = buildReport(getOperation(), describeLaunch, FamiliesOf{getTargetChip(getOperation())});
    format == "json" ? printJson(report, llvm::errs()) : printText(report, llvm::errs());
    markAllAnalysesPreserved();
  }
};
} // namespace
