// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recognises sums of products, and makes those of narrow types in f32.

#include "MultiplyAdd.h"
#include "Operands.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

/// The operand that `value` is an element of; null if it is none.
static OpOperand *getOperand(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock())
    return nullptr;
  OpOperand *operand = &op->getOpOperand(argument.getArgNumber());
  return op.isDpsInput(operand) ? operand : nullptr;
}

/// `value` before it is widened from i8; `isUnsigned` says how.
static Value skipExtension(Value value, bool &isUnsigned) {
  if (auto extend = value.getDefiningOp<arith::ExtSIOp>())
    return extend.getIn();
  auto extend = value.getDefiningOp<arith::ExtUIOp>();
  isUnsigned = bool(extend);
  return extend ? extend.getIn() : value;
}

/// What is subtracted, where it is the same for all terms of a sum; null `value` where it is not.
static ZeroPoint getZeroPoint(linalg::LinalgOp op, Value value) {
  ZeroPoint point;
  point.map = AffineMap::get(op.getNumLoops(), 0, op->getContext());
  value = skipExtension(value, point.isUnsigned);
  if (OpOperand *operand = getOperand(op, value)) {
    value = getRepeatedScalar(operand->get());
    if (isa<ShapedType>(value.getType()))
      point.map = op.getMatchingIndexingMap(operand);
  } else if (value.getParentBlock() == op.getBlock() && !matchPattern(value, m_Constant())) {
    return {};
  }
  SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    if (loops[loop] == utils::IteratorType::reduction && point.map.isFunctionOfDim(loop))
      return {};
  Type element = getElementTypeOrSelf(value.getType());
  if (element.isSignlessInteger(8) || element.isSignlessInteger(32))
    point.value = value;
  return point;
}

/// What a factor of the body's product reads, through a widening cast and less a zero point.
static TermFactor getFactor(linalg::LinalgOp op, Value value) {
  TermFactor factor;
  if (auto shifted = value.getDefiningOp<arith::SubIOp>()) {
    ZeroPoint point = getZeroPoint(op, shifted.getRhs());
    if (!point.value)
      return {};
    if (!matchPattern(point.value, m_Zero()))
      factor.zeroPoint = point;
    value = shifted.getLhs();
  }
  if (auto extend = value.getDefiningOp<arith::ExtFOp>())
    value = extend.getIn();
  factor.operand = getOperand(op, skipExtension(value, factor.isUnsigned));
  return factor;
}

/// The operands of `value`, if it is the sum or product of floats, or else of integers.
template <typename FloatOp, typename IntegerOp> static OperandRange getTerms(Value value) {
  if (auto op = value.getDefiningOp<FloatOp>())
    return op->getOperands();
  if (auto op = value.getDefiningOp<IntegerOp>())
    return op->getOperands();
  return OperandRange(nullptr, 0);
}

std::optional<MultiplyAdd> fusion::matchMultiplyAdd(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumDpsInputs() < 2 || op.getBlock()->getNumArguments() != op->getNumOperands())
    return std::nullopt;
  OperandRange sum = getTerms<arith::AddFOp, arith::AddIOp>(op.getBlock()->getTerminator()->getOperand(0));
  Value accumulator = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  if (sum.empty() || (sum[0] != accumulator && sum[1] != accumulator))
    return std::nullopt;
  OperandRange factors = getTerms<arith::MulFOp, arith::MulIOp>(sum[0] == accumulator ? sum[1] : sum[0]);
  if (factors.empty())
    return std::nullopt;
  MultiplyAdd match = {getFactor(op, factors[0]), getFactor(op, factors[1])};
  if (!match.lhs.operand || !match.rhs.operand || match.lhs.operand == match.rhs.operand)
    return std::nullopt;
  auto isByte = [](const TermFactor &factor) {
    return getElementTypeOrSelf(factor.operand->get().getType()).isSignlessInteger(8);
  };
  bool isFloat = isa<FloatType>(accumulator.getType());
  bool ofBytes = accumulator.getType().isSignlessInteger(32) && isByte(match.lhs) && isByte(match.rhs);
  if (!ofBytes && (!isFloat || op.getNumDpsInputs() != 2))
    return std::nullopt;
  return match;
}

static bool isNarrowFloat(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type>(type); }

/// Whether `op` sums products into elements that round after each term.
static bool sumsNarrow(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 && matchMultiplyAdd(op) &&
         isNarrowFloat(getElementTypeOrSelf(op.getDpsInits()[0]));
}

/// The tensor in f32; what is filled with a number is filled in f32.
static Value widen(OpBuilder &builder, Location loc, Value narrow) {
  auto wide = cast<RankedTensorType>(narrow.getType()).clone(builder.getF32Type());
  Value number = getRepeatedScalar(narrow);
  if (number == narrow)
    return CastOp::create(builder, loc, wide, narrow);
  Value empty =
      tensor::EmptyOp::create(builder, loc, tensor::getMixedSizes(builder, loc, narrow), wide.getElementType());
  Value wideNumber = builder.createOrFold<arith::ExtFOp>(loc, wide.getElementType(), number);
  return linalg::FillOp::create(builder, loc, wideNumber, empty).getResult(0);
}

static void sumInF32(IRRewriter &rewriter, linalg::LinalgOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto type = cast<RankedTensorType>(op.getDpsInits()[0].getType());
  Value init = widen(rewriter, loc, op.getDpsInits()[0]);
  auto sum = linalg::GenericOp::create(
      rewriter, loc, init.getType(), op.getDpsInputs(), init, op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        auto extend = [&](Value value) -> Value {
          return value.getType().isF32() ? value
                                         : arith::ExtFOp::create(builder, loc, builder.getF32Type(), value).getResult();
        };
        Value product = arith::MulFOp::create(builder, loc, extend(arguments[0]), extend(arguments[1]));
        linalg::YieldOp::create(builder, loc, arith::AddFOp::create(builder, loc, arguments[2], product).getResult());
      });
  rewriter.replaceOpWithNewOp<CastOp>(op, type, sum.getResult(0));
}

void fusion::accumulateInF32(Operation *root) {
  SmallVector<linalg::LinalgOp> sums;
  root->walk([&](linalg::LinalgOp op) {
    if (sumsNarrow(op))
      sums.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : sums)
    sumInF32(rewriter, op);
}
