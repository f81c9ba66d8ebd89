// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums that cancel, written without cancellation: exp(x) - 1 has no digits left where x is small, expm1(x) has all.
// Strict numerics keep what the graph says. 1 - sigmoid(x) and sums of ±1 with tanh and erf are kept too: they are
// exactly 0 where the function saturates, which graphs rely on (docs/Numerics.md).

#include "Expressions.h"
#include "ScalarMap.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {
/// Builds elementwise operations of one type.
struct Writer {
  OpBuilder &b;
  Location loc;
  RankedTensorType type;

  /// +0.0 of -0.0 too, as a difference is that cancels.
  Value withPositiveZero(Value x) {
    return AddOp::create(b, loc, type, x, createScalarTensor(b, loc, type.getElementType(), 0.0));
  }
};

/// What the patterns have in common. Each shows its own IR:
///
/// %0 = fusion.sub %a, %b
///   ->
/// %0 = what `rewrite` makes, unless numerics are strict
template <typename RootOp> struct CancellationPattern : OpRewritePattern<RootOp> {
  using OpRewritePattern<RootOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(RootOp op, PatternRewriter &rewriter) const final {
    if (getNumerics(op) == Numerics::Strict)
      return rewriter.notifyMatchFailure(op, "strict numerics keep what cancels");
    FailureOr<Value> value = rewrite(op, Writer{rewriter, op.getLoc(), op.getType()}, rewriter);
    if (failed(value))
      return failure();
    rewriter.replaceOp(op, *value);
    return success();
  }

  virtual FailureOr<Value> rewrite(RootOp op, Writer w, PatternRewriter &rewriter) const = 0;
};

/// %1 = fusion.exp %x
/// %0 = fusion.sub %1, %one
///   ->
/// %1 = fusion.expm1 %x
/// %0 = fusion.add %1, %zero, which is +0.0 of -0.0 too
template <typename RootOp> struct RaiseExpM1 : CancellationPattern<RootOp> {
  using CancellationPattern<RootOp>::CancellationPattern;

  FailureOr<Value> rewrite(RootOp op, Writer w, PatternRewriter &rewriter) const override {
    double constant = isa<SubOp>(op) ? 1.0 : -1.0;
    Value other;
    if (getSplatDouble(op.getRhs()) == constant)
      other = op.getLhs();
    else if (isa<AddOp>(op) && getSplatDouble(op.getLhs()) == constant)
      other = op.getRhs();
    auto exp = other ? other.getDefiningOp<ExpOp>() : ExpOp();
    if (!exp || exp.getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "it is not exp(x) - 1");
    return w.withPositiveZero(ExpM1Op::create(w.b, w.loc, w.type, exp.getInput()));
  }
};

/// %1 = fusion.tanh %x
/// %0 = fusion.sub %x, %1
///   ->
/// %0 = fusion.map(%a = %x), a power series where x is small
struct RaiseTanhshrink : CancellationPattern<SubOp> {
  using CancellationPattern::CancellationPattern;

  FailureOr<Value> rewrite(SubOp op, Writer w, PatternRewriter &rewriter) const override {
    auto tanh = op.getRhs().getDefiningOp<TanhOp>();
    if (!tanh || tanh.getInput() != op.getLhs() || op.getLhs().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "it is not x - tanh(x)");
    return createScalarMap(w.b, w.loc, op.getLhs(), [](ScalarWriter &s, Value x) {
      constexpr double series[] = {1.0 / 3,
                                   -2.0 / 15,
                                   17.0 / 315,
                                   -62.0 / 2835,
                                   1382.0 / 155925,
                                   -21844.0 / 6081075,
                                   929569.0 / 638512875,
                                   -6404582.0 / 10854718875.0,
                                   443861162.0 / 1856156927625.0};
      Value square = s.mul(x, x), sum = s.constant(series[std::size(series) - 1]);
      for (double coefficient : llvm::reverse(ArrayRef(series).drop_back()))
        sum = s.fma(sum, square, s.constant(coefficient));
      // The sum with +0.0 makes a zero +0.0, as the difference is.
      Value near = s.add(s.mul(s.mul(sum, square), x), s.constant(0.0));
      Value direct = s.add(x, s.neg(mlir::math::TanhOp::create(s.b, s.loc, x)));
      return s.select(s.less(s.abs(x), s.constant(0.4)), near, direct);
    });
  }
};

/// %1 = fusion.add %x, %one
/// %0 = fusion.log %1
///   ->
/// %1 = fusion.log1p %x
/// %0 = fusion.add %1, %zero, which is +0.0 of -0.0 too
struct RaiseLog1p : CancellationPattern<LogOp> {
  using CancellationPattern::CancellationPattern;

  FailureOr<Value> rewrite(LogOp op, Writer w, PatternRewriter &rewriter) const override {
    auto add = op.getInput().getDefiningOp<AddOp>();
    for (unsigned i : {0, 1})
      if (add && getSplatDouble(add->getOperand(i)) == 1.0 && add->getOperand(1 - i).getType() == op.getType())
        return w.withPositiveZero(Log1pOp::create(w.b, w.loc, w.type, add->getOperand(1 - i)));
    return rewriter.notifyMatchFailure(op, "it is not the logarithm of 1 + x");
  }
};

/// Half a unit in the last place of the type's largest number: adding less does not overflow.
double getLastHalf(Type elementType) {
  const llvm::fltSemantics &format = cast<FloatType>(elementType).getFloatSemantics();
  int precision = APFloat::semanticsPrecision(format), exponent = APFloat::semanticsMaxExponent(format);
  return std::ldexp(1.0, exponent - precision);
}

/// %1 = fusion.div %x, %three
/// %0 = fusion.add %1, %half
///   ->
/// %1 = fusion.add %x, %three_halves
/// %0 = fusion.div %1, %three, where the product of the constants is a number of the type
///
/// A negative divisor would give the other zero, and a large shift overflow where the quotient does not.
struct RaiseShiftedQuotient : CancellationPattern<AddOp> {
  using CancellationPattern::CancellationPattern;

  FailureOr<Value> rewrite(AddOp op, Writer w, PatternRewriter &rewriter) const override {
    for (auto [first, second] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto div = first.getDefiningOp<DivOp>();
      std::optional<double> divisor = div ? getSplatDouble(div.getRhs()) : std::nullopt, shift = getSplatDouble(second);
      int exponent;
      if (!divisor || !(*divisor > 0) || !shift || *shift == 0 || div.getLhs().getType() != op.getType() ||
          std::frexp(*divisor, &exponent) == 0.5)
        continue;
      double product = *divisor * *shift;
      Type elementType = op.getType().getElementType();
      if (!(std::abs(product) < getLastHalf(elementType)) || !isNumberOf(product, elementType))
        continue;
      Value constant = createScalarTensor(w.b, w.loc, elementType, product);
      Value sum = AddOp::create(w.b, w.loc, w.type, div.getLhs(), constant);
      return DivOp::create(w.b, w.loc, w.type, sum, div.getRhs()).getResult();
    }
    return rewriter.notifyMatchFailure(op, "it is no constant beside a quotient by another");
  }
};
} // namespace

void fusion::populateRaiseCancellationPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseExpM1<AddOp>, RaiseExpM1<SubOp>, RaiseLog1p, RaiseTanhshrink, RaiseShiftedQuotient>(
      patterns.getContext());
}
