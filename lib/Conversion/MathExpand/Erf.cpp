// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// erf and erfc.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace mlir::fusion::mathexpand {

constexpr float kSqrtHalf = 0x1.6a09e6p-1f;

/// erf(a) for a in [0, 0.85].
static Expr erfSmall(Expr a) {
  // erf(a)/a - 1 in a^2: relative error 7.1e-9.
  Expr s = a * a;
  Expr q = horner(s, {0x1.06eba8p-3, -0x1.812724p-2, 0x1.ce2516p-4, -0x1.b731c6p-6, 0x1.4b6126p-8, -0x1.4c8c42p-11});
  return fma(a, q, a);
}

Expr erfOp(ArrayRef<Expr> operands) {
  Expr x = operands[0], a = abs(x);
  // log2(erfc x) on [0.85, 3.95]: error 2.0e-9 of erf; erf(3.95) rounds to 1.
  Expr c = atMost(a, 3.95);
  Expr p = horner(c, {-0x1.5b0bap-13, -0x1.a09c2p+0, -0x1.d63b6cp-1, -0x1.349b2ap-3, 0x1.09ab24p-5, -0x1.25c70ep-8,
                      0x1.326054p-12});
  Expr large = {};
  if (x.b->useHardware()) {
    large = 1.0 - ex2ApproxFlush(p);
  } else {
    Scaled e = exp2Parts(p);
    large = 1.0 - e.mantissa() * pow2(e.exponent);
  }
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

static Expr preciseErfc(ErfcOperand z) {
  constexpr float limit = 10.1f; // erfc(10.1) rounds to 0
  Expr a = atMost(abs(z.x), z.halved ? limit / kSqrtHalf : limit);
  Scaled e = expMinusSquare(a, z.halved);
  Expr b = z.halved ? a * kSqrtHalf : a;
  Pair c = erfcx(b);
  Expr large = scale(fma(c.high, e.fraction, fma(c.low, e.fraction, c.low)) + c.high, e.exponent);
  return select(lt(b, 0.4), 1.0 - erfSmall(b), large);
}

/// e^(-z^2) as the square of e^(-z^2 / 2), which cannot underflow: the flushing instructions do.
static Expr approximateErfc(ErfcOperand z) {
  Expr a = atMost(abs(z.x), z.halved ? 14.3 : 10.1);
  Expr root = ex2ApproxFlush(a * a * (-0.5 * kLog2E * (z.halved ? 0.5 : 1.0)));
  Expr t = rcpApproxFlush(fma(a, (z.halved ? kSqrtHalf : 1.0) / 3.0, 1.0));
  // F as in erfcx, to a relative error of 1.4e-7.
  Expr f = horner(t, {0x1.81584cp-3, 0x1.7d41f8p-3, 0x1.8d075ep-3, 0x1.4aaa1ep-4, 0x1.5b72c6p-2, -0x1.10970ap-2,
                      0x1.9cc238p-2, -0x1.0032aap-3});
  return (t * f * root) * root;
}

static Expr emitErfc(ErfcOperand z) {
  Expr y = z.x.b->useHardware() ? approximateErfc(z) : preciseErfc(z);
  Expr negative = z.negated ? gt(z.x, 0.0) : lt(z.x, 0.0);
  return select(negative, 2.0 - y, y);
}

namespace {
/// math.erfc, looking through a product with ±1/sqrt 2 whose rounding does not matter.
struct ExpandErfc : OpRewritePattern<math::ErfcOp> {
  ExpandErfc(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(math::ErfcOp op, PatternRewriter &rewriter) const override {
    Value operand = op.getOperand();
    bool halved = false, negated = false;
    APFloat factor(0.0f);
    if (auto product = operand.getDefiningOp<arith::MulFOp>())
      if (getElementTypeOrSelf(operand).isF32() && (isFusible(product) || isApproximate(op)) &&
          matchPattern(product.getRhs(), m_ConstantFloat(&factor)) && std::abs(factor.convertToDouble()) == kSqrtHalf) {
        operand = product.getLhs();
        halved = true;
        negated = factor.convertToDouble() < 0;
      }
    return expandInF32(op, operand, rewriter, target, isApproximate(op),
                       [&](ArrayRef<Expr> x) { return emitErfc({x[0], halved, negated}); });
  }

  MathTarget target;
};
} // namespace

void populateErfPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::ErfOp, erfOp>, ExpandErfc>(patterns.getContext(), target);
}

} // namespace mlir::fusion::mathexpand
