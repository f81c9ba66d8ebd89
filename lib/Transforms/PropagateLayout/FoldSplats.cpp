// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants with equal elements that change nothing, and conditions that are such.

#include "fusion/Analysis/PositionCondition.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusion;

namespace {
/// %0 = fusion.max %x, %minus_infinity
///   ->
/// %x
///
/// So is fusion.min with infinity, whatever %x is, NaN too. Where NaN is ignored an infinity would take its place;
/// there an extremum with NaN is %x.
template <typename Op> struct DropNeutralExtremum : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto isNeutral = [&](Value value) {
      std::optional<double> splat = getSplatDouble(value);
      double neutral = std::is_same_v<Op, MaxOp> ? -std::numeric_limits<double>::infinity()
                                                 : std::numeric_limits<double>::infinity();
      return splat && (op.getIgnoreNan() ? std::isnan(*splat) : *splat == neutral);
    };
    Value other = isNeutral(op.getRhs()) ? op.getLhs() : isNeutral(op.getLhs()) ? op.getRhs() : Value();
    if (!other || other.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "no operand is neutral, or the other has not the result's type");
    rewriter.replaceOp(op, other);
    return success();
  }
};

/// %1 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
/// %0 = fusion.add %1, %zero : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
///   ->
/// %1
///
/// A sum that begins with +0.0 is never -0.0, which adding +0.0 would change.
struct DropZeroBehindSum : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    auto isZero = [](Value value) {
      std::optional<double> splat = getSplatDouble(value);
      return splat && *splat == 0 && !std::signbit(*splat);
    };
    Value other = isZero(op.getRhs()) ? op.getLhs() : isZero(op.getLhs()) ? op.getRhs() : Value();
    if (!other || other.getType() != op.getType() || !isSumFromZero(other))
      return rewriter.notifyMatchFailure(op, "no operand is +0, or the other is no sum that begins with +0");
    rewriter.replaceOp(op, other);
    return success();
  }

private:
  static bool isSumFromZero(Value value) {
    while (Operation *reshape = value.getDefiningOp()) {
      if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(reshape))
        break;
      value = reshape->getOperand(0);
    }
    auto reduction = value.getDefiningOp<ReduceOp>();
    return reduction && value == reduction.getResult() && reduction.getKind() == arith::AtomicRMWKind::addf;
  }
};

/// %0 = fusion.select %true, %x, %y
///   ->
/// %x
struct SelectByConstant : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const override {
    SplatElementsAttr condition;
    if (!matchPattern(op->getOperand(0), m_Constant(&condition)))
      return rewriter.notifyMatchFailure(op, "the condition is no constant with equal elements");
    Value taken = op->getOperand(condition.getSplatValue<bool>() ? 1 : 2);
    if (taken.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the operand taken has not the result's type");
    rewriter.replaceOp(op, taken);
    return success();
  }
};

/// %0 = fusion.map() at(%p) : () -> tensor<512xi64> { the position }
/// %1 = fusion.map(%x = %0) : (tensor<512xi64>) -> tensor<512xi1> { %x >= 0 }
///   ->
/// %1 = arith.constant dense<true> : tensor<512xi1>
///
/// transformers writes masks that hide nothing so: BERT's, without padding, for each query.
struct FoldKnownCondition : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    auto isInteger = [](Value operand) { return getElementTypeOrSelf(operand.getType()).isInteger(); };
    RankedTensorType type = getTensorType(op->getResult(0));
    if (op->getNumResults() != 1 || !type.getElementType().isInteger(1) || !type.hasStaticShape() ||
        !llvm::all_of(op->getOperands(), isInteger))
      return rewriter.notifyMatchFailure(op, "it is no condition of integers");
    PositionCondition condition = PositionCondition::get(op->getResult(0));
    Truth truth = condition.isPositional() ? condition.classify(getWholeBox(type.getShape())) : Truth::Mixed;
    if (truth == Truth::Mixed)
      return rewriter.notifyMatchFailure(op, "it does not hold at all positions, nor at none");
    auto value = DenseElementsAttr::get(type, truth == Truth::AlwaysTrue);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};
} // namespace

void fusion::populateFoldSplatPatterns(RewritePatternSet &patterns) {
  patterns.add<DropNeutralExtremum<MaxOp>, DropNeutralExtremum<MinOp>, DropZeroBehindSum, SelectByConstant,
               FoldKnownCondition>(patterns.getContext());
}
