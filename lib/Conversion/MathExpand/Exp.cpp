// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// exp, exp2, expm1. Coefficients: minimax fits by Remez exchange, rounded to f32 one by one from the lowest up, the
// rest fitted again after each.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

// Adding 1.5 * 2^23 rounds to an integer, which is then in the low bits: cheaper than roundeven everywhere.
constexpr float kRoundShift = 12582912.0f;
constexpr int32_t kRoundShiftBits = 0x4B400000;

// ln 2 in two pieces: n * kLn2High is exact for |n| < 2^9.
constexpr double kLn2High = 0x1.62e4p-1;
constexpr double kLn2Low = 0x1.7f7d1cp-20;

Expr pow2(Expr n) { return asFloat(shl(n + 127, 23)); }

Expr scale(Expr x, Expr n) {
  Expr half = ashr(n, 1);
  return x * pow2(half) * pow2(n - half);
}

static Rounded unshift(Expr shifted) { return {shifted - kRoundShift, bits(shifted) - kRoundShiftBits}; }

Rounded roundNearest(Expr x) { return unshift(x + kRoundShift); }
Rounded roundProduct(Expr x, Expr y) { return unshift(fma(x, y, kRoundShift)); }

Scaled expParts(Expr x, Expr low) {
  Rounded n = unshift(fma(x, kLog2E, kRoundShift));
  Expr r = fma(n.value, -kLn2High, x); // exact
  r = low.value ? r + fma(n.value, -kLn2Low, low) : fma(n.value, -kLn2Low, r);
  // e^r on |r| <= 0.3467: relative error 3.4e-9.
  Expr q = horner(r, {0x1.fffffcp-2, 0x1.55548cp-3, 0x1.5558a6p-5, 0x1.123cfap-7, 0x1.6a591ap-10});
  return {fma(r * r, q, r), n.integer};
}

Expr exp2Fraction(Expr r) {
  return r * horner(r, {0x1.62e432p-1, 0x1.ebfbe6p-3, 0x1.c6add4p-5, 0x1.3b2268p-7, 0x1.5f9d02p-10, 0x1.4aaa2cp-13});
}

Scaled exp2Parts(Expr x, Expr low) {
  Rounded n = roundNearest(x);
  Expr r = x - n.value;
  if (low.value)
    r = r + low;
  return {exp2Fraction(r), n.integer};
}

/// 2^(2h) as a square: 2^h is a normal number wherever the result is one or subnormal. The instruction that does not
/// flush is four (a test, two conditional products).
static Expr exp2OfTwice(Expr h) {
  Expr g = ex2ApproxFlush(h);
  return g * g;
}

Expr emitExp(Expr x) {
  if (x.b->useHardware())
    return exp2OfTwice(x * (0.5 * kLog2E));
  // Beyond these bounds the result is infinity or zero, by the final scaling.
  Scaled e = expParts(clamp(x, -105.0, 89.0));
  return scale(e.mantissa(), e.exponent);
}

Expr emitExp2(Expr x) {
  if (x.b->useHardware())
    return exp2OfTwice(x * 0.5);
  Scaled e = exp2Parts(clamp(x, -151.0, 129.0));
  return scale(e.mantissa(), e.exponent);
}

Expr expm1Core(Expr x) {
  Rounded n = unshift(fma(x, kLog2E, kRoundShift));
  Expr r = fma(n.value, -kLn2High, x);
  r = fma(n.value, -kLn2Low, r);
  // (e^r - 1 - r) / r^2 on |r| <= 0.3467: error 3.3e-9 relative to e^r - 1.
  Expr q = horner(r, {0.5, 0x1.55552cp-3, 0x1.555502p-5, 0x1.115674p-7, 0x1.6d2e16p-10, 0x1.3928fcp-13});
  Expr p = fma(r * r, q, r);
  Expr s = pow2(select(gt(n.integer, 127.0), 127.0, n.integer));
  Expr y = fma(s, p, s - 1.0);
  return select(gt(n.integer, 127.0), fma(s, p, s) * 2.0, y);
}

/// e^x - 1 near 0 by a polynomial, else by ex2, which flushes nothing that counts beside 1: error 6e-7 (at 88 3e-6).
static Expr approximateExpm1(Expr x) {
  // (e^x - 1) / x on |x| <= 0.35
  Expr small = x * horner(x, {1.0, 0x1.fffe6p-2, 0x1.55563cp-3, 0x1.570d6ep-5, 0x1.1138d2p-7});
  return select(lt(abs(x), 0.35), small, ex2ApproxFlush(x * kLog2E) - 1.0);
}

Expr emitExpm1(Expr x) {
  if (x.b->useHardware())
    return approximateExpm1(x);
  // Below -25 the result is -1, above 89 infinity. The sign of zero is the operand's.
  return copysign(expm1Core(clamp(x, -25.0, 89.0)), x);
}

namespace {
Expr expOp(ArrayRef<Expr> x) { return emitExp(x[0]); }
Expr exp2Op(ArrayRef<Expr> x) { return emitExp2(x[0]); }
Expr expm1Op(ArrayRef<Expr> x) { return emitExpm1(x[0]); }
} // namespace

void populateExpPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::ExpOp, expOp>, Expand<math::Exp2Op, exp2Op>, Expand<math::ExpM1Op, expm1Op>>(
      patterns.getContext(), target);
}

} // namespace fusion::mathexpand
