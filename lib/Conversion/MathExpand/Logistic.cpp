// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// n / (1 + exp(z)): sigmoid (n = 1), silu (n = x) and gelu (n = x) in the form that does not cancel. Computed as
// written, e^z overflows from z = 88.7 on where the quotient is still a normal number (bf16 silu(-89) = -2e-37).

#include "Logistic.h"

#include "Exp.h"
#include "Expansion.h"
#include "PreciseLogistic.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fusion::mathexpand {

/// The constant that `value` is, with what f32 rounded off where it stands for one of gelu's: -2 sqrt(2/pi) and
/// -2 sqrt(2/pi) 0.044715.
static std::optional<std::pair<double, double>> matchConstant(Value value) {
  APFloat constant(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&constant)))
    return std::nullopt;
  double c = constant.convertToDouble();
  constexpr double scale = -1.5957691216057307118;
  for (double exact : {scale, scale * 0.044715})
    if (c == static_cast<float>(exact))
      return std::pair(c, exact - c);
  return std::pair(c, 0.0);
}

static Value stripSign(Value value) {
  auto negation = value.getDefiningOp<arith::NegFOp>();
  return negation ? negation.getOperand() : value;
}

/// mulf(x, fma(mulf(x, x), c1, c0)), where the outer product may be fused. Of a negated x, the canonical square is that
/// of the value without its sign.
static std::optional<Cubic> matchCubic(Value z) {
  auto product = z.getDefiningOp<arith::MulFOp>();
  if (!product || !isFusible(product))
    return std::nullopt;
  Value x = product.getLhs();
  auto inner = product.getRhs().getDefiningOp<math::FmaOp>();
  auto square = inner ? inner.getA().getDefiningOp<arith::MulFOp>() : nullptr;
  if (!square || square.getLhs() != square.getRhs() || stripSign(square.getLhs()) != stripSign(x))
    return std::nullopt;
  auto c0 = matchConstant(inner.getC()), c1 = matchConstant(inner.getB());
  if (!c0 || !c1)
    return std::nullopt;
  return Cubic{x, square.getResult(), *c0, *c1};
}

/// n e^-max(z, 0) / (1 + e^-|z|), z = factor * x, for any n, from g = e^(-|z|/2), which cannot underflow before the
/// result does.
static Expr approximateLogistic(Expr n, Expr x, double factor, bool saturates) {
  Expr g = ex2ApproxFlush(abs(x) * (-0.5 * kLog2E * std::abs(factor)));
  Expr reciprocal = rcpApproxFlush(fma(g, g, 1.0));
  if (saturates)
    reciprocal = select(lt(g, 0x1.6p-13), 1.0, reciprocal); // g^2 < 2^-25
  Expr positive = factor > 0 ? gt(x, 0.0) : lt(x, 0.0);
  return keepInfinite(n, factor > 0 ? x : -x, select(positive, n * g * g, n) * reciprocal);
}

// 1 / (1 + 2^t), t = z log2(e), is computed 2^24 times as large, as 1 / (2^-24 + 2^(t - 24)), so that the instructions
// that flush keep it to t = 150, the end of f32's subnormal numbers. Only the product with 2^-24, which does not flush,
// may be subnormal.
constexpr double kShiftFactor = 0x1p-24;

// A subnormal quotient has an error of up to 2^-150. Numerators as small as this make less than 0.01 of bf16's smallest
// number, 2^-133, of it; and 2^-162.5 times as much is zero (PreciseLogistic.h).
constexpr double kLargestNumerator = 512;
/// Zero and subnormal numbers lose digits, and their sign, where the quotient is scaled on its way.
constexpr double kLeastNumerator = 0x1p-100;
/// |z / x| from which |x| is no greater where the quotient is not zero.
constexpr double kLeastSlope = (126 + kShift) / kLog2E / kLargestNumerator;

/// factor / (1 + 2^t), from t - 24. One that saturates is `factor` where 2^t is beyond f32's digits, which the
/// instruction does not promise.
static Expr approximateQuotient(Expr shifted, double factor, bool saturates) {
  Expr y = rcpApproxFlush(ex2ApproxFlush(shifted) + kShiftFactor) * (factor * kShiftFactor);
  return saturates ? select(lt(shifted, -25 - kShift), factor, y) : y;
}

/// Whether |z / x| is at least kLeastSlope everywhere.
static bool isSteep(const Cubic &z) { return std::abs(z.c0.first) >= kLeastSlope && z.c0.first * z.c1.first >= 0; }

/// Whether a slope and what follows from it are far from the ends of f32.
static bool isModerate(double slope) { return std::abs(slope) >= 0x1p-100 && std::abs(slope) <= 0x1p100; }

/// The same as peelFactor, or the whole value times 1.
static std::pair<Value, double> peelModerateFactor(Value value) {
  auto [x, factor] = peelFactor(value);
  return isModerate(factor) ? std::pair(x, factor) : std::pair(value, 1.0);
}

/// The same of a cubic whose constants have one sign, and are no further apart than its two numbers hold.
static bool isModerate(const Cubic &z) {
  double c0 = z.c0.first, c1 = z.c1.first;
  return isModerate(c0) && c0 * c1 >= 0 && std::abs(c1) <= 0x1p20 * std::abs(c0);
}

bool Logistic::isApproximate() const { return mathexpand::isApproximate(quotient) && mathexpand::isApproximate(exp); }
bool Logistic::usesApproxTanh() const {
  return mathexpand::usesApproxTanh(quotient) && mathexpand::usesApproxTanh(exp);
}

void Logistic::replace(RewriterBase &rewriter, Value result) {
  rewriter.replaceOp(quotient, result);
  eraseDead(rewriter);
}

void Logistic::eraseDead(RewriterBase &rewriter) {
  for (Operation *dead : {sum.getOperation(), exp.getOperation()})
    if (dead->use_empty())
      rewriter.eraseOp(dead);
}

std::optional<Logistic> matchLogistic(arith::DivFOp op, StringRef &reason) {
  auto fail = [&](const char *why) {
    reason = why;
    return std::nullopt;
  };
  auto sum = op.getRhs().getDefiningOp<arith::AddFOp>();
  if (!sum)
    return fail("the divisor is no sum");
  auto exp = sum.getLhs().getDefiningOp<math::ExpOp>();
  Value one = sum.getRhs();
  if (!exp) {
    exp = sum.getRhs().getDefiningOp<math::ExpOp>();
    one = sum.getLhs();
  }
  if (!exp || !matchPattern(one, m_OneFloat()))
    return fail("the divisor is not 1 + exp(z)");
  if (!isFusible(op) || !isFusible(exp))
    return fail("the quotient and the exponential need fastmath<contract> or <afn>");
  if (op.getLhs() == exp.getResult())
    return fail("the dividend is the exponential itself, which may be infinite with it");
  if (!getElementTypeOrSelf(op.getType()).isF32())
    return fail("only f32 values have a common form");
  return Logistic{op, sum, exp};
}

std::optional<SimpleLogistic> matchSimpleLogistic(Logistic logistic) {
  Value n = logistic.quotient.getLhs(), z = logistic.exp.getOperand();
  auto [x, factor] = peelModerateFactor(z);
  APFloat constant(0.0f);
  if (matchPattern(n, m_ConstantFloat(&constant)) && std::abs(constant.convertToDouble()) <= kLargestNumerator)
    return SimpleLogistic{x, factor, 0.0, constant.convertToDouble()};
  if (n == x && std::abs(factor) >= kLeastSlope)
    return SimpleLogistic{x, factor, 0.0, std::nullopt};
  if (std::optional<Cubic> cubic = matchCubic(z); cubic && n == cubic->x && isSteep(*cubic))
    return SimpleLogistic{n, cubic->c0.first + cubic->c0.second, cubic->c1.first + cubic->c1.second, std::nullopt};
  return std::nullopt;
}

Expr SimpleLogistic::exponent(Expr x, double sign, double offset) const {
  double linear = sign * c0 * kLog2E, cubic = sign * c1 * kLog2E;
  if (cubic == 0)
    return fma(x, linear, offset);
  return fma(x, fma(x * x, cubic, linear), x.b->constant(offset, x));
}

/// n / (1 + e^z) as n (1/2 + 1/2 tanh(-z/2)), from the tanh. -0 keeps its sign.
static Expr approxLogistic(Expr n, Expr tanh) {
  double half = 0.5;
  return n * fma(tanh, half, half);
}

/// Whether n is x, with either sign, or a number: nothing infinite then meets a quotient that is zero for finite z.
static bool isBounded(Value n, Value x) { return matchPattern(n, m_Constant()) || stripSign(n) == stripSign(x); }

/// What a product that may be fused rounded off: x y, or x (x^2 c1 + c0) as gelu has it, where the rounding errors of
/// the polynomial count 88 times in the tail. Null for other values.
static Expr productError(MathBuilder &b, Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product || !isFusible(product))
    return {&b, {}};
  Expr x = b.wrap(product.getLhs()), y = b.wrap(product.getRhs()), z = b.wrap(value);
  std::optional<Cubic> cubic = matchCubic(value);
  if (!cubic)
    return fma(x, y, -z);

  // y = s c1 + c0 again in two parts, s = x^2 with its error too.
  auto [c0, c0Low] = cubic->c0;
  auto [c1, c1Low] = cubic->c1;
  Expr s = b.wrap(cubic->square), sLow = fma(x, x, -s);
  Expr p = s * c1;
  Expr pLow = fma(s, c1Low, fma(sLow, c1, fma(s, c1, -p)));
  Expr sum = p + c0, back = sum - p;
  Expr yLow = (p - (sum - back)) + (c0 - back) + (pLow + c0Low);
  // y itself was rounded once: sum and y may differ.
  return fma(x, (sum - y) + yLow, fma(x, y, -z));
}

namespace {
/// %e = math.exp %z fastmath<contract> : f32
/// %d = arith.addf %e, %one fastmath<contract> : f32
/// %y = arith.divf %n, %d fastmath<contract> : f32
///   ->
/// %y = %n / (1 + e^%z) as a whole: e^%z by parts, of which none overflows before the quotient does
struct ExpandLogistic : OpRewritePattern<arith::DivFOp> {
  ExpandLogistic(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(arith::DivFOp op, PatternRewriter &rewriter) const override {
    StringRef reason;
    std::optional<Logistic> logistic = matchLogistic(op, reason);
    if (!logistic)
      return rewriter.notifyMatchFailure(op, reason);
    bool approximate = logistic->isApproximate() && target == MathTarget::NVPTX;
    LogicalResult result =
        approximate ? expandApproximate(*logistic, rewriter) : expandPrecise(op, logistic->exp, rewriter);
    if (succeeded(result))
      logistic->eraseDead(rewriter);
    return result;
  }

  LogicalResult expandApproximate(Logistic logistic, PatternRewriter &rewriter) const {
    arith::DivFOp op = logistic.quotient;
    Value n = op.getLhs(), z = logistic.exp.getOperand();
    auto [x, f] = peelModerateFactor(z);
    bool saturates = !isOnlyScaled(op.getResult());
    if (logistic.usesApproxTanh())
      return expandApprox(op, z, x, f, rewriter);
    if (std::optional<SimpleLogistic> simple = matchSimpleLogistic(logistic))
      return expandInF32(op, simple->x, rewriter, target, true, [&](ArrayRef<Expr> v) {
        Expr shifted = simple->exponent(v[0], 1, -kShift);
        return simple->constant ? approximateQuotient(shifted, *simple->constant, saturates)
                                : v[0] * approximateQuotient(shifted, 1.0, saturates);
      });
    return expandInF32(op, {n, x}, rewriter, target, true,
                       [&, f = f](ArrayRef<Expr> v) { return approximateLogistic(v[0], v[1], f, saturates); });
  }

  /// z = factor * x.
  LogicalResult expandApprox(arith::DivFOp op, Value z, Value x, double factor, PatternRewriter &rewriter) const {
    Value n = op.getLhs();
    if (std::optional<Cubic> cubic = matchCubic(z))
      return expandInF32(op, {n, cubic->x}, rewriter, target, true, [&](ArrayRef<Expr> v) {
        Expr x = v[1], half = x * fma(x * x, -0.5 * cubic->c1.first, -0.5 * cubic->c0.first);
        Expr y = approxLogistic(v[0], tanhApprox(half));
        return isBounded(n, cubic->x) ? y : keepInfinite(v[0], -half, y);
      });
    return expandInF32(op, {n, x}, rewriter, target, true, [&](ArrayRef<Expr> v) {
      Expr half = v[1] * (-0.5 * factor), y = approxLogistic(v[0], tanhApprox(half));
      return isBounded(n, x) ? y : keepInfinite(v[0], -half, y);
    });
  }

  LogicalResult expandPrecise(arith::DivFOp op, math::ExpOp exp, PatternRewriter &rewriter) const {
    Value n = op.getLhs();
    APFloat constant(0.0f);
    bool small = false;
    if (matchPattern(n, m_ConstantFloat(&constant))) {
      double size = std::abs(constant.convertToDouble());
      small = size >= kLeastNumerator && size <= kLargestNumerator;
    }
    std::optional<Cubic> cubic = matchCubic(exp.getOperand());
    if (cubic && isModerate(*cubic) && (small || (stripSign(n) == stripSign(cubic->x) && isSteep(*cubic))))
      return expandInF32(op, {n, cubic->x}, rewriter, target, false,
                         [&](ArrayRef<Expr> v) { return cubicLogistic(v[0], v[1], *cubic); });
    auto [x, factor] = peelModerateFactor(exp.getOperand());
    double f = factor;
    // Of another product the general form below takes what it rounds off.
    auto product = x.getDefiningOp<arith::MulFOp>();
    bool isKnown = !product || !isFusible(product) || stripSign(n) == x;
    if (isKnown && (small || (stripSign(n) == x && std::abs(f) >= kLeastSlope)))
      return expandInF32(op, {n, x}, rewriter, target, false,
                         [&](ArrayRef<Expr> v) { return linearLogistic(v[0], v[1], f); });
    return expandInF32(op, {op.getLhs(), exp.getOperand()}, rewriter, target, false, [&](ArrayRef<Expr> v) {
      return preciseLogistic(v[0], v[1], productError(*v[0].b, exp.getOperand()));
    });
  }

  MathTarget target;
};
} // namespace

void populateLogisticPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<ExpandLogistic>(patterns.getContext(), target);
}

} // namespace fusion::mathexpand
