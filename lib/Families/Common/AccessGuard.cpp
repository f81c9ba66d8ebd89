// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Families/Common/AccessGuard.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::fusion;

int64_t AccessGuard::widestAccess(MemRefType type, int64_t limit) {
  int64_t bytes = storedBytes(type.getElementType());
  auto [strides, offset] = type.getStridesAndOffset();
  if (strides.empty())
    return bytes;
  if (!ShapedType::isDynamic(strides.back()) && strides.back() != 1 && type.getDimSize(type.getRank() - 1) != 1)
    return bytes;
  int64_t widest = limit;
  for (auto [stride, size] : llvm::zip(ArrayRef(strides).drop_back(), type.getShape().drop_back()))
    while (!ShapedType::isDynamic(stride) && size != 1 && widest > bytes && stride * bytes % widest != 0)
      widest /= 2;
  return widest;
}

/// Address and strides in bytes are or-ed together; their low bits must be clear.
static void addAlignment(HostIndex index, Value memref, int64_t bytes, SmallVectorImpl<Value> &conditions) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t elementBytes = storedBytes(type.getElementType());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  auto metadata = memref::ExtractStridedMetadataOp::create(index.builder, index.loc, memref);
  Value bits = index.address(memref);
  for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
    if (ShapedType::isDynamic(strides[dim]))
      bits = index.orI(bits, index.mul(metadata.getStrides()[dim], elementBytes));
  conditions.push_back(index.isMultipleOf(bits, bytes));
  if (!strides.empty() && ShapedType::isDynamic(strides.back()))
    conditions.push_back(index.equals(metadata.getStrides().back(), 1));
}

Value AccessGuard::emit(OpBuilder &builder, Location loc) const {
  HostIndex index{builder, loc};
  SmallVector<Value> conditions;
  for (const Alignment &alignment : aligned)
    addAlignment(index, alignment.memref, alignment.bytes, conditions);
  for (const Multiple &multiple : multiples) {
    auto [memref, dim] = multiple.sizes.front();
    Value product = index.dim(memref, dim);
    for (auto [memref, dim] : ArrayRef(multiple.sizes).drop_front())
      product = index.mul(product, index.dim(memref, dim));
    conditions.push_back(index.isMultipleOf(product, multiple.factor));
  }
  for (const Limit &limit : limits)
    conditions.push_back(index.isAtMost(index.dim(limit.memref, limit.dim), limit.most));
  for (const Positive &positive : positives)
    conditions.push_back(index.isPositive(index.dim(positive.memref, positive.dim)));
  Value all = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (Value condition : conditions)
    all = builder.createOrFold<arith::AndIOp>(loc, all, condition);
  return all;
}
