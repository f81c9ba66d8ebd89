// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// erf and erfc of f64.

#include "Wide.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

/// erf(a) for a in [0, 0.85]: a + a P(a^2), error of P 1.7e-19.
static Expr erfSmall(Expr a) {
  Expr p =
      horner(a * a, {0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042aa4p-4, -0x1.b82ce31280ad2p-6,
                     0x1.565bcd0cbc822p-8, -0x1.c02db3961ad42p-11, 0x1.f9a316553b846p-14, -0x1.f4d0a38fd2327p-17,
                     0x1.b9c846a586343p-20, -0x1.5e0cc9acbf46cp-23, 0x1.e78b9106ed917p-27, -0x1.e5cf004e4727fp-31});
  return fma(a, p, a);
}

/// erfc(a) e^(a^2) = t F(t), t = 3 / (3 + a), for a in [0.59, 28]; error of F 5.4e-19.
static WidePair erfcx(Expr a) {
  Expr s = a + 3.0, t = 3.0 / s;
  // What the sum and the quotient lost; F changes up to 2.4 times as fast as t.
  Expr back = s - a, lost = (a - (s - back)) + (3.0 - back);
  Expr low = t * (fma(-lost, t, fma(-s, t, 3.0)) * (1.0 / 3.0));
  Expr u = (t - 0x1.dd674e6ac79eap-2) + low;
  Expr g = horner(u, {0x1.13b52e72709e9p-1, 0x1.6a24c547d0f14p-1, 0x1.7d7635210db3fp-1,  0x1.2d803599becb2p-1,
                      0x1.2753cd498640dp-2, 0x1.97fcfd0fc0de0p-9, -0x1.d7382c87f8838p-4, -0x1.e48fa46da1f99p-5,
                      0x1.146bdbb52474bp-5, 0x1.5c38c1b18b8d9p-5, -0x1.4cca6e6000659p-7, -0x1.c7aef6c03e951p-6,
                      0x1.369868449181cp-8, 0x1.39f9b947cf50cp-6, -0x1.3248d5aea515fp-8, -0x1.c1e9ad223a957p-7,
                      0x1.8a5a086d66b4bp-8, 0x1.2d058c714e1fbp-7, -0x1.b4fbfb0fdd9ffp-8, -0x1.12117f8514634p-8,
                      0x1.1e48d74f6c5bdp-8});
  constexpr double center = 0x1.5b1b83ddf19c2p-2, centerLow = 0x1.d15a471d952b4p-57;
  Expr f = fma(g, u, center), fLow = fma(g, u, center - f) + centerLow;
  WidePair y = wideProduct(t, f);
  return {y.high, y.low + fma(t, fLow, low * f)};
}

/// erfc(a) for a in [0.59, 28], which is beyond its last subnormal number: e^(-a^2) of an exact square, scaled last.
static Expr erfcLarge(Expr a) {
  Expr c = select(gt(a, 28.0), 28.0, a);
  WidePair square = wideProduct(-c, c);
  WideScaled e = wideExpParts(square.high, square.low);
  WidePair x = erfcx(c);
  Expr mantissa = fma(x.high, e.fraction, fma(x.low, e.fraction, x.low)) + x.high;
  return wideScale(mantissa, e.exponent);
}

namespace {
Expr erfOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  return copysign(select(lt(a, 0.85), erfSmall(a), 1.0 - erfcLarge(a)), x[0]);
}

Expr erfcOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), small = erfSmall(a), large = erfcLarge(a);
  Expr positive = select(lt(a, 0.6), 1.0 - small, large);
  return select(lt(x[0], 0.0), select(lt(a, 0.85), small + 1.0, 2.0 - large), positive);
}
} // namespace

void populateWideErfPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWide<math::ErfOp, erfOp>, ExpandWide<math::ErfcOp, erfcOp>>(patterns.getContext());
}

} // namespace fusion::mathexpand
