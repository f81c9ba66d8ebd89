// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise operations and reductions in another order of their elements.

#ifndef FUSION_LIB_TRANSFORMS_COMPOSEMOVES_REORDER_H
#define FUSION_LIB_TRANSFORMS_COMPOSEMOVES_REORDER_H

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"

namespace fusion {

/// Whether the source of `chain`, whose last move is `op`, is an elementwise operation or reduction that nothing else
/// reads, and stands behind no product.
bool canReorder(Operation *op, const MoveChain &chain);

/// Computes what `chain` moves in the order of the result of `op`, its last move:
///
///   transpose(reshape(norm(x)))  ->  norm(transpose(reshape(x)))
///
/// canReorder holds. Null where rows that are reduced would be taken apart.
Value reorderSource(RewriterBase &rewriter, Operation *op, const MoveChain &chain);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_COMPOSEMOVES_REORDER_H
