// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// log, log2, log10, log1p, asinh, acosh and atanh of f64.

#include "Wide.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

constexpr double kLn2High = 0x1.62e42fefa39efp-1, kLn2Low = 0x1.abc9e3b39803fp-56;

/// log(1 + f) for f in [-1/3, 1/3], as f less a correction that loses nothing: s = f / (2 + f), log = f - f^2/2 + s
/// (f^2/2 + s^2 R(s^2)) with R of log((1 + s) / (1 - s)) = 2 s + s^3 R(s^2); error of R 2.7e-17.
static Expr log1pSmall(Expr f, Expr low) {
  Expr s = f / (f + 2.0), z = s * s, half = f * f * 0.5;
  Expr r = z * horner(z, {0x1.5555555555555p-1, 0x1.9999999999f4ap-2, 0x1.24924923d8d53p-2, 0x1.c71c72e6a0bf3p-3,
                          0x1.745caa083f891p-3, 0x1.3b2a29705fb2cp-3, 0x1.0e857c4765545p-3, 0x1.16d0d0a09926bp-3});
  return f - (half - fma(s, half + r, low));
}

namespace {
/// A finite x > 0 as (1 + f) 2^e, f in [-1/3, 1/3].
struct Split {
  Expr f, e;
};
} // namespace

/// The exponent of a normal u > 0 whose fraction begins at 2/3.
static Expr exponentOf(Expr u) {
  Expr i = bits64(u);
  return ashr(i - i.b->constant(APInt(64, 0x3FE5555555555555), i), 52);
}

static Split split(Expr x) {
  Expr subnormal = lt(x, 0x1p-1022), scaled = select(subnormal, x * 0x1p54, x);
  Expr e = exponentOf(scaled), m = asDouble(bits64(scaled) - shl(e, 52)), value = toDouble(e);
  return {m - 1.0, select(subnormal, value - 54.0, value)};
}

/// Puts in what `y`, computed as if x were positive and finite, lacks: 0, infinity, negative numbers and NaN.
static Expr fixLogarithm(Expr x, Expr y) {
  y = select(eq(x, kInfinity), kInfinity, y);
  y = select(eq(x, 0.0), -kInfinity, y);
  return select(ge(x, 0.0), y, kNotANumber);
}

/// e ln 2 + log(1 + f).
static Expr combine(Expr f, Expr e) { return fma(e, kLn2High, log1pSmall(f, e * kLn2Low)); }

Expr wideLog(Expr x) {
  Split s = split(x);
  return fixLogarithm(x, combine(s.f, s.e));
}

Expr wideLog1p(Expr x) {
  // The exponent comes from u = 1 + x, the fraction from x itself.
  Expr u = x + 1.0, e = exponentOf(u), i = bits64(u);
  Expr s = asDouble(i.b->constant(APInt(64, 0x4010000000000000), i) - shl(e, 52)) * 0.25; // 2^-e
  Expr f = fma(x, s, s - 1.0);
  return copysign(fixLogarithm(u, combine(f, toDouble(e))), x);
}

/// log x times 1 / ln(base): `unit` is log_base(e), `ln2` log_base(2), each in two numbers.
static Expr logarithm(Expr x, double ln2, double ln2Low, double unit, double unitLow) {
  Split s = split(x);
  Expr l = log1pSmall(s.f, s.e.b->constant(0.0, s.e));
  Expr high = l * unit, low = fma(l, unitLow, fma(l, unit, -high));
  return fixLogarithm(x, fma(s.e, ln2, high) + fma(s.e, ln2Low, low));
}

namespace {
Expr logOp(ArrayRef<Expr> x) { return wideLog(x[0]); }
Expr log1pOp(ArrayRef<Expr> x) { return wideLog1p(x[0]); }
Expr log2Op(ArrayRef<Expr> x) { return logarithm(x[0], 1.0, 0.0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56); }
Expr log10Op(ArrayRef<Expr> x) {
  return logarithm(x[0], 0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

// From here on the square would overflow, and 1 is no more than a rounding error beside it.
constexpr double kLarge = 0x1p500;

/// log(a + sqrt(a^2 + 1)) = log1p(a + a^2 / (1 + sqrt(a^2 + 1))).
Expr asinhOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), s = a * a;
  Expr y = wideLog1p(a + s / (sqrt(s + 1.0) + 1.0));
  return copysign(select(gt(a, kLarge), wideLog(a) + kLn2High, y), x[0]);
}

/// log(x + sqrt(x^2 - 1)) = log1p(t + sqrt(2t + t^2)), t = x - 1.
Expr acoshOp(ArrayRef<Expr> x) {
  Expr t = x[0] - 1.0;
  Expr y = wideLog1p(t + sqrt(fma(t, t, t * 2.0)));
  y = select(gt(x[0], kLarge), wideLog(x[0]) + kLn2High, y);
  return select(lt(x[0], 1.0), kNotANumber, y);
}

/// log((1 + a) / (1 - a)) / 2 = log1p(2a / (1 - a)) / 2.
Expr atanhOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  return copysign(wideLog1p((a + a) / (1.0 - a)) * 0.5, x[0]);
}
} // namespace

void populateWideLogPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWide<math::AcoshOp, acoshOp>, ExpandWide<math::AsinhOp, asinhOp>,
               ExpandWide<math::AtanhOp, atanhOp>, ExpandWide<math::LogOp, logOp>, ExpandWide<math::Log10Op, log10Op>,
               ExpandWide<math::Log1pOp, log1pOp>, ExpandWide<math::Log2Op, log2Op>>(patterns.getContext());
}

} // namespace fusion::mathexpand
