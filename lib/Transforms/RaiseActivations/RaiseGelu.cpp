// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// gelu, in its erf and its tanh form.

#include "Expressions.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {
/// factor · (1 ± function(argument)), where the function is erf or tanh.
struct Gate {
  Operation *function = nullptr;
  double factor = 0, sign = 1;
};
} // namespace

/// Matches a gate: a polynomial c ± c·f in the result f of erf or tanh.
static std::optional<Gate> matchGate(Value value) {
  for (Value variable : getPolynomialVariables(value)) {
    Operation *function = variable.getDefiningOp();
    if (variable == value || !function || !isa<ErfOp, TanhOp>(function))
      continue;
    std::optional<std::pair<double, double>> linear = matchLinear(value, variable);
    if (!linear || std::abs(linear->first) != std::abs(linear->second))
      continue;
    return Gate{function, linear->first, linear->second / linear->first};
  }
  return std::nullopt;
}

/// The constant as an attribute; none if it is the exact one, but for the rounding of f32.
static FloatAttr getConstantAttr(Builder &builder, double value, double exact) {
  if (equalButForRounding(value, exact))
    return {};
  return builder.getF64FloatAttr(value);
}

/// The argument of erf is s·x.
static bool matchErfArgument(Value argument, Value x, double sign, Builder &builder, FloatAttr &scale) {
  std::optional<std::pair<double, double>> linear = matchLinear(argument, x);
  if (!linear || linear->first != 0)
    return false;
  scale = getConstantAttr(builder, sign * linear->second, std::sqrt(0.5));
  return true;
}

/// The argument of tanh is s·(x + c·x³).
static bool matchTanhArgument(Value argument, Value x, double sign, Builder &builder, FloatAttr &scale,
                              FloatAttr &cubic) {
  std::optional<Polynomial> p = matchPolynomial(argument, x);
  if (!p || (*p)[0] != 0 || (*p)[1] == 0 || (*p)[2] != 0 || (*p)[3] == 0)
    return false;
  scale = getConstantAttr(builder, sign * (*p)[1], std::sqrt(2.0 / M_PI));
  cubic = getConstantAttr(builder, (*p)[3] / (*p)[1], 0.044715);
  return true;
}

namespace {
/// %1 = fusion.mul %x, %sqrt_half
/// %2 = fusion.erf %1
/// %3 = fusion.add %2, %one
/// %4 = fusion.mul %x, %3
/// %0 = fusion.mul %4, %half
///   ->
/// %0 = fusion.gelu %x, factors in any order; with fusion.tanh of a cubic polynomial {approximate = "tanh"}
template <typename RootOp> struct RaiseGelu : OpRewritePattern<RootOp> {
  using OpRewritePattern<RootOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(RootOp op, PatternRewriter &rewriter) const override {
    for (Value factor : getFactors(op.getResult())) {
      std::optional<Gate> gate = matchGate(factor);
      if (!gate)
        continue;
      for (Value x : getPolynomialVariables(gate->function->getOperand(0)))
        if (succeeded(raise(op, x, factor, *gate, rewriter)))
          return success();
    }
    return rewriter.notifyMatchFailure(op, "it is no product of x and 1 + erf or 1 + tanh of x");
  }

  static LogicalResult raise(RootOp op, Value x, Value factor, const Gate &gate, PatternRewriter &rewriter) {
    if (x.getType() != op.getType())
      return failure();
    std::optional<double> constant = matchGatedProduct(op.getResult(), x, factor);
    if (!constant || *constant * gate.factor != 0.5)
      return failure();
    FloatAttr scale, cubic;
    Value argument = gate.function->getOperand(0);
    bool tanh = isa<TanhOp>(gate.function);
    if (tanh ? !matchTanhArgument(argument, x, gate.sign, rewriter, scale, cubic)
             : !matchErfArgument(argument, x, gate.sign, rewriter, scale))
      return failure();
    rewriter.replaceOpWithNewOp<GeluOp>(op, op.getType(), x, tanh ? GeluApproximation::Tanh : GeluApproximation::Erf,
                                        scale, cubic);
    return success();
  }
};
} // namespace

void fusion::populateRaiseGeluPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseGelu<MulOp>, RaiseGelu<DivOp>>(patterns.getContext());
}
