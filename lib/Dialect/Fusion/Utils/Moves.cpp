// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds and copies operations that move elements.

#include "fusion/Dialect/Fusion/Utils/Moves.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

Value fusion::getMovedOperand(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp, tensor::ExtractSliceOp>(op))
    return op->getOperand(0);
  if (isa<linalg::TransposeOp, linalg::BroadcastOp>(op) && op->getNumResults() == 1)
    return op->getOperand(0);
  return {};
}

Value fusion::repeatMove(RewriterBase &rewriter, Operation *op, Value source) {
  Location loc = op->getLoc();
  Type elementType = getTensorType(source).getElementType();
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return transposeDims(rewriter, loc, source, transpose.getPermutation());
  if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, broadcast.getInit());
    Value init = tensor::EmptyOp::create(rewriter, loc, sizes, elementType);
    return linalg::BroadcastOp::create(rewriter, loc, source, init, broadcast.getDimensions())->getResult(0);
  }
  Operation *copy = rewriter.clone(*op);
  copy->setOperand(0, source);
  copy->getResult(0).setType(getTensorType(op->getResult(0)).clone(elementType));
  return copy->getResult(0);
}
