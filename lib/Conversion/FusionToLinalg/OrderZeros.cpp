// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Extrema count -0.0 as less than +0.0, as fusion.max says and GPUs have it. arith.maxnumf leaves open which of the two
// it gives, and upstream expands arith.maximumf to a comparison (MLIR 22), which takes them for equal.

#include "Lowering.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// Operands that are equal have the same bits, but for zeros: the sign of the greater one is set where both signs are.
///   %m = arith.maximumf %x, %y  ->  x == y ? bits(x) & bits(y) : %m
template <typename BitsOp> static void orderZeros(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getOperand(0).getType(), element = getElementTypeOrSelf(type);
  auto with = [&](Type scalar) -> Type {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped ? Type(shaped.clone(scalar)) : scalar;
  };
  // Narrow floats are computed in f32 here, which they are anyway later.
  bool narrow = element.getIntOrFloatBitWidth() < 32;
  Type computed = with(narrow ? Type(builder.getF32Type()) : element);
  Type integer = with(builder.getIntegerType(narrow ? 32 : element.getIntOrFloatBitWidth()));
  if (narrow)
    for (OpOperand &operand : op->getOpOperands())
      operand.set(arith::ExtFOp::create(builder, loc, computed, operand.get()));
  Value x = op->getOperand(0), y = op->getOperand(1);
  Value equal = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, x, y);
  Value bits = BitsOp::create(builder, loc, arith::BitcastOp::create(builder, loc, integer, x),
                              arith::BitcastOp::create(builder, loc, integer, y));
  Value zero = arith::BitcastOp::create(builder, loc, computed, bits);
  op->getResult(0).setType(computed);
  builder.setInsertionPointAfter(op);
  auto select = arith::SelectOp::create(builder, loc, equal, zero, op->getResult(0));
  Value result = narrow ? Value(arith::TruncFOp::create(builder, loc, type, select)) : select;
  op->getResult(0).replaceAllUsesExcept(result, select);
}

/// Whether the second operand is a constant that makes it plain which zero the result is: none, or the one that the
/// expanded comparison gives where operands are equal, its second.
static bool isOrdered(Operation *op) {
  APFloat limit(0.0);
  if (!matchPattern(op->getOperand(1), m_ConstantFloat(&limit)))
    return false;
  return !limit.isZero() || (isa<arith::MaximumFOp>(op) && !limit.isNegative()) ||
         (isa<arith::MinimumFOp>(op) && limit.isNegative());
}

void fusion::orderZerosOfExtrema(Operation *root) {
  root->walk([](Operation *op) {
    if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp, arith::MinNumFOp>(op) && isOrdered(op))
      return;
    if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
      orderZeros<arith::AndIOp>(op);
    else if (isa<arith::MinimumFOp, arith::MinNumFOp>(op))
      orderZeros<arith::OrIOp>(op);
  });
}
