// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise operations and reductions in another order of their elements.

#ifndef FUSION_LIB_TRANSFORMS_COMPOSEMOVES_REORDER_H
#define FUSION_LIB_TRANSFORMS_COMPOSEMOVES_REORDER_H

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"

namespace fusion {

/// Computes what `chain` moves in the order of the result of `op`, its last move:
///
///   transpose(reshape(norm(x)))  ->  norm(transpose(reshape(x)))
///
/// Null where its source is no elementwise operation or reduction that nothing else reads, or stands behind a product.
Value reorderSource(RewriterBase &rewriter, Operation *op, const MoveChain &chain);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_COMPOSEMOVES_REORDER_H
