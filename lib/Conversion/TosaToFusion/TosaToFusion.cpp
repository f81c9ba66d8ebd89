// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that imports TOSA: applies the patterns, and reports what is left.

#include "fusion/Conversion/TosaToFusion/TosaToFusion.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/TosaToFusion/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_CONVERTTOSATOFUSIONPASS
#include "fusion/Conversion/TosaToFusion/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// TOSA operations outside the bodies of others, but for shapes, which go with the operations that use them.
static bool isTosaImportSource(Operation *op) {
  return isa_and_nonnull<tosa::TosaDialect>(op->getDialect()) &&
         !isa<tosa::ConstShapeOp, tosa::YieldOp, tosa::VariableOp>(op);
}

namespace {
struct ConvertTosaToFusionPass : fusion::impl::ConvertTosaToFusionPassBase<ConvertTosaToFusionPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTosaComputeToFusionPatterns(patterns);
    populateTosaLayoutToFusionPatterns(patterns);
    ImportCounts counts = applyImportPatterns(getOperation(), std::move(patterns), isTosaImportSource);
    numConverted += counts.converted;
    numLeft += counts.left;
    decomposeConvolutions();
  }

  /// Transposed and depthwise convolutions that are left become others. Upstream's pass would fold every operation of
  /// the module, and so make of arith.xori of a tensor with itself a constant whose sizes nobody knows.
  void decomposeConvolutions() {
    SmallVector<Operation *> convolutions;
    getOperation()->walk([&](Operation *op) {
      if (isa<tosa::TransposeConv2DOp, tosa::DepthwiseConv2DOp>(op))
        convolutions.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    tosa::populateTosaDecomposeTransposeConv(&getContext(), patterns);
    tosa::populateTosaDecomposeDepthwise(&getContext(), patterns);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(convolutions, std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
