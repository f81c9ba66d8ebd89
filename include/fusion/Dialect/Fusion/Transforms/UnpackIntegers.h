// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors of integers of 4 bits, as bytes.

#ifndef FUSION_DIALECT_FUSION_TRANSFORMS_UNPACKINTEGERS_H
#define FUSION_DIALECT_FUSION_TRANSFORMS_UNPACKINTEGERS_H

#include "mlir/IR/BuiltinOps.h"

namespace fusion {

/// Makes bytes of tensors of i4, which a module has as arguments and constants that fusion.dequantize reads. A byte has
/// two neighbours along the last dimension, the first in its lower half: tensor<...xKxi4> becomes tensor<...x(K/2)xi8>,
/// and a fusion.map in front of each reader takes the halves apart. Fails with a diagnostic where i4 stands elsewhere,
/// or a last dimension is odd. Adds the number of tensors to `count`.
mlir::LogicalResult unpackIntegers(mlir::ModuleOp module, int64_t &count);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_TRANSFORMS_UNPACKINTEGERS_H
