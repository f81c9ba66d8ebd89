// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// erf and erfc.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;

namespace fusion::mathexpand {

constexpr float kSqrtHalf = 0x1.6a09e6p-1f;

/// erf(a) for a in [0, 0.85].
static Expr erfSmall(Expr a) {
  // erf(a)/a - 1 in a^2: relative error 7.1e-9.
  Expr s = a * a;
  Expr q = horner(s, {0x1.06eba8p-3, -0x1.812724p-2, 0x1.ce2516p-4, -0x1.b731c6p-6, 0x1.4b6126p-8, -0x1.4c8c42p-11});
  return fma(a, q, a);
}

/// A rational function of x on [-3.65, 3.65], where 1 - erf is 2.4e-7: relative error 1.6e-7. Where erf rounds to 1 it
/// is 1, since a sum with -1 may follow.
static Expr approximateErf(Expr x) {
  Expr a = abs(x), c = smaller(a, 3.65), s = c * c;
  Expr p = horner(s, {0x1.20dd72p+0, 0x1.0e04acp-2, 0x1.ebb888p-5, 0x1.9fc208p-8, 0x1.f393a8p-13});
  Expr q = horner(s, {1.0, 0x1.225038p-1, 0x1.234536p-3, 0x1.49406p-6, 0x1.a3fa58p-10, 0x1.ee9734p-17});
  return withSign(select(gt(a, 3.9192), 1.0, c * p * rcpApproxFlush(q)), x);
}

Expr erfOp(ArrayRef<Expr> operands) {
  if (operands[0].b->useHardware())
    return approximateErf(operands[0]);
  Expr x = operands[0], a = abs(x);
  // log2(erfc x) on [0.85, 3.95]: error 2.0e-9 of erf; erf(3.95) rounds to 1.
  Expr c = atMost(a, 3.95);
  Expr p = horner(c, {-0x1.5b0bap-13, -0x1.a09c2p+0, -0x1.d63b6cp-1, -0x1.349b2ap-3, 0x1.09ab24p-5, -0x1.25c70ep-8,
                      0x1.326054p-12});
  Scaled e = exp2Parts(p);
  Expr large = 1.0 - e.mantissa() * pow2(e.exponent);
  return copysign(select(lt(a, 0.85), erfSmall(a), large), x);
}

namespace {
/// The operand z of erfc: z = x or z = x / sqrt 2 with the exact factor, which is what a product with f32's 1/sqrt 2
/// stands for (gelu). Knowing the exact z keeps the far tail accurate: a rounding error of z counts 2z^2 times.
struct ErfcOperand {
  Expr x;
  bool halved;
  bool negated;
};
} // namespace

/// e^(-z^2) for a = |z| (or |z| sqrt 2 when halved); the square is exact in two parts.
static Scaled expMinusSquare(Expr a, bool halved) {
  Expr half = halved ? a * -0.5 : -a;
  Expr high = half * a;
  return expParts(high, fma(half, a, -high));
}

/// high + low, with |low| no more than about an ULP of high.
namespace {
struct Pair {
  Expr high, low;
};
} // namespace

/// erfc(a) e^(a^2) = t F(t), t = 3 / (3 + a), for a in [0, 10.2].
static Pair erfcx(Expr a) {
  Expr s = a + 3.0;
  Expr t = quotient(3.0, s);
  // What the sum and the quotient lost; F changes up to 2.4 times as fast as t.
  Expr back = s - a;
  Expr lost = (a - (s - back)) + (3.0 - back);
  Expr low = t * (fma(-lost, t, fma(-s, t, 3.0)) * (1.0 / 3.0));
  // F in t - 121/256 on t in [0.227, 1]: relative error 5.2e-9. The centre keeps Horner's rule well-conditioned (its
  // partial sums are at most 2.2 F) and makes the constant term f32 to 1e-9.
  Expr u = (t - 121.0 / 256) + low;
  Expr g = horner(u, {0x1.186bdcp-1, 0x1.719756p-1, 0x1.854a4cp-1, 0x1.323fd6p-1, 0x1.277b80p-2, -0x1.e5d828p-10,
                      -0x1.eeae3cp-4, -0x1.cbcb70p-5, 0x1.d1aae0p-5});
  constexpr double center = 0x1.5eb09cp-2;
  Expr f = fma(g, u, center);
  Expr fLow = fma(g, u, center - f); // what this last step rounded off
  Expr high = t * f;
  return {high, fma(t, f, -high) + fma(t, fLow, low * f)};
}

static Expr isNegative(ErfcOperand z) { return z.negated ? gt(z.x, 0.0) : lt(z.x, 0.0); }

/// erfc z, or n erfc z if n is not null: where erfc is below the normal numbers, the product need not be.
static Expr preciseErfc(ErfcOperand z, Expr n) {
  const double unit = z.halved ? 1.0 / kSqrtHalf : 1.0; // x for z = 1
  const double limit = 10.1 * unit;                     // erfc(10.1) rounds to 0
  Expr a = atMost(abs(z.x), limit);
  Scaled e = expMinusSquare(a, z.halved);
  Expr b = z.halved ? a * kSqrtHalf : a;
  Pair c = erfcx(b);
  Expr mantissa = fma(c.high, e.fraction, fma(c.low, e.fraction, c.low)) + c.high;
  Expr y = select(lt(b, 0.6), 1.0 - erfSmall(b), scale(mantissa, e.exponent));
  y = select(isNegative(z), 2.0 - y, y);
  if (!n.value)
    return y;
  Expr tail = select(gt(abs(z.x), limit), n * 0.0, scale(mantissa * n, e.exponent));
  return select(z.negated ? lt(z.x, -unit) : gt(z.x, unit), tail, y * n);
}

/// y/2 erfc(-y / sqrt 2) = max(y, 0) - |y| Q(|y|), where Q(a) is what the normal distribution has beyond a.
static Expr preciseGelu(Expr y) {
  constexpr double slope = 0.5 * kLog2E, high = static_cast<float>(slope), low = slope - high;
  Expr a = smaller(abs(y), std::sqrt(kTailLimit / slope));
  // e^(a^2/2) erfc(a / sqrt 2) / 2 = t F(t), t = 4 / (4 + a) = high + low: what the sum and the reciprocal lost counts.
  Expr sum = a + 4.0, reciprocal = sum.b->isNVPTX() ? rcpApproxFlush(sum) : 1.0 / sum;
  Expr t = reciprocal * 4.0, lost = a - (sum - 4.0);
  Expr tLow = fma(-lost, t, fma(-sum, t, 4.0)) * reciprocal;
  // F in t - 129/256 on t in [0.21, 1]: relative error 9.6e-9. The centre keeps Horner's rule well-conditioned and t
  // less the centre below 1/2, and its constant term is f32 to 6e-9.
  Expr f =
      horner((t - 129.0 / 256) + tLow, {0x1.852654p-3, 0x1.3a5b92p-2, 0x1.90ed7p-2, 0x1.81e014p-2, 0x1.f13448p-3,
                                        0x1.e23776p-5, -0x1.d73112p-5, -0x1.987c28p-5, 0x1.80a01ep-7, 0x1.1b0bb2p-6});
  // Limited for a positive y alone, so that the infinite negative one gives NaN.
  Expr tail = larger(-y, a) * fma(tLow, f, t * f);

  Expr s = a * a, sLow = fma(a, a, -s);
  Rounded k = roundProduct(s, s.b->constant(-high, s));
  Expr r = fma(s, -low, fma(s, -high, -k.value));
  r = fma(sLow, -high, r);
  Expr fraction = exp2Fraction(r), power = pow2(k.integer + kTailShift);
  tail = tail * power;
  tail = fma(tail, fraction, tail);
  return fma(tail, -kTailUnit, select(lt(y, 0.0), -0.0, y));
}

/// factor * erfc(z), for |factor| <= 2: e^(-z^2) times a rational function of |z|. The exponential is computed 2^24
/// times and the function 2^-24 times as large as it is, so that ex2, which flushes, makes normal numbers only.
static Expr approximateErfc(ErfcOperand z, double factor) {
  constexpr double shift = 24;
  const double unit = z.halved ? 1.0 : 2 * kSqrtHalf; // the approximation is one in v = |z| sqrt 2
  Expr a = atMost(abs(z.x), 14.4 / unit);
  Expr e = ex2ApproxFlush(fma(a * a, -0.5 * kLog2E * unit * unit, shift));
  // erfc(v / sqrt 2) e^(v^2 / 2) / 2: relative error 2.4e-7 for v < 6, which f16 asks for, and 1.5e-6 up to 14.4.
  SmallVector<double> p = {0x1.fffff8p-2, 0x1.6b1e66p-2, 0x1.d8441ap-4, 0x1.06e4c6p-6};
  SmallVector<double> q = {1.0, 0x1.81d09p+0, 0x1.ddca22p-1, 0x1.27ad2ap-2, 0x1.498bf2p-5};
  for (auto [i, c] : llvm::enumerate(p))
    c *= std::pow(unit, i) * std::ldexp(2 * factor, -static_cast<int>(shift));
  for (auto [i, c] : llvm::enumerate(q))
    c *= std::pow(unit, i);
  Expr y = horner(a, p) * rcpApproxFlush(horner(a, q)) * e;
  return select(isNegative(z), 2.0 * factor - y, y);
}

/// n factor erfc(z) by tanh: the normal distribution is nearly logistic in a cubic, 1 / (1 + exp(-1.5976 v - 0.070566
/// v^3)), with an error of 1.41e-4 (Bowling, Khasawneh, Kaewkuekool, Cho: A logistic approximation to the cumulative
/// normal distribution, 2009).
static Expr approxErfc(ErfcOperand z, Expr n, double factor) {
  const double unit = z.halved ? 1.0 : 2 * kSqrtHalf, sign = z.negated ? 0.5 : -0.5; // v = z sqrt 2 = unit x
  Expr t = tanhApprox(z.x * fma(z.x * z.x, sign * 0.070566 * unit * unit * unit, sign * 1.5976 * unit));
  return n * fma(t, factor, factor);
}

namespace {
/// The operand of a math.erfc, looking through a product with ±1/sqrt 2 whose rounding does not matter.
struct MatchedOperand {
  Value value;
  bool halved = false, negated = false;

  explicit MatchedOperand(math::ErfcOp op) : value(op.getOperand()) {
    APFloat factor(0.0f);
    auto product = value.getDefiningOp<arith::MulFOp>();
    if (!product || !getElementTypeOrSelf(value).isF32() || !(isFusible(product) || isApproximate(op)) ||
        !matchPattern(product.getRhs(), m_ConstantFloat(&factor)) || std::abs(factor.convertToDouble()) != kSqrtHalf)
      return;
    value = product.getLhs();
    halved = true;
    negated = factor.convertToDouble() < 0;
  }

  ErfcOperand on(Expr x) const { return {x, halved, negated}; }
};

/// %y = math.erfc %z : f32
///   ->
/// polynomials and an exponential of %z (arith, math.fma); factors of %z that are constants go into their coefficients
struct ExpandErfc : OpRewritePattern<math::ErfcOp> {
  ExpandErfc(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(math::ErfcOp op, PatternRewriter &rewriter) const override {
    MatchedOperand z(op);
    return expandInF32(op, z.value, rewriter, target, isApproximate(op), [&](ArrayRef<Expr> x) {
      if (!x[0].b->useHardware())
        return preciseErfc(z.on(x[0]), {nullptr, {}});
      return approximateErfc(z.on(x[0]), 1.0);
    });
  }

  MathTarget target;
};

/// %e = math.erfc %z fastmath<contract> : f32
/// %y = arith.mulf %n, %e fastmath<contract> : f32
///   ->
/// %y = polynomials and an exponential of %z, with %n in the last product
///
/// The rounding of %e is no part of the meaning. So it is with gelu, whose %n is x / 2 and whose %z is -x √½.
struct ExpandScaledErfc : OpRewritePattern<arith::MulFOp> {
  ExpandScaledErfc(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(arith::MulFOp op, PatternRewriter &rewriter) const override {
    auto erfc = op.getRhs().getDefiningOp<math::ErfcOp>();
    if (!erfc || !erfc->hasOneUse())
      return rewriter.notifyMatchFailure(op, "the second factor is no erfc of one use");
    if (!isFusible(op) || !isFusible(erfc))
      return rewriter.notifyMatchFailure(op, "both operations need fastmath<contract> or <afn>");
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "only f32 values have a common form");
    bool approximate = isApproximate(erfc) && target == MathTarget::NVPTX;
    LogicalResult result = approximate ? expandApproximate(op, erfc, rewriter) : expandPrecise(op, erfc, rewriter);
    if (succeeded(result))
      rewriter.eraseOp(erfc);
    return result;
  }

  LogicalResult expandPrecise(arith::MulFOp op, math::ErfcOp erfc, PatternRewriter &rewriter) const {
    auto [x, slope] = peelFactor(erfc.getOperand());
    auto [n, factor] = peelFactor(op.getLhs());
    if (n == x && std::abs(slope) == kSqrtHalf && factor == (slope < 0 ? 0.5 : -0.5))
      return expandInF32(op, x, rewriter, target, false,
                         [negated = slope > 0](ArrayRef<Expr> v) { return preciseGelu(negated ? -v[0] : v[0]); });
    MatchedOperand z(erfc);
    return expandInF32(op, {z.value, op.getLhs()}, rewriter, target, false,
                       [&](ArrayRef<Expr> v) { return preciseErfc(z.on(v[0]), v[1]); });
  }

  /// A constant factor of n goes into erfc's approximation: gelu is x times (erfc / 2).
  LogicalResult expandApproximate(arith::MulFOp op, math::ErfcOp erfc, PatternRewriter &rewriter) const {
    MatchedOperand z(erfc);
    bool approxTanh = usesApproxTanh(op) && usesApproxTanh(erfc);
    Value n = op.getLhs();
    double factor = 1.0;
    APFloat constant(0.0f);
    auto product = n.getDefiningOp<arith::MulFOp>();
    if (product && isFusible(product) && matchPattern(product.getRhs(), m_ConstantFloat(&constant)) &&
        std::abs(constant.convertToDouble()) <= 2) {
      n = product.getLhs();
      factor = constant.convertToDouble();
    }
    return expandInF32(op, {z.value, n}, rewriter, target, true, [&](ArrayRef<Expr> v) {
      return approxTanh ? approxErfc(z.on(v[0]), v[1], factor) : v[1] * approximateErfc(z.on(v[0]), factor);
    });
  }

  MathTarget target;
};
} // namespace

void populateErfPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::ErfOp, erfOp>, ExpandErfc>(patterns.getContext(), target);
}

void populateScaledErfcPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<ExpandScaledErfc>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
