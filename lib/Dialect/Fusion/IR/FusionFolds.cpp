// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Folds and canonical forms. All are exact: no rewrite here changes a bit of any result, NaN and -0.0 included.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

/// The value of an attribute that is a splat of one float, or nothing.
static std::optional<APFloat> getSplat(Attribute attr) {
  auto elements = dyn_cast_or_null<SplatElementsAttr>(attr);
  if (!elements || !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<APFloat>();
}

/// The value of a constant that is a splat of one float, or nothing.
static std::optional<APFloat> getSplat(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  return getSplat(attr);
}

static bool isSplat(Attribute attr, double value) {
  std::optional<APFloat> splat = getSplat(attr);
  return splat && splat->bitwiseIsEqual([&] {
    APFloat expected(value);
    bool inexact;
    expected.convert(splat->getSemantics(), APFloat::rmNearestTiesToEven, &inexact);
    return expected;
  }());
}

/// `value` if it already has the type of the op's only result.
static OpFoldResult ifSameType(Operation *op, Value value) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value) : OpFoldResult();
}

// x + -0.0 -> x (x + 0.0 would turn -0.0 into 0.0)
OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (isSplat(adaptor.getRhs(), -0.0))
    return ifSameType(*this, getLhs());
  if (isSplat(adaptor.getLhs(), -0.0))
    return ifSameType(*this, getRhs());
  return {};
}

// x - 0.0 -> x
OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  return isSplat(adaptor.getRhs(), 0.0) ? ifSameType(*this, getLhs()) : OpFoldResult();
}

// x * 1.0 -> x
OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isSplat(adaptor.getRhs(), 1.0))
    return ifSameType(*this, getLhs());
  if (isSplat(adaptor.getLhs(), 1.0))
    return ifSameType(*this, getRhs());
  return {};
}

// x / 1.0 -> x
OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  return isSplat(adaptor.getRhs(), 1.0) ? ifSameType(*this, getLhs()) : OpFoldResult();
}

// -(-x) -> x
OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getInput().getDefiningOp<NegOp>())
    return ifSameType(*this, inner.getInput());
  return {};
}

// cast to the same type -> input, unless infinities saturate; cast of a float splat -> splat
OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getResult().getType() && !getSaturate())
    return getInput();
  auto type = cast<RankedTensorType>(getResult().getType());
  auto floatType = dyn_cast<FloatType>(type.getElementType());
  std::optional<APFloat> splat = getSplat(adaptor.getInput());
  if (!splat || !floatType || !type.hasStaticShape())
    return {};
  const llvm::fltSemantics &format = floatType.getFloatSemantics();
  bool wasNaN = splat->isNaN(), inexact;
  splat->convert(format, APFloat::rmNearestTiesToEven, &inexact);
  if (getSaturate() && !wasNaN && !splat->isFinite())
    splat = APFloat::getLargest(format, splat->isNegative());
  if (floatType.getWidth() == 8 && splat->isNaN()) // the one NaN that casts give
    splat = APFloat(format, APInt(8, 0x7f));
  return DenseElementsAttr::get(type, *splat);
}

//===----------------------------------------------------------------------===//
// Canonical forms
//===----------------------------------------------------------------------===//

static bool isPositiveZero(Value value) {
  std::optional<APFloat> splat = getSplat(value);
  return splat && splat->isPosZero();
}

// max(x, 0.0) -> relu x
LogicalResult MaxOp::canonicalize(MaxOp op, PatternRewriter &rewriter) {
  Value x = isPositiveZero(op.getRhs()) ? op.getLhs() : isPositiveZero(op.getLhs()) ? op.getRhs() : Value();
  if (!x)
    return rewriter.notifyMatchFailure(op, "no operand is the constant 0.0");
  if (x.getType() != op.getType())
    return rewriter.notifyMatchFailure(op, "the other operand has not the result's type");
  rewriter.replaceOpWithNewOp<ReluOp>(op, op.getType(), x, op.getIgnoreNan());
  return success();
}

/// Puts a comparison with zero into the form `x predicate 0`; nothing if neither side is zero.
static std::optional<arith::CmpFPredicate> getPredicateAgainstZero(CompareOp compare, Value &x) {
  arith::CmpFPredicate predicate = compare.getPredicate();
  if (isPositiveZero(compare.getRhs())) {
    x = compare.getLhs();
    return predicate;
  }
  if (!isPositiveZero(compare.getLhs()))
    return std::nullopt;
  x = compare.getRhs();
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OLT:
    return P::OGT;
  case P::ULT:
    return P::UGT;
  case P::OGE:
    return P::OLE;
  case P::UGE:
    return P::ULE;
  default:
    return std::nullopt;
  }
}

// select(x > 0, x, 0) and select(x <= 0, 0, x) -> relu x. With an unordered `>` or an ordered `<=` NaN is kept,
// otherwise it becomes 0. `>=` is left alone: it keeps -0.0, where relu gives 0.0.
LogicalResult SelectOp::canonicalize(SelectOp op, PatternRewriter &rewriter) {
  auto compare = op.getCondition().getDefiningOp<CompareOp>();
  if (!compare)
    return rewriter.notifyMatchFailure(op, "the condition is not a comparison");
  Value x;
  std::optional<arith::CmpFPredicate> predicate = getPredicateAgainstZero(compare, x);
  if (!predicate)
    return rewriter.notifyMatchFailure(op, "the comparison is not with 0.0");
  if (x.getType() != op.getType())
    return rewriter.notifyMatchFailure(op, "the compared value has not the result's type");
  using P = arith::CmpFPredicate;
  bool greater = *predicate == P::OGT || *predicate == P::UGT;
  bool lessEqual = *predicate == P::OLE || *predicate == P::ULE;
  bool thenX = op.getOnTrue() == x && isPositiveZero(op.getOnFalse());
  bool elseX = op.getOnFalse() == x && isPositiveZero(op.getOnTrue());
  if (!(greater && thenX) && !(lessEqual && elseX))
    return rewriter.notifyMatchFailure(op, "the choice is not between x and 0.0");
  bool ignoreNan = *predicate == P::OGT || *predicate == P::ULE;
  rewriter.replaceOpWithNewOp<ReluOp>(op, op.getType(), x, ignoreNan);
  return success();
}

namespace {
/// A splat constant that other operands make broadcast anyway becomes rank 0, so that no kernel reads a tensor of equal
/// values:
///   %one = arith.constant dense<1.0> : tensor<4x8xf32>
///   %0 = fusion.add %x, %one : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
///   ->
///   %one = arith.constant dense<1.0> : tensor<f32>
///   %0 = fusion.add %x, %one : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
struct ShrinkSplatOperand : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    if (op->getNumOperands() < 2)
      return rewriter.notifyMatchFailure(op, "a single operand gives the shape");
    auto resultShape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    for (OpOperand &operand : op->getOpOperands().take_front(op.getElementOperands().size())) {
      SplatElementsAttr splat;
      auto type = cast<RankedTensorType>(operand.get().getType());
      if (type.getRank() == 0 || !matchPattern(operand.get(), m_Constant(&splat)) ||
          !othersGiveShape(op, operand, resultShape))
        continue;
      auto scalarType = RankedTensorType::get({}, type.getElementType());
      auto scalar = arith::ConstantOp::create(rewriter, operand.get().getLoc(), splat.resizeSplat(scalarType));
      rewriter.modifyOpInPlace(op, [&] { operand.set(scalar); });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is a splat that could be smaller");
  }

  static bool othersGiveShape(Operation *op, OpOperand &skipped, ArrayRef<int64_t> resultShape) {
    SmallVector<int64_t> shape;
    size_t aligned = cast<ElementwiseOpInterface>(op).getElementOperands().size();
    for (OpOperand &operand : op->getOpOperands().take_front(aligned)) {
      if (&operand == &skipped)
        continue;
      auto joined = broadcastShapes(shape, cast<RankedTensorType>(operand.get().getType()).getShape());
      if (failed(joined))
        return false;
      shape = std::move(*joined);
    }
    return ArrayRef<int64_t>(shape) == resultShape;
  }
};
} // namespace

void FusionDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {
  patterns.add<ShrinkSplatOperand>(getContext());
  populateReshapePatterns(patterns);
  populateBranchSizePatterns(patterns);
}
