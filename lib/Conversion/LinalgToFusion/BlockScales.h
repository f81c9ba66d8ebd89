// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products of operands that are dequantised by a scale per block along K.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_BLOCKSCALES_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_BLOCKSCALES_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Makes products of dequantised 8-bit floats products with scales, before fusion.dequantize is taken apart: matrices
/// of f32, at least one of which has a scale for each so many elements along K.
///
///   %1 = fusion.dequantize %a, %s : (tensor<?x512xf8E4M3FN>, tensor<?x4xf32>) -> tensor<?x512xf32>
///   %2 = fusion.dequantize %b, %t : (tensor<64x512xf8E4M3FN>, tensor<64x1xf32>) -> tensor<64x512xf32>
///   %0 = fusion.matmul %1, %2 {transpose_b} : (tensor<?x512xf32>, tensor<64x512xf32>) -> tensor<?x64xf32>
///     ->
///   %1 = fusion.matmul %a, %b lhs_scale %s {transpose_b, lhs_block = array<i64: 1, 128>}
///   %0 = fusion.mul %1, (tensor.collapse_shape %t : tensor<64x1xf32> into tensor<64xf32>)
void raiseBlockScales(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_BLOCKSCALES_H
