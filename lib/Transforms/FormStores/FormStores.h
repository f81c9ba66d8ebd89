// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What becomes an operation by which a kernel stores what it computes (StoreOpInterface).

#ifndef FUSION_LIB_TRANSFORMS_FORMSTORES_FORMSTORES_H
#define FUSION_LIB_TRANSFORMS_FORMSTORES_FORMSTORES_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {
class ScatterOp;

/// The largest of all magnitudes of a tensor becomes fusion.amax, where its elements are stored for others too. Returns
/// whether it does.
bool formAmax(RewriterBase &rewriter, ReduceOp reduce);

/// A selection between what is computed and an argument whose place its result takes becomes fusion.keep, which writes
/// the first alone. Returns whether it does.
bool formKeep(RewriterBase &rewriter, SelectOp select);

/// A map that looks up eight conditions of a row for each byte becomes fusion.pack_bits, where the conditions are
/// computed in the graph. Returns whether it does.
bool formPackBits(RewriterBase &rewriter, MapOp map);

/// A scatter of updates that are a reshape is one in the shape before it, where indices allow that. Returns whether it
/// is.
bool formScatter(RewriterBase &rewriter, ScatterOp scatter);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_FORMSTORES_FORMSTORES_H
