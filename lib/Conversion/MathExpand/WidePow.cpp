// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// powf, fpowi, sqrt, rsqrt and cbrt of f64.

#include "Wide.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fusion::mathexpand {

static WidePair add(WidePair x, WidePair y) {
  WidePair sum = wideSum(x.high, y.high);
  return wideSum(sum.high, sum.low + (x.low + y.low));
}

static WidePair multiply(WidePair x, WidePair y) {
  WidePair product = wideProduct(x.high, y.high);
  product.low = product.low + fma(x.high, y.low, x.low * y.high);
  return product;
}

static WidePair number(double high, double low, Expr like) {
  return {like.b->constant(high, like), like.b->constant(low, like)};
}

/// log2 of x > 0 to about 2^-64: y log2 x goes up to 1075, where an error of 2^-53 is 750 ULP of the power. 0 and
/// infinity give any finite value.
static WidePair log2Extended(Expr x) {
  Expr subnormal = lt(x, 0x1p-1022), i = bits64(select(subnormal, x * 0x1p54, x));
  Expr e = ashr(i - i.b->constant(APInt(64, 0x3FE6A09E667F3BCD), i), 52); // sqrt(1/2) becomes the low end
  Expr f = asDouble(i - shl(e, 52)) - 1.0, value = toDouble(e);
  value = select(subnormal, value - 54.0, value);

  // s = f / (2 + f), in [-0.172, 0.172].
  Expr d = f + 2.0, dLow = f - (d - 2.0), s = f / d;
  WidePair quotient = {s, fma(-s, dLow, fma(-s, d, f)) / d};
  // log2((1 + s) / (1 - s)) = s (2/ln 2 + s^2 (2/(3 ln 2) + s^2 Q(s^2))); Q's error is 2.8e-18.
  WidePair z = multiply(quotient, quotient);
  Expr tail =
      z.high * horner(z.high, {0x1.2776c50ef9bfep-1, 0x1.a61762a7adfb0p-2, 0x1.484b13d79b061p-2, 0x1.0c9a84c061a67p-2,
                               0x1.c68f2e1e7295ap-3, 0x1.89ff02a917797p-3, 0x1.59db8178fc504p-3, 0x1.5a9517c09477fp-3});
  Expr zero = x.b->constant(0.0, x);
  WidePair p = add(number(0x1.ec709dc3a03fdp-1, 0x1.d27f05548af0cp-55, x), {tail, zero});
  p = add(number(0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55, x), multiply(z, p));
  return add({value, zero}, multiply(quotient, p));
}

/// |x|^y without the sign and the rules for 1, 0 and NaN.
static Expr powMagnitude(Expr a, Expr y) {
  WidePair l = log2Extended(a);
  l.high = select(eq(a, 0.0), -kInfinity, select(eq(a, kInfinity), kInfinity, l.high));
  WidePair p = wideProduct(y, l.high);
  // Beyond these bounds the power is infinite or zero, and the low part may be NaN.
  Expr inside = lt(abs(p.high), 1100.0), low = select(inside, fma(y, l.low, p.low), 0.0);
  Expr bounded = select(gt(p.high, 1100.0), 1100.0, select(lt(p.high, -1100.0), -1100.0, p.high));
  WideScaled e = wideExp2Parts(bounded, low);
  return wideScale(e.mantissa(), e.exponent);
}

/// C's pow.
static Expr emitWidePow(Expr x, Expr y) {
  Expr a = abs(x), power = powMagnitude(a, y);
  // -1 to an infinite power is 1, and so is every NaN above from 0 * infinity.
  power = select(eq(a, 1.0), 1.0, power);
  Expr half = y * 0.5, integral = eq(floor(y), y);
  Expr odd = integral & ne(floor(half), half);
  power = select(odd, copysign(power, x), power);
  // Negative finite numbers have real powers for integers only; floor(±infinity) counts as one.
  Expr negative = lt(x, 0.0) & gt(x, -kInfinity);
  power = select(negative & ne(floor(y), y), kNotANumber, power);
  power = select(isNaN(x) | isNaN(y), kNotANumber, power);
  return select(eq(x, 1.0) | eq(y, 0.0), 1.0, power);
}

namespace {
Expr powOp(ArrayRef<Expr> x) { return emitWidePow(x[0], x[1]); }
Expr sqrtOp(ArrayRef<Expr> x) { return sqrt(x[0]); }
Expr rsqrtOp(ArrayRef<Expr> x) { return 1.0 / sqrt(x[0]); }

/// |x|^(1/3), and a Newton step; both 0 and infinity are their own roots.
Expr cbrtOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), t = wideExp(wideLog(a) * (1.0 / 3.0));
  Expr step = fma(a / (t * t) - t, 1.0 / 3.0, t);
  return copysign(select(gt(a, 0.0) & lt(a, kInfinity), step, a), x[0]);
}

/// %z = math.fpowi %x, %n : f64, i64
///   ->
/// %y = arith.sitofp %n : i64 to f64 (exact up to 2^53)
/// %p = |%x|^%y as of math.powf
/// %z = arith.select %n is odd, math.copysign %p, %x, %p
struct ExpandWideFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op, PatternRewriter &rewriter) const override {
    if (isa<IndexType>(getElementTypeOrSelf(op.getRhs().getType())))
      return rewriter.notifyMatchFailure(op, "needs an exponent of integer type");
    return expandInF64(op, op.getLhs(), rewriter, [&](ArrayRef<Expr> x) {
      MathBuilder &b = *x[0].b;
      Expr n = b.wrap(op.getRhs()), power = emitWidePow(abs(x[0]), toDouble(n));
      return select(eq(n & b.constant(1, n), 1), copysign(power, x[0]), power);
    });
  }
};
} // namespace

void populateWidePowPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWide<math::CbrtOp, cbrtOp>, ExpandWide<math::PowFOp, powOp>, ExpandWide<math::RsqrtOp, rsqrtOp>,
               ExpandWide<math::SqrtOp, sqrtOp>, ExpandWideFPowI>(patterns.getContext());
}

} // namespace fusion::mathexpand
