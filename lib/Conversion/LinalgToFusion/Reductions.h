// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What reductions are before they are looked at: without what nobody reads, without loops that run once, and without
// what they compute for each element.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_REDUCTIONS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_REDUCTIONS_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace fusion {

/// Takes results that nobody reads from linalg operations of several, with what of the body only they need: a maximum
/// with its place, whose place nobody reads, becomes a plain maximum. What the body asserts stays.
void dropUnusedResults(Operation *root);

/// Reductions that read a tensor of positions, as JAX writes them, ask for the positions instead.
void readPositionsOfReductions(Operation *root);

/// Takes loops that run once from reductions on tensors that are no products. One without any loop left that reduces
/// combines its operand with the initial value: an elementwise operation, or nothing where that value is neutral.
void dropUnitLoopsOfReductions(Operation *root);

/// Splits reductions that can become fusion.reduce after that: what is computed for each element is an elementwise
/// operation, if it has no more elements than an operand, and each result has a reduction of its own. Sums of products
/// and of windows stay whole.
void splitReductions(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_REDUCTIONS_H
