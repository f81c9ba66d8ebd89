// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which scales of blocks kernels can apply in their main loop.

#ifndef FUSION_ANALYSIS_BLOCKSCALING_H
#define FUSION_ANALYSIS_BLOCKSCALING_H

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Elements of k whose sum tensor cores make before it is multiplied with scales and added in f32: blocks are
/// multiples of it.
inline constexpr int64_t kScaledDepth = 128;

/// Whether a kernel multiplies sums of `product` with its scales, if it has any, as it adds them; or why not. In strict
/// numerics and ieee precision each element is multiplied with its scale, in f32.
FusionVerdict checkBlockScales(const ProductSum &product);

} // namespace fusion

#endif // FUSION_ANALYSIS_BLOCKSCALING_H
