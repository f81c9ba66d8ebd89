// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What patterns that make fusion.reduce share.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_RAISEREDUCTIONS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_RAISEREDUCTIONS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

/// Whether `op` reduces and sums no products: the pass on reductions raises it, or says why it does not.
bool isRaisableReduction(Operation *op);

/// The dimensions of an operand, read by a permutation of all loops, that reduction loops run over.
SmallVector<int64_t> getReducedDims(linalg::LinalgOp op, OpOperand *input);

/// Result `number` of `op` as it had it, of one that keeps the dimensions of `input` that were reduced with size 1:
/// without these, with its other dimensions in the order in which it has them, with units of its own.
Value placeReduced(OpBuilder &builder, linalg::LinalgOp op, unsigned number, OpOperand *input, Value reduced);

/// kind(initial, reduced), rounded to `elementType`; `initial` is a number or a tensor of the shape of `reduced`.
Value combineWithInitial(OpBuilder &builder, Location loc, arith::AtomicRMWKind kind, Value reduced,
                         llvm::PointerUnion<Attribute, Value> initial, Type elementType);

/// An extremum of elements with its position.
void populateRaiseExtremumPatterns(RewritePatternSet &patterns);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_RAISEREDUCTIONS_H
