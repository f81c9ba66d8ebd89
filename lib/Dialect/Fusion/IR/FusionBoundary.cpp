// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The operation that nothing looks through, and what it has kept apart.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

LogicalResult BoundaryOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(tensor::getMixedSizes(builder, getLoc(), getInput()));
  return success();
}

bool fusion::areKeptApart(Operation *op, Operation *other) {
  return op->getAttr(kIsolatedAttrName) != other->getAttr(kIsolatedAttrName);
}
