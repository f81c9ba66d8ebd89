// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integer division that has a result for every operand: a quotient by zero is all ones, a remainder by zero the
// dividend, and the least number divided by -1 is itself, without remainder. As written the first ends a process on
// the CPU, and none is defined in LLVM.

#include "Expansion.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// Builds on operands of one integer type.
struct Integers {
  OpBuilder &b;
  Location loc;
  Type type;

  Value constant(const APInt &value) {
    TypedAttr attr = b.getIntegerAttr(getElementTypeOrSelf(type), value);
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, loc, attr);
  }
  Value equal(Value x, const APInt &value) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, constant(value));
  }
  Value select(Value condition, Value x, Value y) { return arith::SelectOp::create(b, loc, condition, x, y); }
};

/// %q = arith.divui %x, %y : i32
///   ->
/// %zero = arith.cmpi eq, %y, %c0
/// %d = arith.select %zero, %c1, %y
/// %u = arith.divui %x, %d : i32
/// %q = arith.select %zero, %all_ones, %u (of a remainder: %zero, %x, %u)
///
/// Signed ones divide by 1 also where %y is -1 (quotients: and %x is the least number).
template <typename DivideOp, bool isSigned, bool isRemainder> struct GuardDivision : OpRewritePattern<DivideOp> {
  using OpRewritePattern<DivideOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(DivideOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
    APInt divisor;
    if (matchPattern(op.getRhs(), m_ConstantInt(&divisor)) && !divisor.isZero() && !(isSigned && divisor.isAllOnes()))
      return rewriter.notifyMatchFailure(op, "the divisor is a number that divides every other");
    unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth : element.getIntOrFloatBitWidth();
    Value x = op.getLhs(), y = op.getRhs();
    Integers b{rewriter, op.getLoc(), type};
    Value byZero = b.equal(y, APInt::getZero(width)), unusual = byZero;
    if (isSigned) {
      Value overflows = b.equal(y, APInt::getAllOnes(width));
      if (!isRemainder) {
        Value least = b.equal(x, APInt::getSignedMinValue(width));
        overflows = arith::AndIOp::create(rewriter, op.getLoc(), overflows, least);
      }
      unusual = arith::OrIOp::create(rewriter, op.getLoc(), byZero, overflows);
    }
    Value usual;
    if (isSigned && width == 1) // all divisors are unusual, and 1 is none
      usual = isRemainder ? b.constant(APInt::getZero(1)) : x;
    else
      usual = DivideOp::create(rewriter, op.getLoc(), x, b.select(unusual, b.constant(APInt(width, 1)), y));
    Value none = isRemainder ? x : b.constant(APInt::getAllOnes(width));
    rewriter.replaceOp(op, b.select(byZero, none, usual));
    return success();
  }
};
} // namespace

void populateIntegerDivisionPatterns(RewritePatternSet &patterns) {
  patterns.add<GuardDivision<arith::DivUIOp, false, false>, GuardDivision<arith::CeilDivUIOp, false, false>,
               GuardDivision<arith::RemUIOp, false, true>, GuardDivision<arith::DivSIOp, true, false>,
               GuardDivision<arith::FloorDivSIOp, true, false>, GuardDivision<arith::CeilDivSIOp, true, false>,
               GuardDivision<arith::RemSIOp, true, true>>(patterns.getContext());
}

} // namespace fusion::mathexpand
