// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// atan, atan2, asin and acos of f64.

#include "Wide.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

constexpr double kPiHalf = 0x1.921fb54442d18p+0, kPiHalfLow = 0x1.1a62633145c07p-54;

/// c pi/2 + y.
static Expr plusPiHalves(double c, Expr y) { return (y + c * kPiHalfLow) + c * kPiHalf; }

/// atan q for q in [0, 1]; from tan(pi/8) on pi/4 + atan((q - 1) / (q + 1)). On [-0.4143, 0.4143] the polynomial's
/// error is 1.2e-18.
static Expr atanCore(Expr quotient) {
  Expr steep = gt(quotient, 0x1.a827999fcef32p-2);
  Expr t = select(steep, (quotient - 1.0) / (quotient + 1.0), quotient), s = t * t;
  Expr q = horner(s, {-0x1.5555555555555p-2, 0x1.9999999999953p-3, -0x1.249249248d7cap-3, 0x1.c71c71c30300bp-4,
                      -0x1.745d165d9ee17p-4, 0x1.3b1392d04b71cp-4, -0x1.110e875de57ebp-4, 0x1.e19a0439b3b4bp-5,
                      -0x1.ac7a216389ddfp-5, 0x1.74dbcb5c2167ap-5, -0x1.1b2e7e3386b79p-5, 0x1.0ac7d2dc4c828p-6});
  Expr y = fma(t * s, q, t);
  return select(steep, plusPiHalves(0.5, y), y);
}

/// C's atan2(y, x).
static Expr emitWideAtan2(Expr y, Expr x) {
  Expr ay = abs(y), ax = abs(x), steep = gt(ay, ax);
  Expr large = select(steep, ay, ax), small = select(steep, ax, ay);
  Expr t = select(eq(large, 0.0), 0.0, small / large); // 0/0 counts as 0, infinity/infinity as 1
  Expr angle = atanCore(select(eq(small, kInfinity), 1.0, t));
  angle = select(steep, plusPiHalves(1, -angle), angle);
  angle = select(lt(bits64(x), 0.0), plusPiHalves(2, -angle), angle);
  return select(isNaN(x) | isNaN(y), kNotANumber, copysign(angle, y));
}

namespace {
Expr atanOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), large = gt(a, 1.0);
  Expr y = atanCore(select(large, 1.0 / a, a));
  return copysign(select(large, plusPiHalves(1, -y), y), x[0]);
}

Expr atan2Op(ArrayRef<Expr> x) { return emitWideAtan2(x[0], x[1]); }

/// sqrt(1 - x^2) without cancellation.
Expr cofactor(Expr x) { return sqrt((1.0 - x) * (x + 1.0)); }

Expr asinOp(ArrayRef<Expr> x) { return emitWideAtan2(x[0], cofactor(x[0])); }
Expr acosOp(ArrayRef<Expr> x) { return emitWideAtan2(cofactor(x[0]), x[0]); }
} // namespace

void populateWideInverseTrigPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWide<math::AcosOp, acosOp>, ExpandWide<math::AsinOp, asinOp>, ExpandWide<math::AtanOp, atanOp>,
               ExpandWide<math::Atan2Op, atan2Op>>(patterns.getContext());
}

} // namespace fusion::mathexpand
