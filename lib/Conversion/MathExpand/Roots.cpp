// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sqrt, rsqrt, cbrt.

#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

namespace {
Expr sqrtOp(ArrayRef<Expr> x) {
  MathBuilder &b = *x[0].b;
  return b.useHardware() ? b.nvvm("sqrt.approx.f", x) : sqrt(x[0]);
}

/// The GPU's rsqrt.approx has an error of 2^-22.9, more than 2 ULP; a Newton step makes it about 1. Elsewhere 1 / sqrt
/// x (1.5 ULP).
Expr rsqrtOp(ArrayRef<Expr> operands) {
  Expr x = operands[0];
  if (!x.b->isNVPTX())
    return 1.0 / sqrt(x);
  Expr r = x.b->nvvm("rsqrt.approx.f", {x});
  if (x.b->useHardware())
    return r;
  Expr residual = fma(x * r, -r, 1.0);
  // 0, infinity and negative operands have no residual: the instruction's result is right.
  return select(lt(abs(residual), 1.0), fma(r * 0.5, residual, r), r);
}

/// |x|^(1/3), and a Newton step for what the rounded exponent cost; both 0 and infinity are their own roots.
Expr cbrtOp(ArrayRef<Expr> operands) {
  Expr x = operands[0], a = abs(x);
  Expr t = emitPow(a, a.b->constant(1.0 / 3.0, a));
  Expr step = fma(a / (t * t) - t, 1.0 / 3.0, t);
  return copysign(select(gt(a, 0.0) & lt(a, kInf), step, a), x);
}
} // namespace

void populateRootPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::CbrtOp, cbrtOp>, Expand<math::RsqrtOp, rsqrtOp>>(patterns.getContext(), target);
  if (target == MathTarget::NVPTX)
    patterns.add<Expand<math::SqrtOp, sqrtOp>>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
