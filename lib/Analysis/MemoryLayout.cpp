// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where tensors are going to lie, as far as that can be told before bufferization.

#include "fusion/Analysis/MemoryLayout.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fusion;

static MemRefType getRowMajor(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), type.getElementType());
}

MemRefType fusion::permuteLayout(MemRefType type, ArrayRef<int64_t> permutation) {
  auto [strides, offset] = type.getStridesAndOffset();
  auto layout = StridedLayoutAttr::get(type.getContext(), offset, applyPermutation(strides, permutation));
  return MemRefType::get(applyPermutation(type.getShape(), permutation), type.getElementType(), layout,
                         type.getMemorySpace());
}

/// Of what is sliced from, or put into, a tensor with layout `whole`.
template <typename SliceOp> static MemRefType getPart(SliceOp slice, MemRefType whole, Type part) {
  return memref::SubViewOp::inferRankReducedResultType(cast<RankedTensorType>(part).getShape(), whole,
                                                       slice.getMixedOffsets(), slice.getMixedSizes(),
                                                       slice.getMixedStrides());
}

MemRefType fusion::expectReadLayout(Value tensor) {
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    return getPart(slice, expectReadLayout(slice.getSource()), tensor.getType());
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>()) {
    FailureOr<MemRefType> type = memref::ExpandShapeOp::computeExpandedType(
        expectReadLayout(expand.getSrc()), expand.getResultType().getShape(), expand.getReassociationIndices());
    return succeeded(type) ? *type : getRowMajor(tensor.getType());
  }
  if (auto collapse = tensor.getDefiningOp<tensor::CollapseShapeOp>()) {
    MemRefType source = expectReadLayout(collapse.getSrc());
    // What cannot be collapsed where it lies is copied.
    if (memref::CollapseShapeOp::isGuaranteedCollapsible(source, collapse.getReassociationIndices()))
      return memref::CollapseShapeOp::computeCollapsedType(source, collapse.getReassociationIndices());
  }
  return getRowMajor(tensor.getType());
}

/// Where a part of a concatenation begins along its dimension; dynamic if sizes before it are.
static int64_t getOffset(tensor::ConcatOp concat, unsigned number) {
  int64_t offset = 0;
  for (Value input : concat.getInputs().take_front(number)) {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(concat.getDim());
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    offset += size;
  }
  return offset;
}

MemRefType fusion::expectWriteLayout(Value result) {
  if (!result.hasOneUse())
    return getRowMajor(result.getType());
  OpOperand &use = *result.getUses().begin();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(use.getOwner())) {
    MemRefType whole = expectWriteLayout(insert.getResult());
    return use.get() == insert.getSource() ? getPart(insert, whole, result.getType()) : whole;
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(use.getOwner())) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> offsets(type.getRank(), 0), steps(type.getRank(), 1);
    offsets[concat.getDim()] = getOffset(concat, use.getOperandNumber());
    return memref::SubViewOp::inferResultType(expectWriteLayout(concat.getResult()), offsets, type.getShape(), steps);
  }
  return getRowMajor(result.getType());
}
