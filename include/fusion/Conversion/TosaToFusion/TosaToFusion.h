// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The patterns that import TOSA.

#ifndef FUSION_CONVERSION_TOSATOFUSION_TOSATOFUSION_H
#define FUSION_CONVERSION_TOSATOFUSION_TOSATOFUSION_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fusion {

/// Elementwise TOSA operations on floats, matrix products and casts to fusion ops.
void populateTosaComputeToFusionPatterns(RewritePatternSet &patterns);

/// tosa.const, reshape, transpose and identity to arith, tensor and linalg operations, scatters to fusion.scatter.
void populateTosaLayoutToFusionPatterns(RewritePatternSet &patterns);

} // namespace fusion

#endif // FUSION_CONVERSION_TOSATOFUSION_TOSATOFUSION_H
