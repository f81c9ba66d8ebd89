// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches the formula of attention, backwards from the second product.

#include "fusion/Families/Attention/AttentionPlan.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

namespace {

/// What a value is computed of. A reduction turns scores into values of rows.
enum Sources : unsigned { FromScores = 1, FromRows = 2, FromOutput = 4 };

class Matcher {
public:
  Matcher(const KernelPlan &kernel, FusionVerdict &verdict) : kernel(kernel), verdict(verdict) {}

  std::optional<AttentionPlan> match() {
    if (matchProducts() && matchInputs() && matchWeights() && matchReductions() && matchOutputs())
      return std::move(plan);
    return std::nullopt;
  }

private:
  bool fail(const Twine &reason) {
    verdict = FusionVerdict::no(RemarkCode::ForeignConsumer, reason, "");
    return false;
  }

  bool matchProducts();
  bool matchInputs();
  bool matchWeights();
  bool matchReductions();
  bool matchOutputs();
  std::optional<RowExponential> matchExponential(Value value);
  /// A factor of `value`, which becomes what it is a factor of.
  std::optional<RowFactor> takeFactor(Value &value);
  bool isHidden(ReduceOp reduce);
  bool matchExponent(RowExponential &exponential);

  void findSources();
  unsigned sourcesOf(Value value) const { return sources.lookup(value); }
  /// Whether a value is the same for all keys, and known when the keys have been seen.
  bool isOfRow(Value value) const {
    auto type = cast<RankedTensorType>(value.getType());
    return !(sourcesOf(value) & (FromScores | FromOutput)) && (type.getRank() == 0 || type.getShape().back() == 1);
  }

  const KernelPlan &kernel;
  FusionVerdict &verdict;
  AttentionPlan plan;
  DenseMap<Value, unsigned> sources;
};

} // namespace

Value fusion::skipCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    if (!isa<FloatType>(getElementTypeOrSelf(cast.getInput().getType())))
      break;
    value = cast.getInput();
  }
  return value;
}

std::optional<double> fusion::getSplatNumber(Value value) {
  SplatElementsAttr splat;
  if (!matchPattern(skipCasts(value), m_Constant(&splat)) || !isa<FloatType>(splat.getElementType()))
    return std::nullopt;
  APFloat number = splat.getSplatValue<APFloat>();
  bool loses;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  return number.convertToDouble();
}

bool Matcher::matchProducts() {
  ArrayRef<ProductSum> products = kernel.getFormula().getSums();
  if (products.size() != 2)
    return fail("attention has two products, but the kernel has " + Twine(products.size()));
  plan.first = products[0], plan.second = products[1];
  findSources();
  if (!(sourcesOf(plan.second.lhs.getValue()) & FromScores))
    return fail(sourcesOf(plan.second.rhs.getValue()) & FromScores
                    ? "the second product takes results of the first on its right"
                    : "the second product takes no results of the first");
  if (plan.second.isTransposedA())
    return fail("the second product takes results of the first transposed");
  if (plan.first.isTransposedA())
    return fail("the query lies transposed");
  if (plan.first.batches != plan.second.batches)
    return fail("the products have different batches");
  if (plan.first.columns == 1)
    return fail("there is one key");
  return true;
}

void Matcher::findSources() {
  for (Operation &op : kernel.getKernel().getBodyBlock()->without_terminator()) {
    unsigned all = 0;
    for (Value operand : op.getOperands())
      all |= sourcesOf(operand);
    if (&op == plan.first.anchor)
      all = FromScores;
    else if (&op == plan.second.anchor)
      all = FromOutput;
    else if (isa<ReduceOp>(op))
      all = FromRows | (all & FromOutput);
    for (Value result : op.getResults())
      sources[result] = all;
  }
}

Value fusion::skipScale(Value value, double &scale) {
  if (auto mul = value.getDefiningOp<MulOp>()) {
    for (auto [factor, other] : {std::pair(mul.getLhs(), mul.getRhs()), std::pair(mul.getRhs(), mul.getLhs())})
      if (std::optional<double> number = getSplatNumber(other)) {
        scale *= *number;
        return skipCasts(factor);
      }
  } else if (auto div = value.getDefiningOp<DivOp>()) {
    if (std::optional<double> number = getSplatNumber(div.getRhs())) {
      scale /= *number;
      return skipCasts(div.getLhs());
    }
  }
  return {};
}

bool Matcher::matchInputs() {
  auto take = [&](BlockArgument &input, Value factor, StringRef name) {
    factor = skipCasts(factor);
    while (Value next = name == "value" ? Value() : skipScale(factor, plan.factorScale))
      factor = next;
    // Memory that is read by strides, but for its rows.
    auto view = factor.getDefiningOp<ViewOp>();
    if (view && view.getComposedPermutation().back() != cast<RankedTensorType>(view.getType()).getRank() - 1)
      return fail("elements of the " + name + "'s rows lie apart");
    input = dyn_cast<BlockArgument>(skipViews(factor));
    return input || fail("the " + name + " is computed in the kernel");
  };
  return take(plan.query, plan.first.lhs.getValue(), "query") && take(plan.key, plan.first.rhs.getValue(), "key") &&
         take(plan.value, plan.second.rhs.getValue(), "value");
}

// base ^ (scale (s - shift)), where the scale may stand in front of the difference or behind it.
bool Matcher::matchExponent(RowExponential &exponential) {
  Value exponent = skipCasts(exponential.op->getOperand(0)), value = exponent;
  double scale = 1;
  while (Operation *op = value.getDefiningOp()) {
    if (auto sub = dyn_cast<SubOp>(op); sub && isOfRow(sub.getRhs())) {
      exponential.shift = skipCasts(sub.getRhs());
      exponential.scale = scale;
      exponent = skipCasts(sub.getLhs());
      break;
    }
    Value next = skipScale(value, scale);
    if (!next)
      break;
    value = next;
  }
  exponential.score = exponent;
  if (!(exponential.scale > 0) || std::isinf(exponential.scale))
    return fail("exponents fall where scores grow");
  if (sourcesOf(exponent) != FromScores)
    return fail("scores depend on values of their rows");
  return true;
}

std::optional<RowFactor> Matcher::takeFactor(Value &value) {
  auto take = [&](Value factor, Value other, RowFactor::Kind kind) {
    value = other;
    return RowFactor{skipCasts(factor), kind};
  };
  if (auto div = value.getDefiningOp<DivOp>(); div && isOfRow(div.getRhs()))
    return take(div.getRhs(), div.getLhs(), RowFactor::Divides);
  if (auto mul = value.getDefiningOp<MulOp>()) {
    for (auto [factor, other] : {std::pair(mul.getRhs(), mul.getLhs()), std::pair(mul.getLhs(), mul.getRhs())})
      if (isOfRow(factor))
        return take(factor, other, RowFactor::Multiplies);
  }
  if (auto select = value.getDefiningOp<SelectOp>(); select && isOfRow(select.getCondition())) {
    if (getSplatNumber(select.getOnTrue()) == 0.0)
      return take(select.getCondition(), select.getOnFalse(), RowFactor::Clears);
    if (getSplatNumber(select.getOnFalse()) == 0.0)
      return take(select.getCondition(), select.getOnTrue(), RowFactor::Keeps);
  }
  return std::nullopt;
}

std::optional<RowExponential> Matcher::matchExponential(Value value) {
  RowExponential exponential;
  for (value = skipCasts(value); !isa_and_nonnull<ExpOp, Exp2Op>(value.getDefiningOp()); value = skipCasts(value)) {
    std::optional<RowFactor> factor = takeFactor(value);
    if (!factor) {
      fail("weights are no exponentials of scores, times values of rows");
      return std::nullopt;
    }
    exponential.factors.push_back(*factor);
  }
  exponential.op = value.getDefiningOp();
  if (!matchExponent(exponential))
    return std::nullopt;
  return exponential;
}

bool Matcher::matchWeights() {
  std::optional<RowExponential> weights = matchExponential(plan.second.lhs.getValue());
  if (!weights)
    return false;
  plan.weights = *weights;
  auto type = cast<RankedTensorType>(plan.weights.score.getType());
  if (type.getShape() != plan.first.getResultType().getShape())
    return fail("scores have another shape than the first product");
  SmallVector<Operation *> left = {plan.weights.score.getDefiningOp()};
  SmallPtrSet<Operation *, 8> formula;
  while (!left.empty()) {
    Operation *op = left.pop_back_val();
    if (!op || isa<AnchorOpInterface>(op) || op->hasTrait<OpTrait::ConstantLike>() || !formula.insert(op).second)
      continue;
    if (isa<ViewOp>(op) && sourcesOf(op->getResult(0)))
      return fail("scores are viewed in another shape");
    for (Value operand : op->getOperands())
      left.push_back(operand.getDefiningOp());
  }
  for (Operation &op : *kernel.getKernel().getBodyBlock())
    if (formula.contains(&op))
      plan.scoreFormula.push_back(&op);
  return true;
}

// torch clears weights of rows without a key, which would be NaN.
bool Matcher::isHidden(ReduceOp reduce) {
  auto compare = reduce.getInput().getDefiningOp<CompareOp>();
  if (!compare || skipCasts(compare.getLhs()) != plan.weights.score)
    return false;
  std::optional<double> number = getSplatNumber(compare.getRhs());
  if (!number || *number != -std::numeric_limits<double>::infinity())
    return false;
  auto predicate = compare.getPredicate();
  return (reduce.getKind() == arith::AtomicRMWKind::andi && predicate == arith::CmpFPredicate::OEQ) ||
         (reduce.getKind() == arith::AtomicRMWKind::ori && predicate == arith::CmpFPredicate::UNE);
}

bool Matcher::matchReductions() {
  int64_t last = plan.first.getResultType().getRank() - 1;
  for (auto reduce : kernel.getKernel().getBodyBlock()->getOps<ReduceOp>()) {
    Value input = skipCasts(reduce.getInput());
    if (sourcesOf(input) & FromOutput || !(sourcesOf(input) & FromScores))
      return fail("a reduction is neither of scores nor of their exponentials");
    if (reduce.getDimensions() != ArrayRef<int64_t>{last})
      return fail("a reduction is along other dimensions than the keys");
    if (isHidden(reduce)) {
      plan.hidden.push_back(reduce);
      continue;
    }
    auto kind = reduce.getKind();
    if (kind == arith::AtomicRMWKind::maximumf || kind == arith::AtomicRMWKind::maxnumf) {
      if (input != plan.weights.score || plan.maximum)
        return fail("a maximum is not of the scores");
      if (reduce.getIndex())
        return fail("positions of maxima are asked for");
      plan.maximum = reduce;
      continue;
    }
    if (kind != arith::AtomicRMWKind::addf || plan.sum)
      return fail("a reduction is neither the maximum of scores nor the sum of their exponentials");
    std::optional<RowExponential> summed = matchExponential(input);
    if (!summed)
      return false;
    if (!summed->isProportional(plan.weights))
      return fail("the sum is of other exponentials than the weights");
    plan.sum = reduce;
    plan.summed = *summed;
  }
  return true;
}

bool Matcher::matchOutputs() {
  for (Operation &op : kernel.getKernel().getBodyBlock()->without_terminator())
    if (!isa<AnchorOpInterface>(op) && op.getNumResults() == 1 && sourcesOf(op.getResult(0)) == FromRows)
      plan.rowFormula.push_back(&op);
  SmallVector<int64_t> row = llvm::to_vector(plan.first.getResultType().getShape());
  row.back() = 1;
  for (Value output : kernel.getKernel().getComputed()) {
    if (sourcesOf(output) & FromScores)
      return fail("an output is computed of scores");
    ArrayRef<int64_t> shape = cast<RankedTensorType>(output.getType()).getShape();
    plan.isOfRows.push_back(sourcesOf(output) == FromRows);
    if (plan.isOfRows.back()) {
      if (shape != ArrayRef(row))
        return fail("an output of values of rows has another shape than these");
      continue;
    }
    if (!(sourcesOf(output) & FromOutput))
      return fail("an output is not computed of the second product");
    if (shape != plan.second.getResultType().getShape())
      return fail("an output has another shape than the second product");
  }
  return llvm::is_contained(plan.isOfRows, false) || fail("no output is computed of the second product");
}

std::optional<AttentionPlan> AttentionPlan::get(const KernelPlan &kernel, FusionVerdict &verdict) {
  return Matcher(kernel, verdict).match();
}
