// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds index arithmetic of the host program, and tests of sizes.

#include "fusion/Families/Common/HostIndex.h"

#include "fusion/Families/Common/MemRefArgument.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

Value HostIndex::constant(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }

Value HostIndex::dim(Value memref, int64_t position) {
  // What strides are made of tells its sizes.
  if (auto view = memref.getDefiningOp<memref::ReinterpretCastOp>())
    return getValueOrCreateConstantIndexOp(builder, loc, view.getMixedSizes()[position]);
  return builder.createOrFold<memref::DimOp>(loc, memref, position);
}

Value HostIndex::address(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t offset = type.getStridesAndOffset().second;
  Value pointer = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  if (offset == 0)
    return pointer;
  Value elements = ShapedType::isDynamic(offset)
                       ? memref::ExtractStridedMetadataOp::create(builder, loc, memref).getOffset()
                       : constant(offset);
  return add(pointer, mul(elements, storedBytes(type.getElementType())));
}

Value HostIndex::add(Value x, Value y) { return builder.createOrFold<arith::AddIOp>(loc, x, y); }
Value HostIndex::sub(Value x, Value y) { return builder.createOrFold<arith::SubIOp>(loc, x, y); }
Value HostIndex::mul(Value x, Value y) { return builder.createOrFold<arith::MulIOp>(loc, x, y); }
Value HostIndex::div(Value x, Value y) { return builder.createOrFold<arith::DivUIOp>(loc, x, y); }
Value HostIndex::ceilDiv(Value x, Value y) { return builder.createOrFold<arith::CeilDivUIOp>(loc, x, y); }
Value HostIndex::rem(Value x, Value y) { return builder.createOrFold<arith::RemUIOp>(loc, x, y); }
Value HostIndex::min(Value x, Value y) { return builder.createOrFold<arith::MinUIOp>(loc, x, y); }
Value HostIndex::orI(Value x, Value y) { return builder.createOrFold<arith::OrIOp>(loc, x, y); }

Value HostIndex::equals(Value x, int64_t y) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, x, constant(y));
}

Value HostIndex::isPositive(Value x) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, x, constant(0));
}

Value HostIndex::isAtMost(Value x, int64_t y) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ule, x, constant(y));
}

Value HostIndex::isMultipleOf(Value x, int64_t powerOfTwo) {
  return equals(builder.createOrFold<arith::AndIOp>(loc, x, constant(powerOfTwo - 1)), 0);
}
