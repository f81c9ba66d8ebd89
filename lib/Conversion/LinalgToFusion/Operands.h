// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operands of linalg operations seen through their indexing maps.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_OPERANDS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_OPERANDS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// A tensor and the loop that each of its dimensions runs with.
struct IndexedOperand {
  Value value;
  SmallVector<int64_t> loops;
};

/// Whether `map` reads each dimension of a tensor of type `type` by one loop, no loop twice, or by the constant 0 where
/// the size is statically 1.
bool isSimpleMap(AffineMap map, Type type);

/// The scalar that a linalg.fill or a tensor.splat repeats; other values as they are.
Value getRepeatedScalar(Value value);

/// The operand without the dimensions that a simple map reads by a constant. A scalar becomes a rank-0 tensor.
IndexedOperand getIndexedOperand(OpBuilder &builder, Location loc, Value value, AffineMap map);

/// Brings the dimensions into the order of `loops`, which holds the same loops.
Value orderDims(OpBuilder &builder, Location loc, const IndexedOperand &operand, ArrayRef<int64_t> loops);

/// The operand in a form that broadcasts, as in numpy, to a space whose dimension i is loop order[i].
Value alignToSpace(OpBuilder &builder, Location loc, const IndexedOperand &operand, ArrayRef<int64_t> order);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_OPERANDS_H
