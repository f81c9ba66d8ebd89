// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sigmoid, silu, hardswish, mish.

#include "Expressions.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

/// The z of 1 + exp(z), or null.
static Value matchLogisticDenominator(Value value) {
  auto add = value.getDefiningOp<AddOp>();
  if (!add)
    return nullptr;
  Value exponential = getSplatDouble(add.getLhs()) == 1.0 ? add.getRhs() : add.getLhs();
  if (getSplatDouble(add.getLhs()) != 1.0 && getSplatDouble(add.getRhs()) != 1.0)
    return nullptr;
  auto exp = exponential.getDefiningOp<ExpOp>();
  return exp && exp.getType() == value.getType() ? exp.getInput() : nullptr;
}

/// Replaces `op` by x / (1 + exp(-beta x)), which is gelu with tanh without its cubic part: known as quick gelu where
/// beta is 1.702.
static void replaceBySilu(Operation *op, Value x, double beta, PatternRewriter &rewriter) {
  Type type = op->getResult(0).getType();
  if (beta == 1.0)
    rewriter.replaceOpWithNewOp<SiluOp>(op, type, x);
  else
    rewriter.replaceOpWithNewOp<GeluOp>(op, type, x, GeluApproximation::Tanh, rewriter.getF64FloatAttr(0.5 * beta),
                                        rewriter.getF64FloatAttr(0.0));
}

namespace {
/// %1 = fusion.neg %x
/// %2 = fusion.exp %1
/// %3 = fusion.add %2, %one
/// %0 = fusion.div %one, %3
///   ->
/// %0 = fusion.sigmoid %x, or fusion.silu %x where the dividend is %x
struct RaiseLogistic : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    Value argument = matchLogisticDenominator(op.getRhs());
    if (!argument || argument.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the divisor is not 1 + exp(-x)");
    if (getSplatDouble(op.getLhs()) != 1.0) {
      std::optional<std::pair<double, double>> line =
          op.getLhs().getType() == op.getType() ? matchLinear(argument, op.getLhs()) : std::nullopt;
      if (!line || line->first != 0)
        return rewriter.notifyMatchFailure(op, "the dividend is neither 1 nor x");
      replaceBySilu(op, op.getLhs(), -line->second, rewriter);
      return success();
    }
    for (Value x : getPolynomialVariables(argument))
      if (x.getType() == op.getType() && matchLinear(argument, x) == std::pair(0.0, -1.0)) {
        rewriter.replaceOpWithNewOp<SigmoidOp>(op, op.getType(), x);
        return success();
      }
    return rewriter.notifyMatchFailure(op, "the argument of its exponential is negated nowhere");
  }
};

/// %1 = fusion.mul %x, %half
/// %2 = fusion.tanh %1
/// %3 = fusion.mul %2, %half
/// %0 = fusion.add %3, %half
///   ->
/// %0 = fusion.sigmoid %x
struct RaiseTanhSigmoid : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (Value variable : getPolynomialVariables(op.getResult())) {
      auto tanh = variable.getDefiningOp<TanhOp>();
      if (!tanh || matchLinear(op.getResult(), variable) != std::pair(0.5, 0.5))
        continue;
      for (Value x : getPolynomialVariables(tanh.getInput()))
        if (x.getType() == op.getType() && matchLinear(tanh.getInput(), x) == std::pair(0.0, 0.5)) {
          rewriter.replaceOpWithNewOp<SigmoidOp>(op, op.getType(), x);
          return success();
        }
    }
    return rewriter.notifyMatchFailure(op, "it is not 0.5 + 0.5 tanh(0.5 x)");
  }
};

/// %1 = fusion.sigmoid %x
/// %0 = fusion.mul %x, %1
///   ->
/// %0 = fusion.silu %x; of a multiple of x fusion.gelu without cubic part
struct RaiseSilu : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    for (auto [x, gate] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto sigmoid = gate.getDefiningOp<SigmoidOp>();
      if (!sigmoid || x.getType() != op.getType() || sigmoid.getType() != op.getType())
        continue;
      std::optional<std::pair<double, double>> line = matchLinear(sigmoid.getInput(), x);
      if (!line || line->first != 0)
        continue;
      replaceBySilu(op, x, line->second, rewriter);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "it is not the product of x and the logistic function of a multiple of it");
  }
};

/// %1 = fusion.add %x, %three
/// %2 = fusion.clamp %1 {min = 0.0 : f64, max = 6.0 : f64}
/// %3 = fusion.mul %x, %2
/// %0 = fusion.div %3, %six
///   ->
/// %0 = fusion.hardswish %x; also with the sixth taken inside of the clamp, and factors in any order
template <typename RootOp> struct RaiseHardswish : OpRewritePattern<RootOp> {
  using OpRewritePattern<RootOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(RootOp op, PatternRewriter &rewriter) const override {
    for (Value factor : getFactors(op.getResult())) {
      auto clamp = factor.getDefiningOp<ClampOp>();
      if (!clamp || clamp.getIgnoreNan() || !clamp.getMin().isPosZero()) // of -0.0 the product has the other sign
        continue;
      for (Value x : getPolynomialVariables(clamp.getInput()))
        if (x.getType() == op.getType() && matches(op, x, clamp)) {
          rewriter.replaceOpWithNewOp<HardswishOp>(op, op.getType(), x);
          return success();
        }
    }
    return rewriter.notifyMatchFailure(op, "it is no product of x and a clamped line");
  }

  static bool matches(RootOp op, Value x, ClampOp clamp) {
    std::optional<std::pair<double, double>> line = matchLinear(clamp.getInput(), x);
    std::optional<double> constant = matchGatedProduct(op.getResult(), x, clamp.getResult());
    if (!line || !constant)
      return false;
    // x + 3 up to 6, of which a sixth is taken in the end, or x / 6 + 1/2 up to 1.
    auto is = [type = op.getType().getElementType()](double value, double exact) {
      return isRoundingOf(value, exact, type);
    };
    return llvm::any_of(ArrayRef({1.0, 1.0 / 6.0}), [&](double slope) {
      bool shifts = is(line->first, 3 * slope) || equalButForRounding(line->first, 3 * line->second); // (x + 3) / 6
      return is(line->second, slope) && shifts && is(clamp.getMax().convertToDouble(), 6 * slope) &&
             is(*constant, 1.0 / 6.0 / slope);
    });
  }
};
} // namespace

/// Whether `value` is log(1 + exp(x)), in one of the ways that frameworks write it.
static bool matchLogOfExp(Value value, Value x) {
  Operation *op = value.getDefiningOp();
  if (!op || value.getType() != x.getType())
    return false;
  auto isExpOf = [&](Value exponential, auto matches) {
    auto exp = exponential.getDefiningOp<ExpOp>();
    return exp && exp.getType() == x.getType() && matches(exp.getInput());
  };
  auto isX = [&](Value v) { return v == x; };
  if (auto softplus = dyn_cast<SoftplusOp>(op))
    return softplus.getInput() == x;
  if (auto log = dyn_cast<Log1pOp>(op))
    return isExpOf(log.getInput(), isX);
  auto add = dyn_cast<AddOp>(op);
  if (auto log = dyn_cast<LogOp>(op)) {
    add = log.getInput().getDefiningOp<AddOp>();
    return add && ((getSplatDouble(add.getRhs()) == 1.0 && isExpOf(add.getLhs(), isX)) ||
                   (getSplatDouble(add.getLhs()) == 1.0 && isExpOf(add.getRhs(), isX)));
  }
  if (!add) // relu x + log1p(exp(-|x|))
    return false;
  for (auto [first, second] : {std::pair(add.getLhs(), add.getRhs()), std::pair(add.getRhs(), add.getLhs())}) {
    auto relu = first.getDefiningOp<ReluOp>();
    auto log = second.getDefiningOp<Log1pOp>();
    if (!relu || relu.getInput() != x || !log)
      continue;
    return isExpOf(log.getInput(), [&](Value v) {
      auto neg = v.getDefiningOp<NegOp>();
      auto abs = neg ? neg.getInput().getDefiningOp<AbsOp>() : AbsOp();
      return abs && abs.getInput() == x;
    });
  }
  return false;
}

/// The same behind choices that change nothing: of x itself where x > 20, which is PyTorch's, and of NaN for NaN (JAX).
static bool matchSoftplus(Value value, Value x, unsigned depth = 2) {
  auto select = value.getDefiningOp<SelectOp>();
  if (!select)
    return matchLogOfExp(value, x);
  auto compare = select.getCondition().getDefiningOp<CompareOp>();
  if (depth == 0 || !compare || select.getType() != x.getType())
    return false;
  Value chosen = select.getOnTrue(), lhs = compare.getLhs();
  if (auto cast = lhs.getDefiningOp<CastOp>(); cast && getElementTypeOrSelf(cast.getType()).isF64())
    lhs = cast.getInput();
  bool isIdle = false;
  if (compare.getPredicate() == arith::CmpFPredicate::OGT) {
    std::optional<double> limit = getSplatDouble(compare.getRhs());
    isIdle = chosen == x && lhs == x && limit && *limit >= 20;
  } else if (compare.getPredicate() == arith::CmpFPredicate::UNE && lhs == x && compare.getRhs() == x) {
    auto sum = chosen.getDefiningOp<AddOp>();
    isIdle = chosen == x || (sum && sum.getLhs() == x && getSplatDouble(sum.getRhs()) == 0.0);
  }
  return isIdle && matchSoftplus(select.getOnFalse(), x, depth - 1);
}

namespace {
/// %1 = fusion.softplus %x
/// %2 = fusion.tanh %1
/// %0 = fusion.mul %x, %2
///   ->
/// %0 = fusion.mish %x, for all spellings of softplus
struct RaiseMish : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    if (op.getType().getElementType().isF64())
      return rewriter.notifyMatchFailure(op, "f64 has digits of log(1 + exp(x)) where x is chosen instead");
    for (auto [x, gate] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto tanh = gate.getDefiningOp<TanhOp>();
      if (!tanh || x.getType() != op.getType() || !matchSoftplus(tanh.getInput(), x))
        continue;
      rewriter.replaceOpWithNewOp<MishOp>(op, op.getType(), x);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "it is not the product of x and tanh(log(1 + exp(x)))");
  }
};
} // namespace

void fusion::populateRaiseGatePatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseLogistic, RaiseTanhSigmoid, RaiseSilu, RaiseMish, RaiseHardswish<MulOp>, RaiseHardswish<DivOp>>(
      patterns.getContext());
}
