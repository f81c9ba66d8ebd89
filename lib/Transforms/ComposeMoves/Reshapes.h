// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise operations in front of reshapes and behind them, whose operands are looked up.

#ifndef FUSION_LIB_TRANSFORMS_COMPOSEMOVES_RESHAPES_H
#define FUSION_LIB_TRANSFORMS_COMPOSEMOVES_RESHAPES_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Computes `op`, which reads a map that moves elements, in the shape in which all its readers have the result:
///
///   collapse_shape (add %x, (map %y))  ->  add (collapse_shape %x), (map' %y)
///
/// Returns whether it did. Reshapes do not pass a map that depends on positions otherwise.
bool computeMerged(RewriterBase &rewriter, ElementwiseOpInterface op);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_COMPOSEMOVES_RESHAPES_H
