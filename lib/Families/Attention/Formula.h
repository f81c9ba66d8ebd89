// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of an attention kernel's formula, on values in registers.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_FORMULA_H
#define FUSION_LIB_FAMILIES_ATTENTION_FORMULA_H

#include "ScoreFormula.h"
#include "fusion/Families/Common/BodyEvaluator.h"

namespace fusion {

/// 2 ^ x, and x y + z, of f32.
Value emitExp2(KernelBuilder &kb, Value x);
Value emitFma(KernelBuilder &kb, Value x, Value y, Value z);

/// Emits the parts of a kernel's formula on values in registers (f32).
class AttentionFormula {
public:
  using Lanes = BodyEvaluator::Lanes;
  /// Values of the body by their names there.
  using Values = DenseMap<Value, Lanes>;

  /// `tables` are those of the function that the parts are emitted for.
  AttentionFormula(KernelOp kernel, const AttentionPlan &plan, const TableArguments *tables = nullptr);

  /// Whether scores are computed by what can be emitted for an element, and the other parts ask for nothing but results
  /// of products and reductions.
  static FusionVerdict check(KernelOp kernel, AttentionPlan &plan);

  const ScoreFormula &getScores() const { return scores; }
  /// Exponentials are 2 ^ (factor s), s what the code of scores gives.
  double exponentFactor() const;

  /// Values of rows, of the largest s of each and the sum over all keys of 2 ^ (factor (s - largest)). Results of the
  /// second product are sums over all keys of 2 ^ (factor (s - largest)) value times `weight`.
  Values evaluateRows(KernelBuilder &kb, const Lanes &largest, const Lanes &sums, Lanes &weight);
  /// Outputs of results of the second product, and of values of the rows to which they belong; in compute types.
  SmallVector<Lanes> evaluateOutputs(KernelBuilder &kb, const Lanes &results, Values values);

private:
  /// base ^ (scale (m - shift)) factors, m the largest score.
  Value emitRowTerm(KernelBuilder &kb, const RowExponential &term, Value largestScore, Values &values, int64_t lane);
  void evaluate(KernelBuilder &kb, Operation &op, Values &values, int64_t width);

  KernelOp kernel;
  AttentionPlan plan;
  BodyEvaluator evaluator;
  ScoreFormula scores;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_FORMULA_H
