// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a kernel of attention what its schedule depends on.

#include "Problem.h"

#include "KeyRange.h"
#include "ScoreFormula.h"
#include "fusion/Analysis/CostModel.h"

using namespace mlir;
using namespace fusion;

/// Whether scores are more than multiples of the first product where no mask by position hides any.
static bool hasFormulaInWholeBlocks(KernelOp kernel, const AttentionPlan &plan) {
  int64_t rank = plan.first.getResultType().getRank();
  ScoreFormula scores(kernel, plan);
  KeyRanges ranges(plan, scores, {rank - 2, rank - 1, 64, 64});
  const ScoreFormula *whole = ranges.getWholeScores();
  return !(whole ? *whole : scores).isMultiple();
}

std::shared_ptr<const AttentionProblem> AttentionProblem::get(const KernelPlan &kernel) {
  FusionVerdict verdict;
  std::optional<AttentionPlan> plan = kernel.chainsProducts() ? AttentionPlan::get(kernel, verdict) : std::nullopt;
  if (!plan)
    return nullptr;
  auto problem = std::make_shared<AttentionProblem>();
  problem->columns = estimateSize(plan->getColumns());
  VisibleKeys visible = getVisibleKeys(*plan, estimateSize(plan->first.rows), estimateSize(plan->first.columns));
  problem->visibleShare = visible.share;
  problem->growsWithRows = visible.growsWithRows;
  problem->hasScoreFormula = hasFormulaInWholeBlocks(kernel.getKernel(), *plan);
  problem->hasOperandTiles = ScoreOperands::get(*plan).findForTiles().has_value();
  return problem;
}
