// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the patterns of layouts ask of elementwise operations.

#ifndef FUSION_TRANSFORMS_PROPAGATELAYOUT_LAYOUTUTILS_H
#define FUSION_TRANSFORMS_PROPAGATELAYOUT_LAYOUTUTILS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fusion {

/// Whether `value` is a product or a convolution, or comes from one through elementwise operations alone (and through
/// reshapes, transpositions and slices, apart or joined, if these are looked through).
bool comesFromMatmul(Value value, bool throughLayout = false);

/// Whether dimensions of size 1 stand before the last two: patterns take those away.
bool hasLeadingUnits(ArrayRef<int64_t> shape);

/// Whether a value is computed of a fusion.reduce, in the shape of its result.
bool comesFromReduce(Value value);
/// The same of one that reduces along `dim`, which has size 1 then.
bool comesFromReduceAlong(Value value, int64_t dim);

/// The operands whose dimensions are aligned with those of the result: all but the tables of an elementwise operation.
OperandRange getAlignedOperands(Operation *op);
MutableArrayRef<OpOperand> getAlignedOpOperands(Operation *op);

/// The base of patterns of products and of elementwise operations.
template <typename Op>
using PatternOf = std::conditional_t<std::is_same_v<Op, MatmulOp>, OpRewritePattern<Op>, OpInterfaceRewritePattern<Op>>;

/// Whether an elementwise operation computes the same elements in another shape, of the same number of elements: it
/// does not depend on positions, or they stay, but along dimensions of size 1.
bool canReshape(Operation *op, ArrayRef<int64_t> shape);

/// The groups of an operand's own dimensions that collapse it along with `shape`, to which it broadcasts. Fails where a
/// group is repeated in part: that has no counterpart in the collapsed shape.
FailureOr<SmallVector<ReassociationIndices>> planCollapse(RankedTensorType type, ArrayRef<int64_t> shape,
                                                          ArrayRef<ReassociationIndices> groups);

/// The same elementwise operation on other aligned operands, with a result of shape `shape`. Where it depends on
/// positions, the shape must be one that it can be computed in (canReshape).
Value rebuildElementwise(RewriterBase &rewriter, Operation *op, ValueRange operands, ArrayRef<int64_t> shape);

/// How the dimensions of an operand, aligned at the right of what `permutation` transposes, are permuted back. Fails
/// where that would take more than a reshape: dimensions other than 1 change their order.
FailureOr<SmallVector<int64_t>> planBroadcastOperand(RankedTensorType type, ArrayRef<int64_t> permutation);
/// `value`, which broadcasts to the transposed shape, as it broadcasts to the shape before.
Value permuteBack(RewriterBase &rewriter, Location loc, Value value, ArrayRef<int64_t> inverse);

/// Whether the shapes broadcast to exactly `shape`.
bool broadcastExactly(ArrayRef<ArrayRef<int64_t>> shapes, ArrayRef<int64_t> shape);

/// Whether `permutation` exchanges the last two dimensions and nothing else.
bool swapsLastTwo(ArrayRef<int64_t> permutation);

} // namespace fusion

#endif // FUSION_TRANSFORMS_PROPAGATELAYOUT_LAYOUTUTILS_H
