// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// softplus, and the logarithm of the logistic function.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = fusion.exp %x
/// %2 = fusion.add %1, %one
/// %0 = fusion.log %2
///   ->
/// %0 = fusion.softplus %x; also the logarithm of one more of an exponential
template <typename LogOpType> struct RaiseSoftplus : OpRewritePattern<LogOpType> {
  using OpRewritePattern<LogOpType>::OpRewritePattern;

  LogicalResult matchAndRewrite(LogOpType op, PatternRewriter &rewriter) const override {
    Value exponential = op.getInput();
    if (!isa<Log1pOp>(op)) {
      auto add = exponential.getDefiningOp<AddOp>();
      if (!add || (getSplatDouble(add.getLhs()) != 1.0 && getSplatDouble(add.getRhs()) != 1.0))
        return rewriter.notifyMatchFailure(op, "it is not the logarithm of 1 + exp(x)");
      exponential = getSplatDouble(add.getLhs()) == 1.0 ? add.getRhs() : add.getLhs();
    }
    auto exp = exponential.getDefiningOp<ExpOp>();
    if (!exp || exp.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "it is not the logarithm of 1 + exp(x)");
    // exp(-|x|) is at most 1: nothing overflows, and the sum beside it is softplus already.
    if (auto neg = exp.getInput().template getDefiningOp<NegOp>(); neg && neg.getInput().getDefiningOp<AbsOp>())
      return rewriter.notifyMatchFailure(op, "its exponential does not overflow");
    rewriter.replaceOpWithNewOp<SoftplusOp>(op, op.getType(), exp.getInput());
    return success();
  }
};

/// %1 = fusion.sigmoid %x
/// %0 = fusion.log %1
///   ->
/// %2 = fusion.neg %x
/// %3 = fusion.softplus %2
/// %0 = fusion.sub %zero, %3, which gives +0.0 where the logistic function is 1
struct RaiseLogSigmoid : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LogOp op, PatternRewriter &rewriter) const override {
    auto sigmoid = op.getInput().getDefiningOp<SigmoidOp>();
    if (!sigmoid || sigmoid.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "it is no logarithm of a logistic function");
    RankedTensorType type = op.getType();
    Value negated = NegOp::create(rewriter, op.getLoc(), type, sigmoid.getInput());
    Value loss = SoftplusOp::create(rewriter, op.getLoc(), type, negated);
    Value zero = createScalarTensor(rewriter, op.getLoc(), type.getElementType(), 0.0);
    rewriter.replaceOpWithNewOp<SubOp>(op, type, zero, loss);
    return success();
  }
};
} // namespace

void fusion::populateRaiseSoftplusPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseSoftplus<LogOp>, RaiseSoftplus<Log1pOp>, RaiseLogSigmoid>(patterns.getContext());
}
