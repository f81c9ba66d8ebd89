// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conditions of two positions as bounds of the second.

#ifndef FUSION_LIB_ANALYSIS_AFFINEBOUNDS_H
#define FUSION_LIB_ANALYSIS_AFFINEBOUNDS_H

#include "fusion/Analysis/PositionCondition.h"
#include "mlir/IR/AffineExpr.h"

namespace fusion {

/// key >= `bound`, key <= `bound`, or `bound` >= 0; `bound` is a function of the query's position, d0.
struct AffineBound {
  enum Kind { Lower, Upper, OfQuery } kind;
  AffineExpr bound;
};

/// All of them hold.
using BoundConjunction = SmallVector<AffineBound, 2>;

/// The conjunctions of which at least one holds exactly where `condition` is `wanted`. Fails where that cannot be
/// written so, or takes more than a few. Integers that may wrap, and floats that may round, cannot.
FailureOr<SmallVector<BoundConjunction>> getAffineBounds(const PositionCondition &condition, bool wanted,
                                                         int64_t queryDim, int64_t keyDim);

/// 1 or -1 if `expr`, of d0, never decreases or never increases, 0 if it is constant; nothing if that is not clear.
std::optional<int> getDirection(AffineExpr expr);

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_AFFINEBOUNDS_H
