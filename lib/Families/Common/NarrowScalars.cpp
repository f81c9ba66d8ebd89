// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Casts operands to 32 bits, and results back; LLVM takes away casts that meet.

#include "NarrowScalars.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

static bool isWide(Value scalar) { return scalar.getType().isIndex() || scalar.getType().isInteger(64); }

/// Whether something is looked up at `scalar`.
static bool isLookedUpAt(Value scalar) {
  return llvm::any_of(scalar.getUsers(), [](Operation *user) {
    return isa<LookupOp>(user) ||
           (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user) && isLookedUpAt(user->getResult(0)));
  });
}

/// Whether something is looked up at several sums of one scalar, as in a window: of their addresses in 64 bits all but
/// a number is computed once.
static bool isOfSeveralPlaces(Operation *sum) {
  auto isPlace = [](Operation *user) {
    return isa<arith::AddIOp, arith::SubIOp>(user) && isLookedUpAt(user->getResult(0));
  };
  return isPlace(sum) && llvm::count_if(sum->getOperand(0).getUsers(), isPlace) > 1;
}

/// Whether an operation whose wide operands and results fit gives the same in 32 bits. Signed numbers are in the same
/// order there, unsigned ones too.
bool NarrowScalars::isSameInNarrow(Operation *op) const {
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return !isOfSeveralPlaces(op);
  if (isa<arith::MulIOp, math::AbsIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::CmpIOp,
          arith::SelectOp>(op))
    return true;
  auto isNotNegative = [&](Value operand) { return known.lookup(operand) == NarrowScalar::NotNegative; };
  return isa<arith::DivUIOp, arith::RemUIOp, arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp>(op) &&
         llvm::all_of(op->getOperands(), isNotNegative);
}

Value NarrowScalars::build(Operation *op, llvm::function_ref<Value(Value operand)> getScalar) {
  auto fits = [&](Value scalar) { return !isWide(scalar) || known.contains(scalar); };
  if (op->getNumResults() != 1 || llvm::none_of(op->getOperands(), isWide) || !isSameInNarrow(op) ||
      !llvm::all_of(op->getOperands(), fits) || !fits(op->getResult(0)))
    return {};
  IRMapping operands;
  for (Value operand : op->getOperands()) {
    Value scalar = isWide(operand) ? getNarrow(operand, getScalar) : getScalar(operand);
    if (!scalar)
      return {};
    operands.map(operand, scalar);
  }
  Operation *copy = kb.clone(*op, operands);
  copy->setLoc(kb.getLoc());
  Value result = copy->getResult(0);
  if (!isWide(op->getResult(0)))
    return result;
  result.setType(kb.getI32Type());
  return widen(result, op->getResult(0));
}

Value NarrowScalars::getNarrow(Value operand, llvm::function_ref<Value(Value)> getScalar) {
  APInt number;
  if (matchPattern(operand, m_ConstantInt(&number)))
    return kb.create<arith::ConstantOp>(kb.getI32IntegerAttr(static_cast<int32_t>(number.getSExtValue())));
  Value scalar = getScalar(operand);
  if (!scalar)
    return {};
  if (scalar.getType().isIndex())
    return kb.create<arith::IndexCastOp>(kb.getI32Type(), scalar);
  return kb.create<arith::TruncIOp>(kb.getI32Type(), scalar);
}

Value NarrowScalars::widen(Value scalar, Value result) {
  bool isNotNegative = known.lookup(result) == NarrowScalar::NotNegative;
  Type type = result.getType();
  if (type.isIndex())
    return isNotNegative ? kb.create<arith::IndexCastUIOp>(type, scalar).getResult()
                         : kb.create<arith::IndexCastOp>(type, scalar).getResult();
  return isNotNegative ? kb.create<arith::ExtUIOp>(type, scalar).getResult()
                       : kb.create<arith::ExtSIOp>(type, scalar).getResult();
}
