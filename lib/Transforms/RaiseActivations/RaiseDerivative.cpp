// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derivatives of silu and gelu, in the gradients that frameworks write.

#include "Derivatives.h"
#include "Expressions.h"
#include "SumOfProducts.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

using Kind = Factor::Kind;

namespace {
/// A derivative that an expression may be a multiple of.
struct Candidate {
  SumOfProducts pattern;
  std::function<Value(OpBuilder &, Location)> build;
};
} // namespace

static Product times(Factor x, unsigned power, Factor f = {Kind::Plain, {}}, unsigned powerOfF = 0) {
  Product product;
  if (power)
    product[x] = power;
  if (powerOfF)
    product[f] = powerOfF;
  return product;
}

/// `value`, or the exact constant if it differs from it by no more than the rounding of f32.
static double orExact(double value, double exact) { return equalButForRounding(value, exact) ? exact : value; }

/// s + β x s - β x s², s the logistic function of β x.
static std::optional<Candidate> matchSilu(Factor function, Value x) {
  std::optional<std::pair<double, double>> linear = matchLinear(function.of, x);
  if (function.kind != Kind::Logistic || !linear || linear->first != 0)
    return std::nullopt;
  double beta = linear->second;
  Factor factor{Kind::Plain, x};
  Candidate candidate;
  candidate.pattern.add(times(factor, 0, function, 1), 1.0);
  candidate.pattern.add(times(factor, 1, function, 1), beta);
  candidate.pattern.add(times(factor, 1, function, 2), -beta);
  candidate.build = [=](OpBuilder &builder, Location loc) {
    return createLogisticGateDerivative(builder, loc, x, beta, 0.0);
  };
  return candidate;
}

/// ½ (1 + t) + ½ x (1 - t²) (s + 3 s c x²), t the tanh of s (x + c x³).
static std::optional<Candidate> matchGeluTanh(Factor function, Value x) {
  std::optional<Polynomial> p = matchPolynomial(function.of, x);
  if (function.kind != Kind::Tanh || !p || (*p)[0] != 0 || (*p)[1] == 0 || (*p)[2] != 0 || (*p)[3] == 0)
    return std::nullopt;
  double scale = (*p)[1], cubic = (*p)[3];
  Factor factor{Kind::Plain, x};
  Candidate candidate;
  candidate.pattern.add({}, 0.5);
  candidate.pattern.add(times(factor, 0, function, 1), 0.5);
  for (unsigned square : {0, 2}) {
    double sign = square ? -0.5 : 0.5;
    candidate.pattern.add(times(factor, 1, function, square), sign * scale);
    candidate.pattern.add(times(factor, 3, function, square), 3 * sign * cubic);
  }
  candidate.build = [=](OpBuilder &builder, Location loc) {
    double twice = 2 * orExact(scale, std::sqrt(2.0 / M_PI));
    return createLogisticGateDerivative(builder, loc, x, twice, twice * orExact(cubic / scale, 0.044715));
  };
  return candidate;
}

/// ½ (1 + erf z) + z exp(-z²) / √π with z = s x; `bell` is the exponential.
static std::optional<Candidate> matchGeluErf(Factor function, Factor bell, Value x) {
  if (function.kind != Kind::Erf || bell.kind != Kind::Exp)
    return std::nullopt;
  std::optional<std::pair<double, double>> linear = matchLinear(function.of, x);
  std::optional<Polynomial> square = matchPolynomial(bell.of, x);
  if (!linear || linear->first != 0 || !square || (*square)[0] != 0 || (*square)[1] != 0 || (*square)[3] != 0)
    return std::nullopt;
  double scale = std::abs(linear->second);
  if (!equalButForRounding(-(*square)[2], scale * scale))
    return std::nullopt;
  Factor factor{Kind::Plain, x};
  Candidate candidate;
  candidate.pattern.add({}, 0.5);
  candidate.pattern.add(times(factor, 0, function, 1), linear->second > 0 ? 0.5 : -0.5);
  candidate.pattern.add(times(factor, 1, bell, 1), scale / std::sqrt(M_PI));
  candidate.build = [=](OpBuilder &builder, Location loc) {
    return createErfGeluDerivative(builder, loc, x, orExact(scale, std::sqrt(0.5)));
  };
  return candidate;
}

/// The derivatives that functions of x may be part of.
static SmallVector<Candidate> getCandidates(ArrayRef<Factor> functions, Value x) {
  SmallVector<Candidate> candidates;
  auto take = [&](std::optional<Candidate> candidate) {
    if (candidate)
      candidates.push_back(std::move(*candidate));
  };
  for (Factor function : functions) {
    take(matchSilu(function, x));
    take(matchGeluTanh(function, x));
    for (Factor bell : functions)
      take(matchGeluErf(function, bell, x));
  }
  return candidates;
}

/// The functions of a product, as values again.
static Value buildFactor(OpBuilder &builder, Location loc, Factor factor) {
  Type type = factor.of.getType();
  switch (factor.kind) {
  case Kind::Plain:
    return factor.of;
  case Kind::Logistic:
    return SigmoidOp::create(builder, loc, type, factor.of);
  case Kind::Tanh:
    return TanhOp::create(builder, loc, type, factor.of);
  case Kind::Erf:
    return ErfOp::create(builder, loc, type, factor.of);
  case Kind::Exp:
    return ExpOp::create(builder, loc, type, factor.of);
  }
  llvm_unreachable("all kinds are listed");
}

namespace {
/// %1 = fusion.sigmoid %x
/// %2 = fusion.sub %one, %1
/// %3 = fusion.mul %x, %2
/// %4 = fusion.add %3, %one
/// %0 = fusion.mul %1, %4
///   ->
/// %0 = fusion.map(%a = %x), the derivative of silu
///
/// And the derivatives of gelu; with a gradient and other factors anywhere, and with all brackets multiplied out or
/// not.
template <typename RootOp> struct RaiseDerivative : OpRewritePattern<RootOp> {
  using OpRewritePattern<RootOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(RootOp op, PatternRewriter &rewriter) const override {
    if (getNumerics(op) == Numerics::Strict)
      return rewriter.notifyMatchFailure(op, "strict numerics keep what cancels");
    RankedTensorType type = op.getType();
    if (!getComputeType(type.getElementType()).isF32())
      return rewriter.notifyMatchFailure(op, "sums in f64 have digits to spare");
    SmallVector<Factor> functions = findFunctions(op.getResult());
    llvm::SmallSetVector<Value, 8> variables;
    for (Factor function : functions)
      if (function.kind != Kind::Exp)
        for (Value x : getPolynomialVariables(function.of))
          if (x.getType() == type)
            variables.insert(x);
    for (Value x : variables) {
      SmallVector<Candidate> candidates = getCandidates(functions, x);
      std::optional<SumOfProducts> sum = candidates.empty() ? std::nullopt : multiplyOut(op.getResult(), x);
      if (!sum)
        continue;
      for (const Candidate &candidate : candidates)
        if (auto quotient = divide(*sum, candidate.pattern)) {
          replace(op, candidate.build(rewriter, op.getLoc()), *quotient, sum->order, rewriter);
          return success();
        }
    }
    return rewriter.notifyMatchFailure(op, "it is no multiple of the derivative of silu or gelu");
  }

  static void replace(RootOp op, Value derivative, const std::pair<Product, double> &others, ArrayRef<Factor> order,
                      PatternRewriter &rewriter) {
    Value result = derivative;
    auto multiply = [&](Value factor) { result = MulOp::create(rewriter, op.getLoc(), op.getType(), factor, result); };
    for (Factor factor : order)
      for (unsigned i = others.first.count(factor) ? others.first.at(factor) : 0; i > 0; --i)
        multiply(buildFactor(rewriter, op.getLoc(), factor));
    if (!equalButForRounding(others.second, 1.0))
      multiply(createScalarTensor(rewriter, op.getLoc(), op.getType().getElementType(), others.second));
    rewriter.replaceOp(op, result);
  }
};
} // namespace

void fusion::populateRaiseDerivativePatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseDerivative<MulOp>, RaiseDerivative<AddOp>, RaiseDerivative<SubOp>, RaiseDerivative<DivOp>>(
      patterns.getContext());
}
