// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which scales of blocks kernels can apply in their main loop.

#ifndef FUSION_ANALYSIS_BLOCKSCALING_H
#define FUSION_ANALYSIS_BLOCKSCALING_H

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Elements of k whose sum is multiplied with scales and added in f32, at least: one step of tensor cores.
inline constexpr int64_t kLeastScaledDepth = 32;

/// Whether a kernel multiplies sums of `depth` elements of k of `product` with its scales, if it has any, as it adds
/// them: blocks are multiples of that; or why not. In strict numerics and ieee precision each element is multiplied
/// with its scale, in f32.
FusionVerdict checkBlockScales(const ProductSum &product, int64_t depth = kLeastScaledDepth);

} // namespace fusion

#endif // FUSION_ANALYSIS_BLOCKSCALING_H
