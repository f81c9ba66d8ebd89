// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shifts that have a result for every operand, as PTX has it: by as many bits as the type has, or more, all bits are
// shifted out. In LLVM these are poison.

#include "Expansion.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fusion::mathexpand {

/// Whether all of the amounts are constants below `width`.
static bool areBelow(Value amounts, unsigned width) {
  Attribute attr;
  if (!matchPattern(amounts, m_Constant(&attr)))
    return false;
  auto isBelow = [&](const APInt &amount) { return amount.ult(width); };
  if (auto number = dyn_cast<IntegerAttr>(attr))
    return isBelow(number.getValue());
  auto numbers = dyn_cast<DenseIntElementsAttr>(attr);
  return numbers && llvm::all_of(numbers.getValues<APInt>(), isBelow);
}

namespace {
/// %y = arith.shli %x, %n : i32
///   ->
/// %s = arith.shli %x, %n : i32
/// %y = arith.select (%n <u 32), %s, %c0 : i32
///
/// NVPTX makes one shl of both where the type has 32 bits. An arithmetic shift is by min(%n, 31): what is left is the
/// sign.
template <typename ShiftOp> struct DefineShift : OpRewritePattern<ShiftOp> {
  DefineShift(MLIRContext *context, MathTarget target) : OpRewritePattern<ShiftOp>(context), target(target) {}

  LogicalResult matchAndRewrite(ShiftOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
    unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth : element.getIntOrFloatBitWidth();
    if (areBelow(op.getRhs(), width))
      return rewriter.notifyMatchFailure(op, "the amount is a number of bits that the type has");
    MathBuilder b(op.getLoc(), rewriter, target, /*approximate=*/false);
    Expr x = b.wrap(op.getLhs()), amount = b.wrap(op.getRhs());
    auto number = [&](const APInt &value) { return b.constant(value, amount); };
    if constexpr (std::is_same_v<ShiftOp, arith::ShRSIOp>) {
      Value limited = arith::MinUIOp::create(b, amount.value, number(APInt(width, width - 1)).value);
      rewriter.replaceOp(op, ShiftOp::create(b, x.value, limited));
    } else if (width == 1) { // by 0 alone, where the type does not hold its width
      rewriter.replaceOp(op, select(amount, number(APInt(1, 0)), x).value);
    } else {
      // Of an amount of 64 bits LLVM 22's NVPTX would forget the upper half, and the selection with it.
      Value limited = b.isNVPTX() && width == 64
                          ? arith::MinUIOp::create(b, amount.value, number(APInt(width, width - 1)).value).getResult()
                          : amount.value;
      Expr shifted = b.wrap(ShiftOp::create(b, x.value, limited));
      Expr inside =
          b.wrap(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, amount.value, number(APInt(width, width)).value));
      rewriter.replaceOp(op, select(inside, shifted, number(APInt(width, 0))).value);
    }
    return success();
  }

  MathTarget target;
};
} // namespace

void populateShiftPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<DefineShift<arith::ShLIOp>, DefineShift<arith::ShRUIOp>, DefineShift<arith::ShRSIOp>>(
      patterns.getContext(), target);
}

} // namespace fusion::mathexpand
