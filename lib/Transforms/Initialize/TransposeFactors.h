// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constant factors that are transposed once instead of at each call.

#ifndef FUSION_LIB_TRANSFORMS_INITIALIZE_TRANSPOSEFACTORS_H
#define FUSION_LIB_TRANSFORMS_INITIALIZE_TRANSPOSEFACTORS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusion {

/// Puts a transposition in front of products of f32 whose kernels would copy a constant factor transposed at each call.
/// Returns of how many factors.
int64_t transposeConstantFactors(RewriterBase &rewriter, func::FuncOp entry);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_INITIALIZE_TRANSPOSEFACTORS_H
