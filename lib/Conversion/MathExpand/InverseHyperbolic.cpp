// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// asinh, acosh, atanh, by log1p of what does not cancel.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

// From here on the square would overflow, and 1 is no more than a rounding error beside it.
constexpr double kLarge = 0x1p60;

namespace {
/// log(a + sqrt(a^2 + 1)) = log1p(a + a^2 / (1 + sqrt(a^2 + 1))).
Expr asinhOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), s = a * a;
  Expr y = emitLog1p(a + s / (sqrt(s + 1.0) + 1.0));
  return copysign(select(gt(a, kLarge), emitLog(a) + kLn2, y), x[0]);
}

/// log(x + sqrt(x^2 - 1)) = log1p(t + sqrt(2t + t^2)), t = x - 1.
Expr acoshOp(ArrayRef<Expr> x) {
  Expr t = x[0] - 1.0;
  Expr y = emitLog1p(t + sqrt(fma(t, t, t * 2.0)));
  y = select(gt(x[0], kLarge), emitLog(x[0]) + kLn2, y);
  return select(lt(x[0], 1.0), kNaN, y);
}

/// log((1 + a) / (1 - a)) / 2 = log1p(2a / (1 - a)) / 2.
Expr atanhOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  return copysign(emitLog1p((a + a) / (1.0 - a)) * 0.5, x[0]);
}
} // namespace

void populateInverseHyperbolicPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::AcoshOp, acoshOp>, Expand<math::AsinhOp, asinhOp>, Expand<math::AtanhOp, atanhOp>>(
      patterns.getContext(), target);
}

} // namespace fusion::mathexpand
