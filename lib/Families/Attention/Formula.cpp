// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits values of rows and outputs.

#include "Formula.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

static constexpr double log2E = 1.4426950408889634;

Value fusion::emitExp2(KernelBuilder &kb, Value x) {
  auto call = kb.create<LLVM::CallIntrinsicOp>(kb.getF32Type(), kb.getStringAttr("llvm.nvvm.ex2.approx.ftz.f32"),
                                               ValueRange(x));
  return call.getResult(0);
}

Value fusion::emitFma(KernelBuilder &kb, Value x, Value y, Value z) { return kb.create<LLVM::FMAOp>(x, y, z); }

namespace {
/// No position is asked for: check() refuses what does.
class NoPlace : public BodyPlace {
public:
  Value getPosition(KernelBuilder &, int64_t, int64_t) override { llvm_unreachable("a formula without positions"); }
  Value getTableSize(KernelBuilder &, BlockArgument, int64_t) override { llvm_unreachable("no tables"); }
  Value loadFromTable(KernelBuilder &, BlockArgument, ValueRange, int64_t, Value) override {
    llvm_unreachable("no tables");
  }
};
} // namespace

FusionVerdict AttentionFormula::check(KernelOp kernel, AttentionPlan &plan) {
  auto no = [](const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); };
  if (getComputeType(getElementTypeOrSelf(plan.weights.score.getType())) != Float32Type::get(kernel.getContext()))
    return no("the family takes scores of at most 32 bits");
  llvm::SmallPtrSet<Operation *, 8> inFront(plan.scoreFormula.begin(), plan.scoreFormula.end());
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (isa<AnchorOpInterface>(op) || inFront.contains(&op))
      continue;
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op); elementwise && elementwise.dependsOnPosition())
      return no("the family takes no positions behind the scores");
    for (Value operand : op.getOperands())
      if (isa<BlockArgument>(operand) && operand != plan.query && operand != plan.key && operand != plan.value)
        return no("the family takes no operands behind the scores");
  }
  return FusionVerdict::yes();
}

AttentionFormula::AttentionFormula(KernelOp kernel, const AttentionPlan &plan, const TableArguments *tables)
    : kernel(kernel), plan(plan), evaluator(kernel), scores(kernel, plan, tables) {}

double AttentionFormula::exponentFactor() const {
  return scores.getScale() * plan.weights.scale * (plan.weights.isNatural() ? log2E : 1);
}

void AttentionFormula::evaluate(KernelBuilder &kb, Operation &op, Values &values, int64_t width) {
  NoPlace place;
  for (Value operand : op.getOperands())
    if (Operation *other = operand.getDefiningOp(); other && !values.contains(operand))
      evaluate(kb, *other, values, width);
  values[op.getResult(0)] = evaluator.evaluateOp(kb, op, values, width, place);
}

Value AttentionFormula::emitRowTerm(KernelBuilder &kb, const RowExponential &term, Value largestScore, Values &values,
                                    int64_t lane) {
  Value result;
  if (plan.maximum && term.shift == plan.maximum.getResult()) {
    // The exponential of the largest score is one, but where that is -inf, as in a row without a key: -inf - -inf.
    Value none = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, largestScore, kb.cF32(-INFINITY));
    result = kb.create<arith::SelectOp>(none, kb.cF32(NAN), kb.cF32(1));
  } else {
    Value exponent = term.shift ? kb.create<arith::SubFOp>(largestScore, values[term.shift][lane]) : largestScore;
    double factor = term.scale * (term.isNatural() ? log2E : 1);
    result = emitExp2(kb, kb.create<arith::MulFOp>(exponent, kb.cF32(factor)));
  }
  for (const RowFactor &factor : llvm::reverse(term.factors)) {
    Value other = values[factor.value][lane];
    switch (factor.kind) {
    case RowFactor::Multiplies:
      result = kb.create<arith::MulFOp>(result, other);
      break;
    case RowFactor::Divides:
      result = kb.create<arith::DivFOp>(result, other);
      break;
    case RowFactor::Clears:
      result = kb.create<arith::SelectOp>(other, kb.cF32(0), result);
      break;
    case RowFactor::Keeps:
      result = kb.create<arith::SelectOp>(other, result, kb.cF32(0));
      break;
    }
  }
  return result;
}

AttentionFormula::Values AttentionFormula::evaluateRows(KernelBuilder &kb, const Lanes &largest, const Lanes &sums,
                                                        Lanes &weight) {
  int64_t width = largest.size();
  Values values;
  Lanes maxima = llvm::map_to_vector(largest, [&](Value value) -> Value {
    Value scale = kb.cF32(scores.getScale());
    return scores.getOffset() == 0 ? kb.create<arith::MulFOp>(value, scale)
                                   : emitFma(kb, value, scale, kb.cF32(scores.getOffset()));
  });
  auto emitTerms = [&](const RowExponential &term) {
    SmallVector<Value> read = llvm::map_to_vector(term.factors, [](const RowFactor &factor) { return factor.value; });
    if (term.shift)
      read.push_back(term.shift);
    for (Value value : read)
      if (!values.contains(value))
        evaluate(kb, *value.getDefiningOp(), values, width);
    return llvm::map_to_vector(llvm::seq<int64_t>(width),
                               [&](int64_t lane) { return emitRowTerm(kb, term, maxima[lane], values, lane); });
  };
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (plan.maximum && &op == plan.maximum) {
      values[plan.maximum.getResult()] = maxima;
    } else if (plan.sum && &op == plan.sum) {
      Lanes terms = emitTerms(plan.summed);
      for (auto [term, sum] : llvm::zip_equal(terms, sums))
        term = kb.create<arith::MulFOp>(term, sum);
      values[plan.sum.getResult()] = terms;
    } else if (auto reduce = dyn_cast<ReduceOp>(op); reduce && llvm::is_contained(plan.hidden, reduce)) {
      // The exponential of the largest score is one, but where that is -inf.
      auto predicate =
          reduce.getKind() == arith::AtomicRMWKind::andi ? arith::CmpFPredicate::OEQ : arith::CmpFPredicate::UNE;
      values[reduce.getResult()] = llvm::map_to_vector(
          sums, [&](Value sum) -> Value { return kb.create<arith::CmpFOp>(predicate, sum, kb.cF32(0)); });
    } else if (llvm::is_contained(plan.rowFormula, &op)) {
      evaluate(kb, op, values, width);
    }
  }
  weight = emitTerms(plan.weights);
  return values;
}

SmallVector<AttentionFormula::Lanes> AttentionFormula::evaluateOutputs(KernelBuilder &kb, const Lanes &results,
                                                                       Values values) {
  values[plan.second.getResult()] = results;
  // Elementwise operations behind the second product, in order: what they need is computed.
  for (Operation *op : KernelPlan(kernel).getEpilogue())
    if (!values.contains(op->getResult(0)) && plan.second.anchor->isBeforeInBlock(op))
      evaluate(kb, *op, values, results.size());
  return llvm::map_to_vector(kernel.getYield().getOperands(), [&](Value value) { return values[value]; });
}
