// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Infers ranges operation by operation.

#include "ScalarRanges.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

static const llvm::fltSemantics &getSemantics(Value value) {
  return cast<FloatType>(value.getType()).getFloatSemantics();
}

/// With each position of the formula its range.
static SmallVector<std::pair<Value, PositionRange>> pair(const ScalarFormula &formula, ArrayRef<PositionRange> box) {
  SmallVector<std::pair<Value, PositionRange>> positions;
  for (auto [dim, range] : llvm::enumerate(box))
    positions.emplace_back(formula.getPosition(dim), range);
  return positions;
}

ScalarRanges::ScalarRanges(const ScalarFormula &formula, ArrayRef<Operation *> ops, ArrayRef<PositionRange> box)
    : ScalarRanges(pair(formula, box), ops) {}

ScalarRanges::ScalarRanges(ArrayRef<std::pair<Value, PositionRange>> positions, ArrayRef<Operation *> ops) {
  for (auto [position, range] : positions) {
    unsigned width = IndexType::kInternalStorageBitWidth;
    integers.try_emplace(
        position, ConstantIntRanges::fromSigned(APInt(width, range.first, true), APInt(width, range.last, true)));
  }
  llvm::for_each(ops, [&](Operation *op) { infer(op); });
}

void ScalarRanges::infer(Operation *op) {
  if (fold(op))
    return;
  Value result = op->getResult(0);
  if (isa<InferIntRangeInterface>(op) && llvm::all_of(op->getResultTypes(), llvm::IsaPred<IntegerType, IndexType>))
    inferIntegers(op);
  else if (std::optional<ConstantIntRanges> range = inferInteger(op))
    integers.try_emplace(result, *range);
  else if (std::optional<FloatRange> range = inferFloat(op))
    floats.try_emplace(result, *range);
}

ConstantIntRanges ScalarRanges::getIntegers(Value value) const {
  auto known = integers.find(value);
  return known != integers.end() ? known->second
                                 : ConstantIntRanges::maxRange(ConstantIntRanges::getStorageBitwidth(value.getType()));
}

FloatRange ScalarRanges::getFloats(Value value) const {
  auto known = floats.find(value);
  return known != floats.end() ? known->second : FloatRange::all(getSemantics(value));
}

std::optional<bool> ScalarRanges::getTruth(Value value) const {
  if (std::optional<APInt> constant = getIntegers(value).getConstantValue())
    return constant->isOne();
  return std::nullopt;
}

void ScalarRanges::inferIntegers(Operation *op) {
  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isa<FloatType>(operand.getType()) ? IntegerValueRange() : getIntegers(operand));
  auto set = [&](Value value, const IntegerValueRange &range) {
    if (!range.isUninitialized())
      integers.try_emplace(value, range.getValue());
  };
  cast<InferIntRangeInterface>(op).inferResultRangesFromOptional(operands, set);
}

std::optional<ConstantIntRanges> ScalarRanges::inferInteger(Operation *op) const {
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    FloatRange lhs = getFloats(compare.getLhs()), rhs = getFloats(compare.getRhs());
    if (std::optional<bool> truth = FloatRange::compare(compare.getPredicate(), lhs, rhs))
      return ConstantIntRanges::constant(APInt(1, *truth));
  }
  auto abs = dyn_cast<math::AbsIOp>(op);
  if (!abs)
    return std::nullopt;
  ConstantIntRanges range = getIntegers(abs.getOperand());
  if (range.smin().isMinSignedValue())
    return std::nullopt;
  APInt low = range.smin().abs(), high = range.smax().abs();
  bool crosses = range.smin().isNegative() && !range.smax().isNegative();
  return ConstantIntRanges::fromSigned(crosses ? APInt(low.getBitWidth(), 0) : llvm::APIntOps::smin(low, high),
                                       llvm::APIntOps::smax(low, high));
}

std::optional<FloatRange> ScalarRanges::inferFloat(Operation *op) const {
  if (op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
    return std::nullopt;
  const llvm::fltSemantics &semantics = getSemantics(op->getResult(0));
  auto at = [&](unsigned operand) { return getFloats(op->getOperand(operand)); };
  auto isNumber = [&] { return !at(0).nan && !at(1).nan; };
  using Range = std::optional<FloatRange>;
  return llvm::TypeSwitch<Operation *, Range>(op)
      .Case([&](arith::ConstantOp constant) {
        return FloatRange::constant(cast<FloatAttr>(constant.getValue()).getValue());
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>([&](Operation *cast) {
        return FloatRange::fromIntegers(getIntegers(cast->getOperand(0)), isa<arith::SIToFPOp>(cast), semantics);
      })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](Operation *) { return at(0).convert(semantics); })
      .Case([&](arith::AddFOp) { return at(0) + at(1); })
      .Case([&](arith::SubFOp) { return at(0) - at(1); })
      .Case([&](arith::MulFOp) { return at(0) * at(1); })
      .Case([&](arith::DivFOp) { return at(0) / at(1); })
      .Case([&](arith::NegFOp) { return -at(0); })
      .Case([&](math::AbsFOp) { return at(0).abs(); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](Operation *) { return isNumber() ? at(0).maximum(at(1)) : Range(); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](Operation *) { return isNumber() ? at(0).minimum(at(1)) : Range(); })
      .Case([&](arith::SelectOp select) {
        std::optional<bool> truth = getTruth(select.getCondition());
        return truth ? at(*truth ? 1 : 2) : at(1).join(at(2));
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool ScalarRanges::fold(Operation *op) {
  // What rounds is left to intervals: a device may round otherwise, or not at all.
  if (!isa<arith::BitcastOp, arith::FPToSIOp, arith::FPToUIOp, math::FloorOp, math::CeilOp, math::TruncOp,
           math::RoundOp, math::RoundEvenOp>(op))
    return false;
  Value operand = op->getOperand(0), result = op->getResult(0);
  Attribute known;
  if (isa<FloatType>(operand.getType())) {
    if (std::optional<APFloat> number = getFloats(operand).getConstant())
      known = FloatAttr::get(operand.getType(), *number);
  } else if (std::optional<APInt> number = getIntegers(operand).getConstantValue()) {
    known = IntegerAttr::get(operand.getType(), *number);
  }
  SmallVector<OpFoldResult> folded;
  if (!known || failed(op->fold({known}, folded)) || folded.size() != 1)
    return true;
  auto attribute = dyn_cast<Attribute>(folded.front());
  if (auto number = dyn_cast_or_null<FloatAttr>(attribute))
    floats.try_emplace(result, FloatRange::constant(number.getValue()));
  else if (auto number = dyn_cast_or_null<IntegerAttr>(attribute))
    integers.try_emplace(result, ConstantIntRanges::constant(number.getValue()));
  return true;
}
