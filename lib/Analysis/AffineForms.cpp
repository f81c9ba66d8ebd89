// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows arithmetic of integers and floats to affine functions, where nothing wraps or rounds.

#include "AffineForms.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

AffineForms::AffineForms(const PositionCondition &condition, int64_t queryDim, int64_t keyDim)
    : ranges(condition.getFormula(), condition.getOps(), getWholeBox(condition.getFormula().shape)),
      query(condition.getFormula().getPosition(queryDim)), key(condition.getFormula().getPosition(keyDim)),
      context(query.getContext()) {}

AffineExpr AffineForms::get(Value value) {
  auto [known, isNew] = forms.try_emplace(value, AffineExpr());
  if (!isNew)
    return known->second;
  AffineExpr form = isa<FloatType>(value.getType()) ? getFloat(value) : getInteger(value);
  return forms[value] = form;
}

static AffineExpr combine(Operation *op, AffineExpr lhs, AffineExpr rhs) {
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  bool isDivisor = constant && constant.getValue() > 0;
  return llvm::TypeSwitch<Operation *, AffineExpr>(op)
      .Case<arith::AddIOp, arith::AddFOp>([&](Operation *) { return lhs + rhs; })
      .Case<arith::SubIOp, arith::SubFOp>([&](Operation *) { return lhs - rhs; })
      .Case<arith::MulIOp, arith::MulFOp>(
          [&](Operation *) { return constant || isa<AffineConstantExpr>(lhs) ? lhs * rhs : AffineExpr(); })
      .Case<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(
          [&](Operation *) { return isDivisor ? lhs.floorDiv(rhs) : AffineExpr(); })
      .Case([&](arith::CeilDivSIOp) { return isDivisor ? lhs.ceilDiv(rhs) : AffineExpr(); })
      .Default(AffineExpr());
}

AffineExpr AffineForms::getInteger(Value value) {
  if (std::optional<APInt> constant = ranges.getIntegers(value).getConstantValue())
    return constant->isSignedIntN(kWidth) ? getAffineConstantExpr(constant->getSExtValue(), context) : AffineExpr();
  if (value == query || value == key)
    return getAffineDimExpr(value == key, context);
  Operation *op = value.getDefiningOp();
  if (!op || !isExact(op))
    return {};
  AffineExpr lhs = get(op->getOperand(0));
  if (!lhs || op->getNumOperands() == 1)
    return lhs;
  AffineExpr rhs = get(op->getOperand(1));
  return rhs ? combine(op, lhs, rhs) : AffineExpr();
}

bool AffineForms::isExact(Operation *op) const {
  auto at = [&](unsigned number) { return ranges.getIntegers(op->getOperand(number)); };
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op)) {
    ConstantIntRanges from = at(0), to = ranges.getIntegers(op->getResult(0));
    return from.smin().getSExtValue() == to.smin().getSExtValue() &&
           from.smax().getSExtValue() == to.smax().getSExtValue();
  }
  // The other divisions are the same where nothing is negative.
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return !at(0).smin().isNegative();
  if (isa<arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
    return true;
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return false;
  Type type = op->getResult(0).getType();
  unsigned width = type.isIndex() ? kWidth : std::min(type.getIntOrFloatBitWidth(), kWidth);
  for (const APInt &left : {at(0).smin(), at(0).smax()})
    for (const APInt &right : {at(1).smin(), at(1).smax()}) {
      APInt a = left.sext(160), b = right.sext(160);
      APInt corner = isa<arith::AddIOp>(op) ? a + b : isa<arith::SubIOp>(op) ? a - b : a * b;
      // Nor may its absolute value wrap.
      if (!corner.abs().isSignedIntN(width))
        return false;
    }
  return true;
}

AffineExpr AffineForms::getFloat(Value value) {
  // Whole numbers that the type holds exactly, so that nothing is rounded.
  FloatRange range = ranges.getFloats(value);
  unsigned precision = APFloat::semanticsPrecision(cast<FloatType>(value.getType()).getFloatSemantics());
  double most = std::ldexp(1.0, std::min(precision, kWidth - 1));
  Operation *op = value.getDefiningOp();
  if (!op || !range.isFinite() || range.low.convertToDouble() < -most || range.high.convertToDouble() > most)
    return {};
  if (std::optional<APFloat> constant = range.getConstant())
    return constant->isInteger() ? getAffineConstantExpr(int64_t(constant->convertToDouble()), context) : AffineExpr();
  AffineExpr lhs = op->getNumOperands() ? get(op->getOperand(0)) : AffineExpr();
  if (!lhs || isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp>(op))
    return lhs;
  if (isa<arith::UIToFPOp>(op))
    return ranges.getIntegers(op->getOperand(0)).smin().isNegative() ? AffineExpr() : lhs;
  if (isa<arith::NegFOp>(op))
    return -lhs;
  AffineExpr rhs = op->getNumOperands() == 2 ? get(op->getOperand(1)) : AffineExpr();
  return rhs ? combine(op, lhs, rhs) : AffineExpr();
}
