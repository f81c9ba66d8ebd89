// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// arith.divf where fastmath allows a cheaper quotient than the correctly rounded one.

#include "Expansion.h"
#include "FloatBounds.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;

namespace fusion::mathexpand {

/// Divisors whose reciprocals are far from the ends of f32, where rcp.approx flushes.
static bool isModerate(FloatBounds divisor) { return divisor.low >= 0x1p-100 && divisor.high <= 0x1p100; }

namespace {
/// %q = arith.divf %x, %y fastmath<arcp> : f32
///   ->
/// %q = llvm.call_intrinsic "llvm.nvvm.div.full"(%x, %y), or arith.mulf %x, %r where %y is a constant 1 / %r
///
/// div.full is rcp.approx with both operands scaled at the ends of the range, which takes ptxas seven instructions
/// more: 2 ULP for every finite operand. Where the divisor is surely far from them, such as 1 + exp(-|x|), it is a
/// product with rcp.approx, of 1.5 ULP.
struct ExpandDivision : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op, PatternRewriter &rewriter) const override {
    if (!arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn | arith::FastMathFlags::arcp))
      return rewriter.notifyMatchFailure(op, "needs fastmath<afn> or <arcp>");
    APFloat divisor(0.0f);
    std::optional<double> reciprocal;
    if (matchPattern(op.getRhs(), m_ConstantFloat(&divisor)))
      reciprocal = 1.0 / divisor.convertToDouble();
    bool moderate = isModerate(getBounds(op.getRhs()));
    return expandInF32(op, op->getOperands(), rewriter, MathTarget::NVPTX, true, [&](ArrayRef<Expr> x) {
      if (reciprocal && std::abs(*reciprocal) > 0x1p-126 && std::abs(*reciprocal) < 0x1p126)
        return x[0] * *reciprocal;
      return moderate ? x[0] * rcpApproxFlush(x[1]) : divFull(x[0], x[1]);
    });
  }
};
} // namespace

void populateDivisionPatterns(RewritePatternSet &patterns, MathTarget target) {
  if (target == MathTarget::NVPTX)
    patterns.add<ExpandDivision>(patterns.getContext());
}

} // namespace fusion::mathexpand
