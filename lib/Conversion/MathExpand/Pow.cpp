// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// powf, fpowi and ipowi.

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// high + low, low below an ULP of high.
struct Pair {
  Expr high, low;
};
} // namespace

/// x + y for |x| >= |y| or x = 0, with what the sum rounds off.
static Pair fastTwoSum(Expr x, Expr y) {
  Expr sum = x + y;
  return {sum, y - (sum - x)};
}

/// x y, with what the product rounds off.
static Pair twoProduct(Expr x, Expr y) {
  Expr product = x * y;
  return {product, fma(x, y, -product)};
}

/// log2 of x > 0 to about 2^-34: y log2 x goes up to 128, where an error of 2^-24 is 90 ULP of the power. 0 and
/// infinity give any finite value.
static Pair log2Extended(Expr x) {
  Expr subnormal = lt(x, 0x1p-126);
  Expr i = bits(select(subnormal, x * 0x1p23, x));
  Expr e = ashr(i - 0x3F3504F3, 23); // sqrt(1/2) becomes the low end
  Expr f = asFloat(i - shl(e, 23)) - 1.0;
  Expr ef = toFloat(e);
  ef = select(subnormal, ef - 23.0, ef);

  // s + sLow = f / (2 + f), in [-0.172, 0.172].
  Expr d = f + 2.0, dLow = f - (d - 2.0), reciprocal = quotient(1.0, d);
  Expr s = f * reciprocal;
  Expr sLow = fma(-s, dLow, fma(-s, d, f)) * reciprocal;

  // log2((1 + s) / (1 - s)) = s 2/ln 2 + s^3 Q(s^2); Q's error is 1.2e-11, relative to the whole.
  Pair v = twoProduct(s, s);
  v.low = fma(s + s, sLow, v.low);
  Expr r = horner(v.high, {0x1.2776ep-1, 0x1.a5d04p-2, 0x1.58915cp-2});
  constexpr double q0 = 0x1.ec709ep-1;
  Expr q = fma(r, v.high, q0), qLow = fma(r, v.high, q0 - q);
  Pair u = twoProduct(v.high, q);
  u.low = u.low + fma(v.high, qLow, v.low * q);
  Pair tail = twoProduct(s, u.high);
  tail.low = tail.low + fma(s, u.low, sLow * u.high);
  constexpr double c = 0x1.715476p+1, cLow = 0x1.4ae0cp-25;
  Pair head = twoProduct(s, x.b->constant(c, s));
  head.low = fma(s, cLow, fma(sLow, c, head.low));

  Pair a = fastTwoSum(ef, head.high), b = fastTwoSum(a.high, tail.high);
  return fastTwoSum(b.high, (a.low + b.low) + (head.low + tail.low));
}

/// |x|^y without the sign and the rules for 1, 0 and NaN.
static Expr powMagnitude(Expr a, Expr y) {
  Pair l = log2Extended(a);
  l.high = select(eq(a, 0.0), -kInf, select(eq(a, kInf), kInf, l.high));
  Pair p = twoProduct(y, l.high);
  // Beyond these bounds the power is infinite or zero, and the low part may be NaN.
  Expr inside = lt(abs(p.high), 160.0);
  Expr low = select(inside, fma(y, l.low, p.low), 0.0);
  Scaled e = exp2Parts(clamp(p.high, -160.0, 160.0), low);
  return scale(e.mantissa(), e.exponent);
}

/// C's pow.
Expr emitPow(Expr x, Expr y) {
  Expr a = abs(x);
  Expr power = powMagnitude(a, y);
  // -1 to an infinite power is 1, and so is every NaN above from 0 * infinity.
  power = select(eq(a, 1.0), 1.0, power);
  Expr half = y * 0.5, integral = eq(floor(y), y);
  Expr odd = integral & ne(floor(half), half);
  power = select(odd, copysign(power, x), power);
  // Negative finite numbers have real powers for integers only; floor(±infinity) counts as one.
  Expr negative = lt(x, 0.0) & gt(x, -kInf);
  power = select(negative & ne(floor(y), y), kNaN, power);
  power = select(isNaN(x) | isNaN(y), kNaN, power);
  return select(eq(x, 1.0) | eq(y, 0.0), 1.0, power);
}

/// x^n for n from -1 to 4 by multiplication: at most 2 ULP. (1 / x^2 would lose the results that are subnormal.)
static Expr smallPower(Expr x, int64_t n) {
  if (n < 0)
    return 1.0 / x;
  if (n == 0)
    return x.b->constant(1.0, x);
  Expr square = n >= 2 ? x * x : x;
  if (n == 3)
    return square * x;
  return n == 4 ? square * square : square;
}

namespace {
/// %z = math.powf %x, %y : f32
///   ->
/// %z = 2^(%y log2 |%x|) by polynomials, its sign and special values by arith.select; where %y is a constant from -1 to
///   4, or 0.5, by arith.mulf, arith.divf or math.sqrt alone
struct ExpandPowF : OpRewritePattern<math::PowFOp> {
  ExpandPowF(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(math::PowFOp op, PatternRewriter &rewriter) const override {
    APFloat constant(0.0f);
    double exponent = matchPattern(op.getRhs(), m_ConstantFloat(&constant)) ? constant.convertToDouble() : kNaN;
    return expandInF32(op, op->getOperands(), rewriter, target, isApproximate(op), [&](ArrayRef<Expr> v) {
      if (exponent == -1 || exponent == 0 || exponent == 1 || exponent == 2 || exponent == 3 || exponent == 4)
        return smallPower(v[0], static_cast<int64_t>(exponent));
      if (exponent == 0.5) // pow(-0, 0.5) is +0 and pow(-infinity, 0.5) is +infinity
        return select(eq(v[0], -kInf), kInf, sqrt(v[0] + 0.0));
      return emitPow(v[0], v[1]);
    });
  }

  MathTarget target;
};

/// %z = math.fpowi %x, %n : f32, i32
///   ->
/// %y = arith.sitofp %n : i32 to f32 (exact up to 2^24)
/// %p = |%x|^%y as of math.powf
/// %z = arith.select %n is odd, math.copysign %p, %x, %p; of a constant %n from -1 to 4 by arith.mulf alone
struct ExpandFPowI : OpRewritePattern<math::FPowIOp> {
  ExpandFPowI(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(math::FPowIOp op, PatternRewriter &rewriter) const override {
    if (isa<IndexType>(getElementTypeOrSelf(op.getRhs().getType())))
      return rewriter.notifyMatchFailure(op, "needs an exponent of integer type");
    APInt constant;
    bool known = matchPattern(op.getRhs(), m_ConstantInt(&constant)) && constant.sge(-1) && constant.sle(4);
    return expandInF32(op, op.getLhs(), rewriter, target, isApproximate(op), [&](ArrayRef<Expr> v) {
      MathBuilder &b = *v[0].b;
      if (known)
        return smallPower(v[0], constant.getSExtValue());
      Expr n = b.wrap(op.getRhs());
      Expr y = toFloat(n);
      // The exponent's parity, which a large one loses as a float.
      Expr power = emitPow(abs(v[0]), y);
      Expr odd = eq(n & b.constant(1, n), 1);
      return select(odd, copysign(power, v[0]), power);
    });
  }

  MathTarget target;
};

/// %z = math.ipowi %x, %n : i32
///   ->
/// %p1 = arith.select bit 0 of %n, %x, %c1
/// %x2 = arith.muli %x, %x
/// %t = arith.muli %p1, %x2
/// %p2 = arith.select bit 1 of %n, %t, %p1, and so on for each bit of %n but its sign
///
/// Products wrap. A negative power is what 1 / x^|n| is cut off to: 0, but of 1 and -1 (of 0 it is undefined).
struct ExpandIPowI : OpRewritePattern<math::IPowIOp> {
  ExpandIPowI(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(math::IPowIOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(op.getType()));
    if (!type || isa<TensorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "needs an integer, or a vector of them");
    if (type.getWidth() == 1) { // x or 1
      rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, arith::CmpIPredicate::ule, op.getRhs(), op.getLhs());
      return success();
    }
    MathBuilder b(op.getLoc(), rewriter, target, /*approximate=*/false);
    Expr x = b.wrap(op.getLhs()), n = b.wrap(op.getRhs()), one = b.constant(1, x);
    auto isOdd = [&](Expr i) { return eq(i & one, 1); };
    APInt constant;
    bool known = matchPattern(op.getRhs(), m_ConstantInt(&constant)) && constant.isNonNegative();
    unsigned bits = known ? constant.getActiveBits() : type.getWidth() - 1;
    Expr power = one, square = x;
    for (unsigned bit = 0; bit < bits; ++bit) {
      if (bit > 0)
        square = square * square;
      power = select(isOdd(lshr(n, bit)), power * square, power);
    }
    if (!known) {
      Expr inverse = select(eq(x, 1) | (eq(x, -1) & isOdd(n)), x, select(eq(x, -1), 1, b.constant(0, x)));
      power = select(lt(n, 0), inverse, power);
    }
    rewriter.replaceOp(op, power.value);
    return success();
  }

  MathTarget target;
};
} // namespace

void populatePowPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<ExpandPowF, ExpandFPowI, ExpandIPowI>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
