// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All forms compute n / (1 + e^-|z|), and multiply it by e^-|z| where z is positive. The tail's relative error is the
// absolute one of z, so z takes two numbers there.

#include "PreciseLogistic.h"

#include "Exp.h"
#include <cmath>

namespace fusion::mathexpand {

Expr keepInfinite(Expr n, Expr z, Expr y) { return select(eq(abs(n), kInf) & lt(z, kInf), n, y); }

Expr preciseLogistic(Expr n, Expr z, Expr low) {
  Expr far = gt(abs(z), 174.0), positive = gt(z, 0.0);
  if (low.value)
    low = select(far, 0.0, select(positive, -low, low)); // z may be infinite, low is NaN then
  Scaled e = expParts(select(far, -174.0, -abs(z)), low);
  Expr half = ashr(e.exponent, 1);
  Expr s1 = pow2(half), s2 = select(far, 0.0, pow2(e.exponent - half));
  Expr y = quotient(n, e.mantissa() * s1 * s2 + 1.0);
  // Scaled before the product, which must not overflow; a zero keeps n's sign, which that sum may lose.
  Expr tail = y * s1;
  y = select(positive, fma(tail, e.fraction, tail) * s2, y);
  return keepInfinite(n, z, copysign(y, n));
}

/// |z| log2(e) below which e^-|z| is 1 to less than 2^-6 of an ULP. Nearer to zero nothing decays, since the decay
/// loses the sign of a quotient that is zero: silu of the least negative number is -0.
constexpr double kNoDecay = 0x1p-30;

/// n / (1 + 2^-t), times 2^-t where it `decays`, for t = r - k, |r| <= 1/2.
static Expr logistic(Expr n, Expr decays, Expr r, Expr k) {
  Expr fraction = exp2Fraction(r), power = pow2(k + kTailShift);
  Expr y = quotient(n, fma(fma(fraction, kTailUnit, kTailUnit), power, 1.0));
  Expr tail = y * power;
  return select(decays, fma(tail, fraction, tail) * kTailUnit, y);
}

Expr linearLogistic(Expr n, Expr x, double factor) {
  double slope = std::abs(factor) * kLog2E, high = static_cast<float>(slope), low = slope - high;
  Expr a = smaller(abs(x), kTailLimit / slope);
  Rounded k = roundProduct(a, a.b->constant(-high, a));
  Expr r = fma(a, -low, fma(a, -high, -k.value));
  double near = kNoDecay / slope;
  return logistic(n, factor > 0 ? gt(x, near) : lt(x, -near), r, k.integer);
}

/// The first `count` bits of a positive number.
static double firstBits(double x, int count) {
  int exponent = std::ilogb(x) - (count - 1);
  return std::ldexp(std::floor(std::ldexp(x, -exponent)), exponent);
}

/// The a > 0 of a (c0 + c1 a^2) = value, c0 > 0 and c1 >= 0.
static double solveCubic(double c0, double c1, double value) {
  double low = 0, high = value / c0;
  for (int step = 0; step < 60; ++step) {
    double middle = (low + high) / 2;
    (middle * (c0 + c1 * middle * middle) < value ? low : high) = middle;
  }
  return low;
}

Expr cubicLogistic(Expr n, Expr x, const Cubic &z) {
  double c0 = std::abs(z.c0.first + z.c0.second) * kLog2E, c1 = std::abs(z.c1.first + z.c1.second) * kLog2E;
  Expr a = smaller(abs(x), solveCubic(c0, c1, kTailLimit));

  // |z| log2(e) = a w, w = c0 + c1 s, s = a^2. The first bits of w, less those of c0, are a number of f32, and so is
  // nearly everything that they leave of the product.
  constexpr int kBits = 10;
  double first0 = firstBits(c0, kBits), high1 = static_cast<float>(c1);
  Expr s = a * a, sLow = fma(a, a, -s), w = fma(s, high1, c0);
  Expr first = asFloat(bits(w) & w.b->constant(APInt::getHighBitsSet(32, 9 + kBits - 1), bits(w)));
  Expr rest = fma(sLow, high1, fma(s, c1 - high1, c0 - first0));
  rest = fma(s, high1, first0 - first) + rest;

  Rounded k = roundProduct(a, -w);
  Expr r = fma(a, -first, -k.value);
  r = fma(a, -rest, r);
  double near = solveCubic(c0, c1, kNoDecay);
  return logistic(n, z.c0.first > 0 ? gt(x, near) : lt(x, -near), r, k.integer);
}

} // namespace fusion::mathexpand
