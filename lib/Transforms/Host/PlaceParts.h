// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Concatenations as memory, which bufferization need not analyse.

#ifndef FUSION_LIB_TRANSFORMS_HOST_PLACEPARTS_H
#define FUSION_LIB_TRANSFORMS_HOST_PLACEPARTS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion {

/// Makes memory of each concatenation, into which its parts are written: a part that is computed into an empty tensor
/// is computed there, the others are copied. Parts of a concatenation that is a part of another one go where that lies,
/// and an output that is a concatenation is the memory. Upstream's analysis (MLIR 22) of as many insertions takes time
/// that grows with the third power of the parts; here nothing is to be found out, as each part has a place of its own.
///
///   %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
///   %1 = tensor.concat dim(0) %y, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
///     ->
///   %all = memref.alloc() : memref<8xf32>
///   %second = memref.subview %all[4] [4] [1]
///   %part = bufferization.to_tensor %second restrict writable
///   %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%part : tensor<4xf32>) -> tensor<4xf32>
///   %first = memref.subview %all[0] [4] [1]
///   bufferization.materialize_in_destination %y in restrict writable %first
///   bufferization.materialize_in_destination %0 in restrict writable %second // copies nothing
///   %1 = bufferization.to_tensor %all restrict writable
void placeParts(ModuleOp module);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_PLACEPARTS_H
