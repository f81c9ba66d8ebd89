// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// exp, exp2, expm1, tanh, sinh and cosh of f64.

#include "Wide.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

constexpr double kLog2E = 0x1.71547652b82fep+0;
constexpr double kLn2High = 0x1.62e42fefa39efp-1, kLn2Low = 0x1.abc9e3b39803fp-56;
// Adding 1.5 * 2^52 rounds to an integer, which is then in the low bits.
constexpr double kRoundShift = 0x1.8p52;

namespace {
struct Rounded {
  Expr value, integer;
};
} // namespace

static Rounded unshift(Expr shifted) {
  Expr i = bits64(shifted);
  return {shifted - kRoundShift, i - i.b->constant(APInt(64, 0x4338000000000000), i)};
}

static Expr power2(Expr n) { return asDouble(shl(n + 1023, 52)); }

Expr wideScale(Expr x, Expr n) {
  Expr half = ashr(n, 1);
  return x * power2(half) * power2(n - half);
}

/// (e^r - 1 - r) / r^2 on |r| <= 0.3469: error 1.4e-18.
static Expr expTail(Expr r) {
  return horner(r, {0.5, 0x1.5555555555557p-3, 0x1.5555555555556p-5, 0x1.11111111100bep-7, 0x1.6c16c16c162c3p-10,
                    0x1.a01a01abf85abp-13, 0x1.a01a01a6e1e2ap-16, 0x1.71de01fdbf9cap-19, 0x1.27e4db46cddd1p-22,
                    0x1.af4e554377204p-26, 0x1.1f7340dbc337ep-29});
}

WideScaled wideExpParts(Expr x, Expr low) {
  Rounded n = unshift(fma(x, kLog2E, kRoundShift));
  Expr r = fma(n.value, -kLn2High, x); // exact
  r = low.value ? r + fma(n.value, -kLn2Low, low) : fma(n.value, -kLn2Low, r);
  return {fma(r * r, expTail(r), r), n.integer};
}

WideScaled wideExp2Parts(Expr x, Expr low) {
  Rounded n = unshift(x + kRoundShift);
  Expr t = x - n.value; // exact
  if (low.value)
    t = t + low;
  Expr r = t * kLn2High, rLow = fma(t, kLn2Low, fma(t, kLn2High, -r));
  return {fma(r * r, expTail(r), rLow) + r, n.integer};
}

/// NaN stays.
static Expr limit(Expr x, double low, double high) {
  x = select(lt(x, low), low, x);
  return select(gt(x, high), high, x);
}

Expr wideExp(Expr x) {
  // Beyond these bounds the result is zero or infinity, by the final scaling.
  WideScaled e = wideExpParts(limit(x, -746.0, 710.0));
  return wideScale(e.mantissa(), e.exponent);
}

Expr wideExpm1(Expr x) {
  // Below -40 the result is -1, above 710 infinity. The sign of zero is the operand's.
  Expr c = limit(x, -40.0, 710.0);
  Rounded n = unshift(fma(c, kLog2E, kRoundShift));
  Expr high = fma(n.value, -kLn2High, c), r = fma(n.value, -kLn2Low, high);
  Expr lost = fma(n.value, -kLn2Low, high - r); // by the last step
  Expr p = fma(r * r, expTail(r), lost) + r;
  Expr beyond = gt(n.integer, 1023.0);
  Expr s = power2(select(beyond, 1023.0, n.integer));
  Expr y = select(beyond, fma(s, p, s) * 2.0, fma(s, p, s - 1.0));
  return copysign(y, x);
}

namespace {
Expr expOp(ArrayRef<Expr> x) { return wideExp(x[0]); }
Expr expm1Op(ArrayRef<Expr> x) { return wideExpm1(x[0]); }

Expr exp2Op(ArrayRef<Expr> x) {
  WideScaled e = wideExp2Parts(limit(x[0], -1076.0, 1025.0));
  return wideScale(e.mantissa(), e.exponent);
}

/// t / (t + 2), t = e^2a - 1: 1 from a = 19.1 on.
Expr tanhOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), t = wideExpm1(select(gt(a, 22.0), 22.0, a) * 2.0);
  return copysign(t / (t + 2.0), x[0]);
}

/// e^a / 2 for a >= 0, which overflows later than e^a.
static Expr halfExp(Expr a) {
  WideScaled e = wideExpParts(select(gt(a, 712.0), 712.0, a));
  return wideScale(e.mantissa(), e.exponent - 1);
}

Expr coshOp(ArrayRef<Expr> x) {
  Expr up = halfExp(abs(x[0]));
  return up + 0.25 / up;
}

/// (t + t / (t + 1)) / 2, t = e^a - 1; e^a / 2 from 22 on.
Expr sinhOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]), t = wideExpm1(select(gt(a, 22.0), 22.0, a));
  Expr small = (t + t / (t + 1.0)) * 0.5;
  return copysign(select(gt(a, 22.0), halfExp(a), small), x[0]);
}
} // namespace

void populateWideExpPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWide<math::CoshOp, coshOp>, ExpandWide<math::ExpOp, expOp>, ExpandWide<math::Exp2Op, exp2Op>,
               ExpandWide<math::ExpM1Op, expm1Op>, ExpandWide<math::SinhOp, sinhOp>, ExpandWide<math::TanhOp, tanhOp>>(
      patterns.getContext());
}

} // namespace fusion::mathexpand
