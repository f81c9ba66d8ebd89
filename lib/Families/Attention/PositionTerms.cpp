// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Terms of scores that are functions of positions: distances as floats, and slopes along the keys.

#include "ScoreFormula.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

/// A value in front of casts that leave positions and distances of 25 bits as they are.
static Value skipIntegerCasts(Value value) {
  while (isa_and_nonnull<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(value.getDefiningOp())) {
    if (!value.getType().isIndex() && value.getType().getIntOrFloatBitWidth() < 32)
      break;
    value = value.getDefiningOp()->getOperand(0);
  }
  return value;
}

/// A position behind casts of integers; null if the value is none, or floats may not hold it.
static BlockArgument getExactPosition(Value value, ArrayRef<int64_t> shape) {
  value = skipIntegerCasts(value);
  constexpr int64_t mostExact = 1 << 24;
  auto position = dyn_cast<BlockArgument>(value);
  if (!position || position.getArgNumber() >= shape.size())
    return {};
  int64_t size = shape[position.getArgNumber()];
  return !ShapedType::isDynamic(size) && size <= mostExact ? position : BlockArgument();
}

/// A position as a float.
static Value emitFloat(OpBuilder &builder, Location loc, Value position) {
  Value narrow = arith::IndexCastOp::create(builder, loc, builder.getI32Type(), position);
  return arith::SIToFPOp::create(builder, loc, builder.getF32Type(), narrow);
}

// A distance of two positions, as a float, is one of floats: that of a row is computed once, that of a key once for two
// rows.
void ScoreFormula::splitDistances() {
  OpBuilder builder(code.result.getContext());
  for (auto convert : llvm::make_early_inc_range(code.getBlock().getOps<arith::SIToFPOp>())) {
    auto distance = skipIntegerCasts(convert.getIn()).getDefiningOp<arith::SubIOp>();
    if (!distance || !convert.getType().isF32())
      continue;
    SmallVector<Value> floats;
    builder.setInsertionPoint(convert);
    for (Value side : distance->getOperands())
      if (BlockArgument position = getExactPosition(side, code.shape)) {
        bool isKey = position.getArgNumber() + 1 == getRank();
        Value number = emitFloat(builder, convert.getLoc(), isKey ? getFirstKey() : position);
        if (isKey)
          number = arith::AddFOp::create(builder, convert.getLoc(), number, getStep());
        floats.push_back(number);
      }
    if (floats.size() == 2)
      convert.replaceAllUsesWith(arith::SubFOp::create(builder, convert.getLoc(), floats[0], floats[1]).getResult());
  }
}

namespace {
/// Finds terms of scores that are linear in the key: slope * key, and what is the same in a row.
class LinearTerms {
public:
  LinearTerms(const ScoreFormula &formula, OpBuilder &builder) : formula(formula), builder(builder) {}

  /// The slope, an f32 that is the same in a row; fails if there is none, and is null for 0.
  FailureOr<Value> getSlope(Value term);

private:
  bool isKey(Value position) {
    return skipIntegerCasts(position) == formula.getCode().getPosition(formula.getRank() - 1);
  }
  bool isSameInRow(Value value);
  FailureOr<Value> getSlopeOfPosition(arith::SIToFPOp convert);
  FailureOr<Value> getSlopeOfSum(Operation *sum, bool isDifference);

  Value getNumber(Location loc, double number) {
    return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(static_cast<float>(number)));
  }

  const ScoreFormula &formula;
  OpBuilder &builder;
};
} // namespace

bool LinearTerms::isSameInRow(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    int64_t rank = formula.getRank(), number = argument.getArgNumber();
    if (number < rank)
      return number != rank - 1;
    for (auto [i, operand] : llvm::enumerate(formula.getOperands().elements))
      if (argument == formula.getElement(i)) {
        ArrayRef<int64_t> shape = cast<RankedTensorType>(operand.getType()).getShape();
        return shape.empty() || shape.back() == 1;
      }
    return false;
  }
  Operation *op = value.getDefiningOp();
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isSameInRow(operand); });
}

// Of a key, or a difference of a key and what is the same in a row.
FailureOr<Value> LinearTerms::getSlopeOfPosition(arith::SIToFPOp convert) {
  Value position = skipIntegerCasts(convert.getIn());
  double slope = 0;
  if (isKey(position)) {
    slope = 1;
  } else if (Operation *op = position.getDefiningOp(); isa_and_nonnull<arith::SubIOp, arith::AddIOp>(op)) {
    for (int64_t number : {0, 1})
      if (isKey(op->getOperand(number)) && isSameInRow(op->getOperand(1 - number)))
        slope = isa<arith::SubIOp>(op) && number == 1 ? -1 : 1;
  }
  return slope == 0 || !convert.getType().isF32() ? FailureOr<Value>() : getNumber(convert.getLoc(), slope);
}

FailureOr<Value> LinearTerms::getSlopeOfSum(Operation *sum, bool isDifference) {
  FailureOr<Value> lhs = getSlope(sum->getOperand(0)), rhs = getSlope(sum->getOperand(1));
  if (failed(lhs) || failed(rhs) || !*rhs)
    return failed(rhs) ? rhs : lhs;
  Value right = isDifference ? arith::NegFOp::create(builder, sum->getLoc(), *rhs).getResult() : *rhs;
  return *lhs ? arith::AddFOp::create(builder, sum->getLoc(), *lhs, right).getResult() : right;
}

FailureOr<Value> LinearTerms::getSlope(Value term) {
  if (!term.getType().isF32())
    return failure();
  if (isSameInRow(term))
    return Value();
  Operation *op = term.getDefiningOp();
  if (!op)
    return failure();
  if (auto convert = dyn_cast<arith::SIToFPOp>(op))
    return getSlopeOfPosition(convert);
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return getSlopeOfSum(op, isa<arith::SubFOp>(op));
  if (auto negation = dyn_cast<arith::NegFOp>(op)) {
    FailureOr<Value> slope = getSlope(negation.getOperand());
    return failed(slope) ? slope : FailureOr<Value>(arith::NegFOp::create(builder, op->getLoc(), *slope).getResult());
  }
  if (isa<arith::MulFOp>(op))
    for (int64_t number : {0, 1})
      if (Value factor = op->getOperand(1 - number); isSameInRow(factor)) {
        FailureOr<Value> slope = getSlope(op->getOperand(number));
        return failed(slope)
                   ? slope
                   : FailureOr<Value>(arith::MulFOp::create(builder, op->getLoc(), *slope, factor).getResult());
      }
  return failure();
}

/// Terms whose sum is a score, where no mask hides it.
static void collectTerms(Value score, SmallVectorImpl<OpOperand *> &terms) {
  Operation *op = score.getDefiningOp();
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op)) {
    FloatAttr number;
    auto isMask = [&](Value value) {
      return matchPattern(value, m_Constant(&number)) && number.getValueAsDouble() != 0 &&
             isMaskNumber(number.getValueAsDouble());
    };
    for (OpOperand &choice : llvm::drop_begin(op->getOpOperands()))
      if (isMask(op->getOperand(3 - choice.getOperandNumber())) && choice.get().hasOneUse())
        collectTerms(choice.get(), terms);
    return;
  }
  if (!isa_and_nonnull<arith::AddFOp, arith::SubFOp>(op))
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    terms.push_back(&operand);
    if (operand.get().hasOneUse() && (operand.getOperandNumber() == 0 || isa<arith::AddFOp>(op)))
      collectTerms(operand.get(), terms);
  }
}

// slope * (key - row) is slope * (key - a row near by) and what is the same in a row. It is computed once for the rows
// of a thread, and is as exact: near the row's own position both are small.
void ScoreFormula::dropRowTerms() {
  OpBuilder builder(code.result.getContext());
  SmallVector<OpOperand *> terms;
  collectTerms(code.result, terms);
  for (OpOperand *term : terms) {
    Location loc = term->getOwner()->getLoc();
    builder.setInsertionPoint(term->getOwner());
    FailureOr<Value> slope = LinearTerms(*this, builder).getSlope(term->get());
    if (failed(slope) || !*slope)
      continue;
    Value distance = arith::SubIOp::create(builder, loc, getFirstKey(), getNearRow());
    Value ofFirst = arith::MulFOp::create(builder, loc, emitFloat(builder, loc, distance), *slope);
    term->set(LLVM::FMAOp::create(builder, loc, getStep(), *slope, ofFirst));
  }
}
