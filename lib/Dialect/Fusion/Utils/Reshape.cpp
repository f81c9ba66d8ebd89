// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reshapes, transpositions and broadcasts, made and brought past each other.

#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

bool fusion::differByUnitDims(ArrayRef<int64_t> shape, ArrayRef<int64_t> other) {
  auto isNoUnit = [](int64_t size) { return size != 1; };
  return llvm::equal(llvm::make_filter_range(shape, isNoUnit), llvm::make_filter_range(other, isNoUnit));
}

bool fusion::isUnitReshape(Operation *op) {
  return isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) &&
         differByUnitDims(getTensorType(op->getOperand(0)).getShape(), getTensorType(op->getResult(0)).getShape());
}

Value fusion::collapseDims(OpBuilder &builder, Location loc, Value value, ArrayRef<ReassociationIndices> groups) {
  if (static_cast<int64_t>(groups.size()) == getTensorType(value).getRank())
    return value;
  return builder.createOrFold<tensor::CollapseShapeOp>(loc, value, groups);
}

Value fusion::expandDims(OpBuilder &builder, Location loc, Value value, ArrayRef<SmallVector<OpFoldResult>> sizes) {
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> flat;
  for (const SmallVector<OpFoldResult> &group : sizes) {
    ReassociationIndices &indices = groups.emplace_back();
    for (OpFoldResult size : group) {
      indices.push_back(flat.size());
      flat.push_back(size);
    }
  }
  RankedTensorType from = getTensorType(value);
  if (static_cast<int64_t>(flat.size()) == from.getRank())
    return value;
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(flat, dynamic, shape);
  return builder.createOrFold<tensor::ExpandShapeOp>(loc, from.clone(shape), value, groups, flat);
}

/// Groups of a larger shape, each with one dimension that stays and the `unit` ones around it; none if nothing stays.
static SmallVector<ReassociationIndices> groupUnitDims(const llvm::SmallBitVector &unit) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (unsigned dim = 0; dim < unit.size(); ++dim) {
    if (unit[dim]) {
      (groups.empty() ? leading : groups.back()).push_back(dim);
      continue;
    }
    groups.emplace_back(std::exchange(leading, {})).push_back(dim);
  }
  return groups;
}

Value fusion::dropUnitDims(OpBuilder &builder, Location loc, Value value, const llvm::SmallBitVector &dropped) {
  return collapseDims(builder, loc, value, groupUnitDims(dropped));
}

Value fusion::insertUnitDims(OpBuilder &builder, Location loc, Value value, const llvm::SmallBitVector &inserted) {
  if (inserted.none())
    return value;
  SmallVector<OpFoldResult> own = tensor::getMixedSizes(builder, loc, value), sizes;
  SmallVector<int64_t> shape;
  unsigned next = 0;
  for (unsigned dim = 0; dim < inserted.size(); ++dim) {
    shape.push_back(inserted[dim] ? 1 : getTensorType(value).getDimSize(next));
    sizes.push_back(inserted[dim] ? builder.getIndexAttr(1) : own[next++]);
  }
  return builder.createOrFold<tensor::ExpandShapeOp>(loc, getTensorType(value).clone(shape), value,
                                                     groupUnitDims(inserted), sizes);
}

Value fusion::transposeDims(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation))
    return value;
  RankedTensorType type = getTensorType(value);
  llvm::SmallBitVector unitFrom(type.getRank()), unitTo(type.getRank());
  SmallVector<int64_t> newIndex(type.getRank());
  for (int64_t dim = 0, next = 0; dim < type.getRank(); ++dim) {
    newIndex[dim] = next;
    if (type.getDimSize(dim) == 1)
      unitFrom.set(dim);
    else
      ++next;
  }
  SmallVector<int64_t> inner;
  for (auto [dim, from] : llvm::enumerate(permutation)) {
    if (unitFrom[from])
      unitTo.set(dim);
    else
      inner.push_back(newIndex[from]);
  }
  Value result = dropUnitDims(builder, loc, value, unitFrom);
  if (!isIdentityPermutation(inner)) {
    SmallVector<OpFoldResult> sizes =
        applyPermutation(ArrayRef<OpFoldResult>(tensor::getMixedSizes(builder, loc, result)), inner);
    Value empty = tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
    result = linalg::TransposeOp::create(builder, loc, result, empty, inner)->getResult(0);
  }
  return insertUnitDims(builder, loc, result, unitTo);
}

std::optional<ReorderedReshape> fusion::mergeBeforeTranspose(ArrayRef<int64_t> permutation,
                                                             ArrayRef<ReassociationIndices> groups) {
  SmallVector<ReassociationIndices> own;
  for (const ReassociationIndices &group : groups) {
    ReassociationIndices &dims = own.emplace_back();
    for (int64_t dim : group) {
      if (!dims.empty() && permutation[dim] != dims.back() + 1)
        return std::nullopt;
      dims.push_back(permutation[dim]);
    }
  }
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, own.size()));
  llvm::sort(order, [&](int64_t a, int64_t b) { return own[a].front() < own[b].front(); });
  ReorderedReshape before;
  for (int64_t group : order)
    before.groups.push_back(own[group]);
  before.permutation = invertPermutationVector(order);
  return before;
}

ReorderedReshape fusion::splitBeforeTranspose(ArrayRef<int64_t> permutation, ArrayRef<ReassociationIndices> groups) {
  ReorderedReshape before;
  SmallVector<int64_t> start;
  int64_t next = 0;
  for (int64_t dim : invertPermutationVector(permutation)) {
    start.push_back(next);
    next += groups[dim].size();
    before.groups.push_back(groups[dim]);
  }
  for (auto [dim, group] : llvm::enumerate(groups))
    for (int64_t part = 0; part < int64_t(group.size()); ++part)
      before.permutation.push_back(start[permutation[dim]] + part);
  return before;
}

ReorderedReshape fusion::transposeBeforeMerge(ArrayRef<int64_t> permutation, ArrayRef<ReassociationIndices> groups) {
  ReorderedReshape before;
  for (int64_t dim : permutation) {
    ReassociationIndices &group = before.groups.emplace_back();
    for (int64_t part : groups[dim]) {
      group.push_back(before.permutation.size());
      before.permutation.push_back(part);
    }
  }
  return before;
}

Value fusion::castStaticSizes(OpBuilder &builder, Location loc, Value value, RankedTensorType type) {
  return value.getType() == type ? value : builder.createOrFold<tensor::CastOp>(loc, type, value);
}

Value fusion::broadcastTo(OpBuilder &builder, Location loc, Value value, RankedTensorType type,
                          ArrayRef<OpFoldResult> sizes) {
  RankedTensorType from = getTensorType(value);
  SplatElementsAttr splat;
  if (type.hasStaticShape() && matchPattern(value, m_Constant(&splat)))
    return arith::ConstantOp::create(builder, loc, splat.resizeSplat(type));
  // linalg.broadcast only adds dimensions: those of size 1 that are repeated leave the operand first, and those that
  // are added with size 1 come last.
  int64_t missing = type.getRank() - from.getRank();
  llvm::SmallBitVector repeated(from.getRank()), inserted(type.getRank());
  SmallVector<int64_t> added;
  SmallVector<OpFoldResult> kept;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t own = dim - missing;
    if (own < 0 && type.getDimSize(dim) == 1) {
      inserted.set(dim);
      continue;
    }
    if (own < 0 || (from.getDimSize(own) == 1 && type.getDimSize(dim) != 1)) {
      if (own >= 0)
        repeated.set(own);
      added.push_back(kept.size());
      kept.push_back(sizes[dim]);
      continue;
    }
    // Input and init of linalg.broadcast know the same sizes.
    kept.push_back(from.isDynamicDim(own) ? sizes[dim] : builder.getIndexAttr(from.getDimSize(own)));
  }
  Value result = dropUnitDims(builder, loc, value, repeated);
  if (!added.empty()) {
    Value empty = tensor::EmptyOp::create(builder, loc, kept, type.getElementType());
    result = linalg::BroadcastOp::create(builder, loc, result, empty, added)->getResult(0);
  }
  return castStaticSizes(builder, loc, insertUnitDims(builder, loc, result, inserted), type);
}
