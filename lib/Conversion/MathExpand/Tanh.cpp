// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// tanh.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

/// 1 - 2 / (1 + e^(2a)) for a >= 0.55: the subtraction loses nothing there.
static Expr tanhLarge(Expr a) {
  Scaled e = expParts(atMost(a, 10.0) * 2.0); // tanh(10) rounds to 1
  return 1.0 - quotient(2.0, fma(e.mantissa(), pow2(e.exponent), 1.0));
}

/// A rational function of x on [-7.8, 7.8], where 1 - tanh is 3.4e-7: relative error 1.2e-7. Where tanh rounds to 1 it
/// is 1, since a sum with -1 may follow.
static Expr approximateTanh(Expr x) {
  Expr a = abs(x), c = smaller(a, 7.8), s = c * c;
  Expr p = horner(s, {0x1.fffffcp-1, 0x1.0913aap-3, 0x1.8547f8p-9, 0x1.8675c8p-17});
  Expr q = horner(s, {1.0, 0x1.d9deeap-2, 0x1.877592p-6, 0x1.fa2edep-13, 0x1.0f482cp-22});
  return withSign(select(gt(a, 9.0109), 1.0, c * p * rcpApproxFlush(q)), x);
}

Expr tanhOp(ArrayRef<Expr> operands) {
  if (operands[0].b->useHardware())
    return approximateTanh(operands[0]);
  Expr x = operands[0], a = abs(x), s = a * a;
  // (tanh x - x) / x^3 in x^2 on [0, 0.6]: relative error 2.8e-9.
  Expr p = horner(s, {-0x1.55553ep-2, 0x1.1109bep-3, -0x1.b89abap-5, 0x1.54c3bep-6, -0x1.828748p-8});
  Expr small = fma(s * a, p, a);
  return copysign(select(lt(a, 0.6), small, tanhLarge(a)), x);
}

namespace {
/// %y = math.tanh %x : f32
///   ->
/// %y = a polynomial of %x near 0, else 1 - 2 / (1 + e^|2 %x|) with the sign of %x; with fastmath<afn> on NVPTX a
///   rational function, and with fusion.rough_tanh llvm.intr.tanh(%x), which is tanh.approx there
struct ExpandTanh : OpRewritePattern<math::TanhOp> {
  ExpandTanh(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(math::TanhOp op, PatternRewriter &rewriter) const override {
    bool approxTanh = usesApproxTanh(op) && target == MathTarget::NVPTX;
    return expandInF32(op, op.getOperand(), rewriter, target, isApproximate(op),
                       [&](ArrayRef<Expr> x) { return approxTanh ? tanhApprox(x[0]) : tanhOp(x); });
  }

  MathTarget target;
};
} // namespace

void populateTanhPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<ExpandTanh>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
