// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Comparisons with constants, minima and maxima. NaN goes where it went, and so does the sign of zero.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Transforms/RaiseActivations/RaiseActivations.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {
/// max(x, limit) or min(x, limit) with a constant limit.
struct Limit {
  Value x;
  double limit;
  bool upper, ignoreNan;
};
} // namespace

/// Matches max or min with a constant, and relu.
static std::optional<Limit> matchLimit(Operation *op) {
  if (!op)
    return std::nullopt;
  if (auto relu = dyn_cast<ReluOp>(op))
    return Limit{relu.getInput(), 0.0, false, relu.getIgnoreNan()};
  if (!isa<MaxOp, MinOp>(op))
    return std::nullopt;
  bool ignoreNan = isa<MaxOp>(op) ? cast<MaxOp>(op).getIgnoreNan() : cast<MinOp>(op).getIgnoreNan();
  for (unsigned i : {0, 1}) {
    std::optional<double> limit = getSplatDouble(op->getOperand(1 - i));
    if (limit && !std::isnan(*limit) && op->getOperand(i).getType() == op->getResult(0).getType())
      return Limit{op->getOperand(i), *limit, isa<MinOp>(op), ignoreNan};
  }
  return std::nullopt;
}

namespace {
/// %1 = fusion.max %x, %a
/// %0 = fusion.min %1, %b
///   ->
/// %0 = fusion.clamp %x {min = a, max = b}
///
/// Or the other way round; fusion.relu is a maximum with 0.
template <typename OuterOp> struct RaiseClamp : OpRewritePattern<OuterOp> {
  using OpRewritePattern<OuterOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(OuterOp op, PatternRewriter &rewriter) const override {
    std::optional<Limit> outer = matchLimit(op);
    std::optional<Limit> inner = outer ? matchLimit(outer->x.getDefiningOp()) : std::nullopt;
    if (!inner || inner->upper == outer->upper)
      return rewriter.notifyMatchFailure(op, "it is no maximum of a minimum with constants, nor the other way round");
    double min = outer->upper ? inner->limit : outer->limit, max = outer->upper ? outer->limit : inner->limit;
    if (min > max || (min == max && std::signbit(max) && !std::signbit(min)))
      return rewriter.notifyMatchFailure(op, "the limits are in the wrong order");
    // clamp gives NaN or `min` for NaN, so the step that drops it must be the maximum.
    if (outer->upper ? outer->ignoreNan && !inner->ignoreNan : inner->ignoreNan)
      return rewriter.notifyMatchFailure(op, "NaN would become the upper limit");
    rewriter.replaceOpWithNewOp<ClampOp>(op, op.getType(), inner->x, APFloat(min), APFloat(max),
                                         inner->ignoreNan || outer->ignoreNan);
    return success();
  }
};

/// %0 = fusion.clamp %x {min = 0.0 : f64, max = 0x7FF0000000000000 : f64}
///   ->
/// %0 = fusion.relu %x
struct ClampToRelu : OpRewritePattern<ClampOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ClampOp op, PatternRewriter &rewriter) const override {
    if (!op.getMin().isPosZero() || !op.getMax().isInfinity() || op.getMax().isNegative())
      return rewriter.notifyMatchFailure(op, "the limits are not 0 and infinity");
    rewriter.replaceOpWithNewOp<ReluOp>(op, op.getType(), op.getInput(), op.getIgnoreNan());
    return success();
  }
};

/// A choice by a comparison of x with a constant.
struct ConstantChoice {
  Value x;
  double constant;
  bool greater; ///< x > c or x >= c; else x < c or x <= c
  bool orEqual;
  bool unordered; ///< true for NaN
};
} // namespace

static std::optional<ConstantChoice> matchChoice(SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  using P = arith::CmpFPredicate;
  P predicate = compare.getPredicate();
  bool greater = llvm::is_contained({P::OGT, P::UGT, P::OGE, P::UGE}, predicate);
  if (!greater && !llvm::is_contained({P::OLT, P::ULT, P::OLE, P::ULE}, predicate))
    return std::nullopt;
  ConstantChoice choice;
  choice.orEqual = llvm::is_contained({P::OGE, P::UGE, P::OLE, P::ULE}, predicate);
  choice.unordered = llvm::is_contained({P::UGT, P::UGE, P::ULT, P::ULE}, predicate);
  std::optional<double> constant = getSplatDouble(compare.getRhs());
  choice.greater = constant ? greater : !greater;
  choice.x = constant ? compare.getLhs() : compare.getRhs();
  if (!constant)
    constant = getSplatDouble(compare.getLhs());
  if (!constant || choice.x.getType() != op.getType())
    return std::nullopt;
  choice.constant = *constant;
  return choice;
}

/// Whether `value` is never -0.0: a sum with a constant that is not -0.0 itself, or something that is not negative.
static bool isNeverNegativeZero(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<ExpOp, SigmoidOp, ReluOp, AbsOp>(op))
    return op != nullptr;
  return isa<AddOp>(op) && llvm::any_of(op->getOperands(), [](Value operand) {
           std::optional<double> splat = getSplatDouble(operand);
           return splat && (*splat != 0 || !std::signbit(*splat));
         });
}

namespace {
/// %1 = fusion.compare olt, %x, %c
/// %0 = fusion.select %1, %c, %x
///   ->
/// %0 = fusion.max %x, %c
///
/// And the other spellings. Where c is 0 and x may be -0.0 this is left to relu: a choice keeps -0.0 or +0.0 in ways
/// that a maximum does not.
struct RaiseSelectLimit : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const override {
    std::optional<ConstantChoice> choice = matchChoice(op);
    if (!choice || std::isnan(choice->constant))
      return rewriter.notifyMatchFailure(op, "the condition is no comparison with a constant");
    if (choice->constant == 0 && (std::signbit(choice->constant) || !isNeverNegativeZero(choice->x)))
      return rewriter.notifyMatchFailure(op, "a maximum would treat zeros otherwise");
    bool thenX = op.getOnTrue() == choice->x;
    Value other = thenX ? op.getOnFalse() : op.getOnTrue();
    std::optional<double> limit = getSplatDouble(other);
    if ((!thenX && op.getOnFalse() != choice->x) || limit != choice->constant ||
        std::signbit(*limit) != std::signbit(choice->constant))
      return rewriter.notifyMatchFailure(op, "the choice is not between x and the constant");
    // NaN stays if it selects x.
    bool ignoreNan = choice->unordered != thenX;
    if (choice->greater == thenX)
      rewriter.replaceOpWithNewOp<MaxOp>(op, op.getType(), choice->x, other, ignoreNan);
    else
      rewriter.replaceOpWithNewOp<MinOp>(op, op.getType(), choice->x, other, ignoreNan);
    return success();
  }
};
} // namespace

/// The constant a of a·x, or nothing.
static std::optional<double> matchScaled(Value value, Value x) {
  auto mul = value.getDefiningOp<MulOp>();
  if (!mul || mul.getType() != x.getType() || (mul.getLhs() != x && mul.getRhs() != x))
    return std::nullopt;
  return getSplatDouble(mul.getLhs() == x ? mul.getRhs() : mul.getLhs());
}

namespace {
/// %1 = fusion.mul %x, %a
/// %2 = fusion.compare ogt, %x, %zero
/// %0 = fusion.select %2, %x, %1
///   ->
/// %0 = fusion.leaky_relu %x {alpha = a}, for finite a > 0; at 0 both sides agree
struct RaiseLeakySelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const override {
    std::optional<ConstantChoice> choice = matchChoice(op);
    if (!choice || choice->constant != 0)
      return rewriter.notifyMatchFailure(op, "the condition is no comparison with 0");
    Value positive = choice->greater ? op.getOnTrue() : op.getOnFalse();
    Value negative = choice->greater ? op.getOnFalse() : op.getOnTrue();
    std::optional<double> slope = matchScaled(negative, choice->x);
    if (positive != choice->x || !slope || !(*slope > 0) || std::isinf(*slope))
      return rewriter.notifyMatchFailure(op, "the choice is not between x and a positive, finite multiple of it");
    rewriter.replaceOpWithNewOp<LeakyReluOp>(op, op.getType(), choice->x, APFloat(*slope));
    return success();
  }
};

/// %1 = fusion.mul %x, %a
/// %0 = fusion.max %x, %1
///   ->
/// %0 = fusion.leaky_relu %x {alpha = a}, for 0 < a < 1
struct RaiseLeakyMax : OpRewritePattern<MaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MaxOp op, PatternRewriter &rewriter) const override {
    for (auto [x, scaled] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      std::optional<double> slope = x.getType() == op.getType() ? matchScaled(scaled, x) : std::nullopt;
      if (slope && *slope > 0 && *slope < 1) {
        rewriter.replaceOpWithNewOp<LeakyReluOp>(op, op.getType(), x, APFloat(*slope));
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "it is no maximum of x and a smaller multiple of it");
  }
};
} // namespace

void fusion::populateRaiseClampPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseClamp<MaxOp>, RaiseClamp<MinOp>, RaiseClamp<ReluOp>, ClampToRelu, RaiseSelectLimit,
               RaiseLeakySelect, RaiseLeakyMax>(patterns.getContext());
  MaxOp::getCanonicalizationPatterns(patterns, patterns.getContext());
  SelectOp::getCanonicalizationPatterns(patterns, patterns.getContext());
}
