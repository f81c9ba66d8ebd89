// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Brings operands into the order and rank of the loops that read them.

#include "Operands.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

bool fusion::isSimpleMap(AffineMap map, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return map.getNumResults() == 0;
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (constant.getValue() != 0 || tensor.getDimSize(dim) != 1)
        return false;
      continue;
    }
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || seen[loop.getPosition()])
      return false;
    seen.set(loop.getPosition());
  }
  return true;
}

Value fusion::getRepeatedScalar(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    if (fill.getInputs()[0].getType() == getElementTypeOrSelf(value.getType()))
      value = fill.getInputs()[0];
  if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    value = splat.getInput();
  return value;
}

IndexedOperand fusion::getIndexedOperand(OpBuilder &builder, Location loc, Value value, AffineMap map) {
  if (!isa<RankedTensorType>(value.getType()))
    return {wrapScalar(builder, loc, value), {}};
  if (getTensorType(value).getRank() == 0)
    return {value, {}};
  IndexedOperand operand;
  llvm::SmallBitVector constant(map.getNumResults());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      operand.loops.push_back(loop.getPosition());
    else
      constant.set(dim);
  }
  operand.value = dropUnitDims(builder, loc, value, constant);
  return operand;
}

Value fusion::orderDims(OpBuilder &builder, Location loc, const IndexedOperand &operand, ArrayRef<int64_t> loops) {
  SmallVector<int64_t> permutation;
  for (int64_t loop : loops)
    permutation.push_back(llvm::find(operand.loops, loop) - operand.loops.begin());
  return transposeDims(builder, loc, operand.value, permutation);
}

Value fusion::alignToSpace(OpBuilder &builder, Location loc, const IndexedOperand &operand, ArrayRef<int64_t> order) {
  SmallVector<int64_t> own;
  llvm::SmallBitVector inserted;
  for (int64_t loop : order) {
    bool present = llvm::is_contained(operand.loops, loop);
    if (present)
      own.push_back(loop);
    // Dimensions before the operand's first are missing, as numpy allows.
    if (!own.empty()) {
      inserted.resize(inserted.size() + 1);
      if (!present)
        inserted.set(inserted.size() - 1);
    }
  }
  return insertUnitDims(builder, loc, orderDims(builder, loc, operand, own), inserted);
}
