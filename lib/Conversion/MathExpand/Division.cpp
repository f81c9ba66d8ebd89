// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// arith.divf where fastmath allows a cheaper quotient than the correctly rounded one.

#include "Expansion.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// %q = arith.divf %x, %y fastmath<arcp> : f32
///   ->
/// %q = llvm.call_intrinsic "llvm.nvvm.div.full"(%x, %y), or arith.mulf %x, %r where %y is a constant 1 / %r
///
/// div.full is rcp.approx with both operands scaled at the ends of the range: 2 ULP for every finite operand, at one
/// instruction less than rcp.approx, whose result would be subnormal for divisors above 2^126.
struct ExpandDivision : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op, PatternRewriter &rewriter) const override {
    if (!arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn | arith::FastMathFlags::arcp))
      return rewriter.notifyMatchFailure(op, "needs fastmath<afn> or <arcp>");
    APFloat divisor(0.0f);
    std::optional<double> reciprocal;
    if (matchPattern(op.getRhs(), m_ConstantFloat(&divisor)))
      reciprocal = 1.0 / divisor.convertToDouble();
    return expandInF32(op, op->getOperands(), rewriter, MathTarget::NVPTX, true, [&](ArrayRef<Expr> x) {
      if (reciprocal && std::abs(*reciprocal) > 0x1p-126 && std::abs(*reciprocal) < 0x1p126)
        return x[0] * *reciprocal;
      return divFull(x[0], x[1]);
    });
  }
};
} // namespace

void populateDivisionPatterns(RewritePatternSet &patterns, MathTarget target) {
  if (target == MathTarget::NVPTX)
    patterns.add<ExpandDivision>(patterns.getContext());
}

} // namespace fusion::mathexpand
