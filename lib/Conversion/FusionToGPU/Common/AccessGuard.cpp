// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessGuard.h"

#include "MemRefArgument.h"
#include "fusion/Support/SeededFault.h"
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
    while (!ShapedType::isDynamic(stride) && size != 1 && widest > bytes && stride * bytes % widest != 0 &&
           !seeded("access-ignores-static-pitch"))
      widest /= 2;
  return widest;
}

namespace {
/// Index arithmetic of the host program.
struct IndexBuilder {
  OpBuilder &b;
  Location loc;

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(b, loc, value); }
  Value mul(Value x, int64_t y) { return b.createOrFold<arith::MulIOp>(loc, x, constant(y)); }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(loc, x, y); }
  Value orI(Value x, Value y) { return b.createOrFold<arith::OrIOp>(loc, x, y); }
  Value isZero(Value x) { return equals(x, 0); }
  Value isAtMost(Value x, int64_t y) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ule, x, constant(y));
  }
  Value isPositive(Value x) { return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, x, constant(0)); }
  Value equals(Value x, int64_t y) {
    return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, x, constant(y));
  }
  Value low(Value x, int64_t powerOfTwo) { return b.createOrFold<arith::AndIOp>(loc, x, constant(powerOfTwo - 1)); }
};
} // namespace

/// Address and strides in bytes are or-ed together; their low bits must be clear.
static void addAlignment(IndexBuilder ib, Value memref, int64_t bytes, SmallVectorImpl<Value> &conditions) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t elementBytes = storedBytes(type.getElementType());
  auto [strides, offset] = type.getStridesAndOffset();
  auto metadata = memref::ExtractStridedMetadataOp::create(ib.b, ib.loc, memref);
  Value bits = memref::ExtractAlignedPointerAsIndexOp::create(ib.b, ib.loc, memref);
  if (ShapedType::isDynamic(offset))
    bits = seeded("guard-ignores-offset") ? bits : ib.add(bits, ib.mul(metadata.getOffset(), elementBytes));
  else if (offset != 0)
    bits = ib.add(bits, ib.constant(offset * elementBytes));
  for (int64_t dim = 0; dim + 1 < type.getRank(); ++dim)
    if (ShapedType::isDynamic(strides[dim]) && !seeded("guard-ignores-pitch"))
      bits = ib.orI(bits, ib.mul(metadata.getStrides()[dim], elementBytes));
  conditions.push_back(ib.isZero(ib.low(bits, seeded("guard-half-the-alignment") ? bytes / 2 : bytes)));
  if (!strides.empty() && ShapedType::isDynamic(strides.back()) && !seeded("guard-ignores-gaps"))
    conditions.push_back(ib.equals(metadata.getStrides().back(), 1));
}

Value AccessGuard::emit(OpBuilder &builder, Location loc) const {
  IndexBuilder ib{builder, loc};
  SmallVector<Value> conditions;
  for (const Alignment &alignment : aligned)
    addAlignment(ib, alignment.memref, alignment.bytes, conditions);
  for (const Multiple &multiple : multiples) {
    Value size = memref::DimOp::create(builder, loc, multiple.memref, multiple.dim);
    conditions.push_back(ib.isZero(ib.low(size, multiple.factor)));
  }
  for (const Limit &limit : limits)
    conditions.push_back(ib.isAtMost(memref::DimOp::create(builder, loc, limit.memref, limit.dim), limit.most));
  for (const Positive &positive : positives)
    conditions.push_back(ib.isPositive(memref::DimOp::create(builder, loc, positive.memref, positive.dim)));
  Value all = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (Value condition : conditions)
    all = builder.createOrFold<arith::AndIOp>(loc, all, condition);
  return all;
}
