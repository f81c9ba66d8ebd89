// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// atan, atan2, asin, acos.

#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

constexpr double kPiHalf = 0x1.921fb6p+0, kPiHalfLow = -0x1.777a5cp-25;

/// atan t for t in [0, 1]: relative error 2.7e-9.
static Expr atanCore(Expr t) {
  Expr s = t * t;
  Expr q = horner(s, {-0x1.55553ep-2, 0x1.9991e4p-3, -0x1.2420a6p-3, 0x1.c08f18p-4, -0x1.581564p-4, 0x1.da612p-5,
                      -0x1.fe03a8p-6, 0x1.64cbeep-7, -0x1.d4ac8ap-10});
  return fma(t * s, q, t);
}

/// c pi/2 - y.
static Expr piHalvesMinus(double c, Expr y) { return c * kPiHalf - (y - c * kPiHalfLow); }

/// C's atan2(y, x).
Expr emitAtan2(Expr y, Expr x) {
  Expr ay = abs(y), ax = abs(x);
  Expr steep = gt(ay, ax);
  Expr large = select(steep, ay, ax), small = select(steep, ax, ay);
  Expr t = select(eq(large, 0.0), 0.0, small / large); // 0/0 counts as 0, infinity/infinity as 1
  t = select(eq(small, kInf), 1.0, t);
  Expr angle = atanCore(t);
  angle = select(steep, piHalvesMinus(1, angle), angle);
  angle = select(lt(bits(x), 0.0), piHalvesMinus(2, angle), angle);
  return select(isNaN(x) | isNaN(y), kNaN, copysign(angle, y));
}
namespace {
Expr atanOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), large = gt(a, 1.0);
  Expr y = atanCore(select(large, 1.0 / a, a));
  return copysign(select(large, piHalvesMinus(1, y), y), x[0]);
}

Expr atan2Op(ArrayRef<Expr> x) { return emitAtan2(x[0], x[1]); }

/// sqrt(1 - x^2) without cancellation.
Expr cofactor(Expr x) { return sqrt((1.0 - x) * (x + 1.0)); }

Expr asinOp(ArrayRef<Expr> x) { return emitAtan2(x[0], cofactor(x[0])); }
Expr acosOp(ArrayRef<Expr> x) { return emitAtan2(cofactor(x[0]), x[0]); }
} // namespace

void populateInverseTrigPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::AcosOp, acosOp>, Expand<math::AsinOp, asinOp>, Expand<math::AtanOp, atanOp>,
               Expand<math::Atan2Op, atan2Op>>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
