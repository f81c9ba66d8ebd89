// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Building blocks of convert-fusion-to-linalg. Operands may come in a wider "carrier" type than the op says: f32 for a
// bf16 tensor inside a relaxed kernel.

#ifndef FUSION_LIB_CONVERSION_FUSIONTOLINALG_LOWERING_H
#define FUSION_LIB_CONVERSION_FUSIONTOLINALG_LOWERING_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {
class PackBitsOp;
class ScatterOp;

/// The element type in which a tensor of `elementType` lives between operations: f32 instead of a narrower float if
/// `relaxed`, else itself.
Type getCarrierType(Type elementType, bool relaxed);

/// Lowers an elementwise op on `operands`, of which tables come in their own type; the result has the op's result shape
/// and element type `elementType`. With `strict`, the scalar operations of maps round each to their own type.
Value lowerElementwise(OpBuilder &builder, ElementwiseOpInterface op, ValueRange operands, Type elementType,
                       bool strict);

/// Lowers a product on `operands` (of the op's own types) to a tensor of the accumulator's type.
Value lowerMatmul(OpBuilder &builder, MatmulOp op, Value lhs, Value rhs);

/// Lowers a reduction of `input`, which may be of a wider float than the op says: a tensor of the accumulator's type
/// and, if the op has them, positions.
SmallVector<Value> lowerReduce(OpBuilder &builder, ReduceOp op, Value input);

/// Lowers eight conditions of `input` in a byte.
Value lowerPackBits(OpBuilder &builder, PackBitsOp op, Value input);

/// Lowers updates that replace elements of `kept`.
Value lowerScatter(OpBuilder &builder, ScatterOp op, Value updates, Value indices, Value kept);

/// Rounds or widens each element of a float tensor to `elementType`; nothing where the types agree.
Value convertElements(OpBuilder &builder, Location loc, Value tensor, Type elementType);

/// Gives the extrema of floats under `root` (arith.maximumf, arith.maxnumf and the like) an order of -0.0 and +0.0.
void orderZerosOfExtrema(Operation *root);

/// The indexing map of an operand of type `operand` in a loop nest of `numLoops` whose loops `resultLoops` are the
/// dimensions of a result of shape `result`: aligned at the right, size 1 repeated.
AffineMap getBroadcastMap(MLIRContext *context, RankedTensorType operand, ArrayRef<int64_t> result,
                          ArrayRef<unsigned> resultLoops, unsigned numLoops);

/// Size of dimension `dim` of a result of type `result` to which the operands broadcast.
Value buildBroadcastSize(OpBuilder &builder, Location loc, ValueRange operands, RankedTensorType result, int64_t dim);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_FUSIONTOLINALG_LOWERING_H
