// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_LAYOUTUTILS_H
#define FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_LAYOUTUTILS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fusion {

/// Whether `value` is a product, or comes from one through elementwise operations alone (and through reshapes,
/// transpositions and slices, apart or joined, if these are looked through).
bool comesFromMatmul(Value value, bool throughLayout = false);

/// The same elementwise operation on other operands, with a result of shape `shape`.
Value rebuildElementwise(RewriterBase &rewriter, Operation *op, ValueRange operands, ArrayRef<int64_t> shape);

/// Whether the shapes broadcast to exactly `shape`.
bool broadcastExactly(ArrayRef<ArrayRef<int64_t>> shapes, ArrayRef<int64_t> shape);

/// Whether `permutation` exchanges the last two dimensions and nothing else.
bool swapsLastTwo(ArrayRef<int64_t> permutation);

} // namespace mlir::fusion

#endif // FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_LAYOUTUTILS_H
