// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutUtils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fusion;

static bool comesFromMatmul(Value value, bool throughLayout, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<MatmulOp>(op))
    return true;
  if (throughLayout && isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, linalg::TransposeOp>(op))
    return comesFromMatmul(op->getOperand(0), throughLayout, depth - 1);
  return isa<ElementwiseOpInterface>(op) && llvm::any_of(op->getOperands(), [&](Value operand) {
           return comesFromMatmul(operand, throughLayout, depth - 1);
         });
}

bool mlir::fusion::comesFromMatmul(Value value, bool throughLayout) {
  // Deep enough for any activation; the limit bounds the search in graphs with many shared operands.
  return ::comesFromMatmul(value, throughLayout, /*depth=*/12);
}

Value mlir::fusion::rebuildElementwise(RewriterBase &rewriter, Operation *op, ValueRange operands,
                                       ArrayRef<int64_t> shape) {
  RankedTensorType type = getTensorType(op->getResult(0)).clone(shape);
  return rewriter.create(op->getLoc(), op->getName().getIdentifier(), operands, type, op->getAttrs())->getResult(0);
}

bool mlir::fusion::broadcastExactly(ArrayRef<ArrayRef<int64_t>> shapes, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> joined;
  for (ArrayRef<int64_t> next : shapes) {
    FailureOr<SmallVector<int64_t>> wider = broadcastShapes(joined, next);
    if (failed(wider))
      return false;
    joined = std::move(*wider);
  }
  return ArrayRef<int64_t>(joined) == shape;
}

bool mlir::fusion::swapsLastTwo(ArrayRef<int64_t> permutation) {
  int64_t rank = permutation.size();
  return rank >= 2 && permutation[rank - 1] == rank - 2 && permutation[rank - 2] == rank - 1 &&
         isIdentityPermutation(permutation.drop_back(2));
}
