// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that recognises activations: applies the patterns.

#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/RewriteCounter.h"
#include "fusion/Transforms/RaiseActivations/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_RAISEACTIVATIONSPASS
#include "fusion/Transforms/RaiseActivations/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct RaiseActivationsPass : fusion::impl::RaiseActivationsPassBase<RaiseActivationsPass> {
  using Base::Base;

  void runOnOperation() override {
    apply([](RewritePatternSet &patterns) {
      populateRaiseGeluPatterns(patterns);
      populateRaiseGatePatterns(patterns);
      populateRaiseClampPatterns(patterns);
      populateRaisePowerPatterns(patterns);
      populateRaiseSoftplusPatterns(patterns);
    });
    // Behind the functions that they are made of, and in front of what would write these otherwise.
    apply(populateRaiseDerivativePatterns);
    apply(populateRaiseCancellationPatterns);
  }

  void apply(function_ref<void(RewritePatternSet &)> populate) {
    RewritePatternSet patterns(&getContext());
    populate(patterns);
    RewriteCounter counter;
    GreedyRewriteConfig config;
    config.setListener(&counter);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      getOperation()->emitWarning("activations were not raised to a fixpoint");
    numRaised += counter.numApplied;
  }
};
} // namespace
