// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// log, log2, log10, log1p.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

/// log(1 + f) = f + tail for f in [-1/3, 1/3]; error of the approximation 9.1e-10, relative to the whole.
static Expr log1pTail(Expr f) {
  Expr p = horner(f, {0x1.555556p-2, -0x1.ffff02p-3, 0x1.99985ep-3, -0x1.559bb8p-3, 0x1.24d792p-3, -0x1.f3345ap-4,
                      0x1.bb4efcp-4, -0x1.07e19ep-3, 0x1.e014b2p-4});
  return (f * f) * fma(p, f, -0.5);
}

namespace {
/// A finite x > 0 as (1 + f) 2^e, f in [-1/3, 1/3); e is an integer in f32.
struct Split {
  Expr f, e;
};
} // namespace

static Split split(Expr x) {
  Expr subnormal = lt(x, 0x1p-126);
  Expr i = bits(select(subnormal, x * 0x1p23, x));
  Expr e = ashr(i - 0x3F2AAAAB, 23); // 2/3 becomes the low end
  Expr m = asFloat(i - shl(e, 23));
  Expr ef = toFloat(e);
  return {m - 1.0, select(subnormal, ef - 23.0, ef)};
}

/// Puts in what `y`, computed as if x were positive and finite, lacks: 0, infinity, negative numbers and NaN.
static Expr fixLogarithm(Expr x, Expr y) {
  y = select(eq(x, kInf), kInf, y);
  y = select(eq(x, 0.0), -kInf, y);
  return select(ge(x, 0.0), y, kNaN);
}

/// log x times 1 / ln(base): `ln2` is log_base(2) and `unit` log_base(e), each as a sum of two f32.
static Expr logarithm(Expr x, double ln2, double ln2Low, double unit, double unitLow) {
  Split s = split(x);
  Expr tail = log1pTail(s.f);
  Expr y = tail;
  if (unit != 1.0) {
    y = fma(s.f, unitLow, tail * unit);
    y = fma(s.e, ln2Low, y);
    y = fma(s.f, unit, y);
  } else {
    y = fma(s.e, ln2Low, tail) + s.f;
  }
  return fixLogarithm(x, fma(s.e, ln2, y));
}

/// The hardware's lg2 has an absolute error of 2^-22 on [0.5, 2]: good enough outside [2/3, 4/3], where |log2| >= 0.41.
static Expr approximateLogarithm(Expr x, double ln2, double unit) {
  Expr f = x - 1.0;
  Expr y = f + log1pTail(f);
  if (unit != 1.0)
    y = y * unit;
  Expr near = lt(abs(f), 1.0 / 3.0);
  return select(near, y, ln2 == 1.0 ? lg2Approx(x) : lg2Approx(x) * ln2);
}

Expr emitLog(Expr x) {
  if (x.b->useHardware())
    return approximateLogarithm(x, kLn2, 1.0);
  return logarithm(x, 0x1.62e43p-1, -0x1.05c61p-29, 1.0, 0.0);
}

/// log(1 + x): the exponent comes from u = 1 + x, the fraction from x itself.
Expr emitLog1p(Expr x) {
  Expr u = x + 1.0;
  Expr e = ashr(bits(u) - 0x3F2AAAAB, 23);
  Expr s = asFloat(0x40800000 - shl(e, 23)) * 0.25; // 2^-e, e in [-24, 128]
  // (1 + x) 2^-e - 1: x 2^-e + (2^-e - 1), where only the last addition rounds.
  Expr f = fma(x, s, s - 1.0);
  Expr ef = toFloat(e);
  Expr y = fma(ef, -0x1.05c61p-29, log1pTail(f)) + f;
  y = fma(ef, 0x1.62e43p-1, y);
  y = fixLogarithm(u, y);
  return copysign(y, x); // the sign of zero is the operand's
}

namespace {
Expr logOp(ArrayRef<Expr> x) { return emitLog(x[0]); }
Expr log1pOp(ArrayRef<Expr> x) { return emitLog1p(x[0]); }

Expr log2Op(ArrayRef<Expr> x) {
  if (x[0].b->useHardware())
    return approximateLogarithm(x[0], 1.0, kLog2E);
  return logarithm(x[0], 1.0, 0.0, 0x1.715476p+0, 0x1.4ae0cp-26);
}

Expr log10Op(ArrayRef<Expr> x) {
  if (x[0].b->useHardware())
    return approximateLogarithm(x[0], 0.30102999566398119521, 0.43429448190325182765);
  return logarithm(x[0], 0x1.344136p-2, -0x1.ec10cp-27, 0x1.bcb7b2p-2, -0x1.5b235ep-27);
}

} // namespace

void populateLogPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::LogOp, logOp>, Expand<math::Log2Op, log2Op>, Expand<math::Log10Op, log10Op>,
               Expand<math::Log1pOp, log1pOp>>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
