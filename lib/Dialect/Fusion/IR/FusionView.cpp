// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.view: inputs and outputs of kernels in another order of dimensions.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion;

Value fusion::skipViews(Value value) {
  while (auto view = value.getDefiningOp<ViewOp>())
    value = view.getInput();
  return value;
}

bool ViewOp::isOfInput() { return isa<BlockArgument>(skipViews(getInput())); }

SmallVector<int64_t> ViewOp::getComposedPermutation() {
  SmallVector<int64_t> permutation(getPermutation());
  for (auto view = getInput().getDefiningOp<ViewOp>(); view; view = view.getInput().getDefiningOp<ViewOp>())
    permutation = applyPermutation(view.getPermutation(), permutation);
  return permutation;
}

RankedTensorType ViewOp::getResultType(RankedTensorType input, ArrayRef<int64_t> permutation) {
  return input.clone(applyPermutation(input.getShape(), permutation));
}

void ViewOp::build(OpBuilder &builder, OperationState &state, Value input, ArrayRef<int64_t> permutation) {
  build(builder, state, getResultType(cast<RankedTensorType>(input.getType()), permutation), input, permutation);
}

LogicalResult ViewOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  if (static_cast<int64_t>(getPermutation().size()) != input.getRank() || !isPermutationVector(getPermutation()))
    return emitOpError() << "expects a permutation of the " << input.getRank() << " dimensions of its input, but it is "
                         << llvm::interleaved_array(getPermutation());
  if (RankedTensorType expected = getResultType(input, getPermutation()); getType() != expected)
    return emitOpError() << "expects result type " << expected << ", but it is " << getType();
  return success();
}

LogicalResult ViewOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(applyPermutation(tensor::getMixedSizes(builder, getLoc(), getInput()), getPermutation()));
  return success();
}

// view [0, 1] -> input; view of a view -> one view
OpFoldResult ViewOp::fold(FoldAdaptor) {
  if (isIdentityPermutation(getPermutation()))
    return getInput();
  auto inner = getInput().getDefiningOp<ViewOp>();
  if (!inner)
    return {};
  setPermutation(applyPermutation(inner.getPermutation(), getPermutation()));
  getInputMutable().set(inner.getInput());
  return getResult();
}
