// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows values to products and reductions, and rebuilds elementwise operations in other shapes.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

bool fusion::comesFromMatmul(Value value, bool throughLayout) {
  // More than any activation takes; the limit keeps the search short in long elementwise chains.
  constexpr size_t limit = 48;
  llvm::SmallSetVector<Operation *, 16> seen;
  if (Operation *op = value.getDefiningOp())
    seen.insert(op);
  for (size_t i = 0; i < seen.size() && i < limit; ++i) {
    Operation *op = seen[i];
    if (isa<MatmulOp, linalg::ConvolutionOpInterface>(op))
      return true;
    bool isLayout =
        isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, linalg::TransposeOp, tensor::ExtractSliceOp>(op);
    if (!isa<ElementwiseOpInterface>(op) && !(throughLayout && (isLayout || isa<tensor::ConcatOp>(op))))
      continue;
    for (Value operand : isLayout ? op->getOperands().take_front() : getAlignedOperands(op))
      if (Operation *producer = operand.getDefiningOp())
        seen.insert(producer);
  }
  return false;
}

bool fusion::hasLeadingUnits(ArrayRef<int64_t> shape) {
  return shape.size() > 2 && llvm::is_contained(shape.drop_back(2), 1);
}

/// Whether a reduction that `holds` takes is behind a value, with elementwise operations of its shape between.
static bool comesFromReduceThat(Value value, function_ref<bool(ReduceOp)> holds) {
  // More than any norm takes; the limit keeps the search short in long elementwise chains.
  constexpr size_t limit = 32;
  ArrayRef<int64_t> shape = getTensorType(value).getShape();
  llvm::SmallSetVector<Value, 8> seen;
  seen.insert(value);
  for (size_t i = 0; i < seen.size() && i < limit; ++i) {
    Operation *op = seen[i].getDefiningOp();
    if (auto reduce = dyn_cast_if_present<ReduceOp>(op))
      if (holds(reduce))
        return true;
    if (!isa_and_present<ElementwiseOpInterface>(op))
      continue;
    for (Value operand : getAlignedOperands(op))
      if (getTensorType(operand).getShape() == shape)
        seen.insert(operand);
  }
  return false;
}

bool fusion::comesFromReduce(Value value) {
  return comesFromReduceThat(value, [](ReduceOp) { return true; });
}

bool fusion::comesFromReduceAlong(Value value, int64_t dim) {
  return comesFromReduceThat(value, [dim](ReduceOp reduce) { return llvm::is_contained(reduce.getDimensions(), dim); });
}

OperandRange fusion::getAlignedOperands(Operation *op) {
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
    return elementwise.getElementOperands();
  // Scales have dimensions of their own.
  auto product = dyn_cast<MatmulOp>(op);
  return product ? product.getFactors() : OperandRange(op->getOperands());
}

MutableArrayRef<OpOperand> fusion::getAlignedOpOperands(Operation *op) {
  return op->getOpOperands().take_front(getAlignedOperands(op).size());
}

bool fusion::canReshape(Operation *op, ArrayRef<int64_t> shape) {
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  if (!elementwise || !elementwise.dependsOnPosition())
    return true;
  return differByUnitDims(getTensorType(op->getResult(0)).getShape(), shape);
}

FailureOr<SmallVector<ReassociationIndices>> fusion::planCollapse(RankedTensorType type, ArrayRef<int64_t> shape,
                                                                  ArrayRef<ReassociationIndices> groups) {
  SmallVector<ReassociationIndices> plan;
  int64_t missing = static_cast<int64_t>(shape.size()) - type.getRank();
  for (const ReassociationIndices &group : groups) {
    ReassociationIndices own;
    bool full = true, repeated = true;
    for (int64_t dim : group) {
      int64_t aligned = dim - missing;
      if (aligned >= 0)
        own.push_back(aligned);
      if (shape[dim] == 1)
        continue;
      bool unit = aligned < 0 || type.getDimSize(aligned) == 1;
      (unit ? full : repeated) = false;
    }
    if (!full && !repeated)
      return failure();
    if (!own.empty())
      plan.push_back(own);
  }
  return plan;
}

Value fusion::rebuildElementwise(RewriterBase &rewriter, Operation *op, ValueRange operands, ArrayRef<int64_t> shape) {
  auto copy = cast<ElementwiseOpInterface>(rewriter.clone(*op));
  rewriter.modifyOpInPlace(copy, [&] {
    for (auto [operand, value] : llvm::zip_equal(getAlignedOpOperands(copy), operands))
      operand.set(value);
    copy.setResultShape(shape);
  });
  return copy->getResult(0);
}

FailureOr<SmallVector<int64_t>> fusion::planBroadcastOperand(RankedTensorType type, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> inverse = invertPermutationVector(permutation);
  int64_t missing = static_cast<int64_t>(permutation.size()) - type.getRank(), last = -1;
  for (int64_t dim : inverse) {
    if (dim < missing || type.getDimSize(dim - missing) == 1)
      continue;
    if (dim < last)
      return failure();
    last = dim;
  }
  return inverse;
}

Value fusion::permuteBack(RewriterBase &rewriter, Location loc, Value value, ArrayRef<int64_t> inverse) {
  int64_t own = getTensorType(value).getRank(), rank = inverse.size();
  if (own == 0)
    return value;
  llvm::SmallBitVector inserted(rank);
  inserted.set(0, rank - own);
  return transposeDims(rewriter, loc, insertUnitDims(rewriter, loc, value, inserted), inverse);
}

bool fusion::broadcastExactly(ArrayRef<ArrayRef<int64_t>> shapes, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> joined;
  for (ArrayRef<int64_t> next : shapes) {
    FailureOr<SmallVector<int64_t>> wider = broadcastShapes(joined, next);
    if (failed(wider))
      return false;
    joined = std::move(*wider);
  }
  return ArrayRef<int64_t>(joined) == shape;
}

bool fusion::swapsLastTwo(ArrayRef<int64_t> permutation) {
  int64_t rank = permutation.size();
  return rank >= 2 && permutation[rank - 1] == rank - 2 && permutation[rank - 2] == rank - 1 &&
         isIdentityPermutation(permutation.drop_back(2));
}
