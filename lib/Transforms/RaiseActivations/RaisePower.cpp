// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Powers and roots.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = fusion.sqrt %x
/// %0 = fusion.div %one, %1
///   ->
/// %0 = fusion.rsqrt %x
struct RaiseRsqrt : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    auto sqrt = op.getRhs().getDefiningOp<SqrtOp>();
    if (!sqrt || getSplatDouble(op.getLhs()) != 1.0)
      return rewriter.notifyMatchFailure(op, "it is not 1 over a square root");
    if (sqrt.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the square root has not the result's type");
    rewriter.replaceOpWithNewOp<RsqrtOp>(op, op.getType(), sqrt.getInput());
    return success();
  }
};

/// %0 = fusion.pow %x, %two
///   ->
/// %0 = fusion.mul %x, %x
struct RaiseSquare : OpRewritePattern<PowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PowOp op, PatternRewriter &rewriter) const override {
    if (getSplatDouble(op.getRhs()) != 2.0 || op.getLhs().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the exponent is not 2");
    rewriter.replaceOpWithNewOp<MulOp>(op, op.getType(), op.getLhs(), op.getLhs());
    return success();
  }
};
} // namespace

void fusion::populateRaisePowerPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseRsqrt, RaiseSquare>(patterns.getContext());
}
