// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arithmetic on equal constants, which exported masks and scales are full of.

#include "LayoutUtils.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Support/SeededFault.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::fusion;

/// The value of a constant with equal elements that a double holds: floats, and integers of up to 53 bits.
static std::optional<double> getSplat(Value value) {
  if (std::optional<double> splat = getSplatDouble(value))
    return splat;
  SplatElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !isa<IntegerType>(elements.getElementType()))
    return std::nullopt;
  APInt integer = elements.getSplatValue<APInt>();
  bool isBool = integer.getBitWidth() == 1;
  if (!isBool && integer.getSignificantBits() > 53)
    return std::nullopt;
  return isBool && !seeded("fold-splat-signed-bool") ? static_cast<double>(integer.getZExtValue())
                                                     : static_cast<double>(integer.getSExtValue());
}

/// The operation on doubles; rounding that to f32 or less gives what f32 arithmetic gives, since a double has more than
/// twice the digits (Figueroa 1995).
static std::optional<double> compute(Operation *op, ArrayRef<double> operands) {
  if (isa<AddOp>(op))
    return operands[0] + operands[1];
  if (isa<SubOp>(op))
    return operands[0] - operands[1];
  if (isa<MulOp>(op))
    return operands[0] * operands[1];
  if (isa<DivOp>(op))
    return operands[0] / operands[1];
  if (isa<NegOp>(op))
    return -operands[0];
  if (isa<CastOp>(op))
    return operands[0];
  return std::nullopt;
}

namespace {
/// sub(dense<1.0>, dense<0.25>)  ->  dense<0.75>
struct FoldSplatArithmetic : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    RankedTensorType type = getTensorType(op->getResult(0));
    if (!type.hasStaticShape() || !isa<FloatType>(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "the result has a dynamic shape or no floats");
    SmallVector<double> operands;
    for (Value operand : op->getOperands()) {
      std::optional<double> splat = getSplat(operand);
      if (!splat)
        return rewriter.notifyMatchFailure(op, "an operand is not a constant with equal elements");
      operands.push_back(*splat);
    }
    std::optional<double> result = compute(op, operands);
    if (!result)
      return rewriter.notifyMatchFailure(op, "this operation is not computed here");
    Attribute value = rewriter.getFloatAttr(type.getElementType(), *result);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, DenseElementsAttr::get(type, value));
    return success();
  }
};

/// max(x, -inf)  ->  x, and min(x, inf)  ->  x, whatever x is, NaN too. Where NaN is ignored an infinity would take its
/// place; there an extremum with NaN is x.
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

/// add(sum from +0, +0)  ->  sum: such a sum is never -0, which adding +0 would change.
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
    auto reduction = value.getDefiningOp<linalg::LinalgOp>();
    if (!reduction || reduction.getNumReductionLoops() == 0 || reduction.getNumDpsInits() != 1)
      return false;
    auto fill = reduction.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    SmallVector<Operation *, 2> combiners;
    return fill && (matchPattern(fill.getInputs()[0], m_PosZeroFloat()) || seeded("fold-zero-behind-any-sum")) &&
           matchReduction(reduction.getRegionOutputArgs(), 0, combiners) && combiners.size() == 1 &&
           isa<arith::AddFOp>(combiners[0]);
  }
};
} // namespace

void mlir::fusion::populateFoldSplatPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldSplatArithmetic, DropNeutralExtremum<MaxOp>, DropNeutralExtremum<MinOp>, DropZeroBehindSum>(
      patterns.getContext());
}
