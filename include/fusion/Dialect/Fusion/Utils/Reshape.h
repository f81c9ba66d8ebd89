// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Changes of a tensor's shape. Each gives back its operand where there is nothing to do.

#ifndef FUSION_DIALECT_FUSION_UTILS_RESHAPE_H
#define FUSION_DIALECT_FUSION_UTILS_RESHAPE_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace fusion {

inline RankedTensorType getTensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether two shapes are the same but for dimensions of size 1.
bool differByUnitDims(ArrayRef<int64_t> shape, ArrayRef<int64_t> other);

/// Whether `op` is a reshape that inserts and removes dimensions of size 1 alone. `op` may be null.
bool isUnitReshape(Operation *op);

/// Merges the dimensions of each group into one.
Value collapseDims(OpBuilder &builder, Location loc, Value value, ArrayRef<ReassociationIndices> groups);

/// Splits dimensions: group i of `sizes` replaces dimension i.
Value expandDims(OpBuilder &builder, Location loc, Value value, ArrayRef<SmallVector<OpFoldResult>> sizes);

/// Removes dimensions that are statically 1.
Value dropUnitDims(OpBuilder &builder, Location loc, Value value, const llvm::SmallBitVector &dropped);

/// Inserts dimensions of size 1: `inserted` has a bit for each dimension of the result.
Value insertUnitDims(OpBuilder &builder, Location loc, Value value, const llvm::SmallBitVector &inserted);

/// Dimension i of the result is dimension permutation[i] of `value`. Makes a reshape where only dimensions of size 1
/// move, else a linalg.transpose.
Value transposeDims(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> permutation);

/// A transposition and a reshape in the other order.
struct ReorderedReshape {
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> permutation;
};

/// collapse(transpose(x), groups)  =  transpose(collapse(x)). Nothing where dimensions are merged that do not lie side
/// by side in x.
std::optional<ReorderedReshape> mergeBeforeTranspose(ArrayRef<int64_t> permutation,
                                                     ArrayRef<ReassociationIndices> groups);

/// expand(transpose(x), groups)  =  transpose(expand(x)). Group i of the result is that of dimension i of x.
ReorderedReshape splitBeforeTranspose(ArrayRef<int64_t> permutation, ArrayRef<ReassociationIndices> groups);

/// transpose(collapse(x, groups))  =  collapse(transpose(x)): what is transposed before the reshape that follows.
ReorderedReshape transposeBeforeMerge(ArrayRef<int64_t> permutation, ArrayRef<ReassociationIndices> groups);

/// Repeats `value`, aligned at the right as in numpy, to `sizes`: a splat constant where it is one and the shape is
/// static, else a linalg.broadcast.
Value broadcastTo(OpBuilder &builder, Location loc, Value value, RankedTensorType type, ArrayRef<OpFoldResult> sizes);

/// Gives `value` the type `type`, which differs from its own at most in static sizes.
Value castStaticSizes(OpBuilder &builder, Location loc, Value value, RankedTensorType type);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_RESHAPE_H
