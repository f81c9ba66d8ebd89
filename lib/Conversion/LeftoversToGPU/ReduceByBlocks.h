// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions that are no fusion.reduce, by several threads for each element.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_REDUCEBYBLOCKS_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_REDUCEBYBLOCKS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// Makes a launch in front of `op`, a reduction on memory whose parallel loops come first, in which several threads
/// share what is reduced to each element of the result; `op` stays. These are reductions that are no fusion.reduce:
/// windows, convolutions, products of integers. The order of the terms depends on sizes alone.
///
/// Fails, and changes nothing, where a thread for each element is as good, or where the operation has no form like
/// that: it has several results, or what it does with its result is no sum, product, least, greatest, and, or, xor.
FailureOr<gpu::LaunchOp> reduceByBlocks(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_REDUCEBYBLOCKS_H
