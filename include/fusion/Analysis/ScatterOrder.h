// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The order in which updates of scatters are computed, and whether they can be stored from there.

#ifndef FUSION_ANALYSIS_SCATTERORDER_H
#define FUSION_ANALYSIS_SCATTERORDER_H

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Updates of a scatter before they are transposed and reshaped.
struct ComputedUpdates {
  Value value;
  /// The dimensions of the updates, as the scatter reads them, that each dimension of `value` stands for, in row-major
  /// order; none of one of size 1 that reshapes drop.
  SmallVector<ReassociationIndices> order;
  bool transposed = false; ///< whether there is a transposition in between, and not reshapes alone
};

/// What `value`, which has the shape of the scatter's updates, is before all transpositions and reshapes.
ComputedUpdates findComputedUpdates(ScatterOp scatter, Value value);

/// Whether indices differ along a dimension of the updates.
bool variesAlong(ScatterOp scatter, int64_t dim);

/// Whether indices differ along any dimension of the updates in `group`.
bool differs(ScatterOp scatter, const ReassociationIndices &group);

/// Whether a dimension of the updates as they are computed stands for some along which indices differ and for others.
bool repeatsIndices(ScatterOp scatter, const ComputedUpdates &updates);

/// Whether updates can be scattered in the order in which they are computed, or why not and what helps. What computes
/// them may store whole rows alone, as reductions do, or parts of rows too, as products do (`storesParts`).
FusionVerdict checkScatterOrder(ScatterOp scatter, const ComputedUpdates &updates, bool storesParts = true);

} // namespace fusion

#endif // FUSION_ANALYSIS_SCATTERORDER_H
