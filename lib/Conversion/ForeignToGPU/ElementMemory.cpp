// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ElementMemory.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fusion;

/// What a thread of a GPU loads or stores at once, at most.
static constexpr int64_t kWidest = 16;

/// Bytes that are loaded or stored at once of a piece of `count` elements, if rows of this type leave them side by side
/// and at multiples of that, once the first of them is: all of the piece, or a part that it has several of.
static std::optional<int64_t> getAccessBytes(MemRefType type, int64_t count) {
  if (count == 1 || type.getRank() == 0 || !type.getElementType().isIntOrFloat() || !type.isLastDimUnitStride())
    return std::nullopt;
  int64_t width = type.getElementTypeBitWidth();
  int64_t bytes = std::min(count * storedBytes(type.getElementType()), kWidest);
  int64_t last = type.getShape().back();
  if (width < 8 || !llvm::isPowerOf2_64(width) || ShapedType::isDynamic(last) || last % count != 0 ||
      AccessGuard::widestAccess(type, bytes) != bytes)
    return std::nullopt;
  return bytes;
}

Value ElementMemory::load(OpBuilder &builder, Location loc, Value memref, ValueRange indices) const {
  SmallVector<Value> own(indices);
  Value source = locate(builder, loc, memref, own);
  return memref::LoadOp::create(builder, loc, source, own);
}

void ElementMemory::store(OpBuilder &builder, Location loc, Value value, Value memref, ValueRange indices) const {
  SmallVector<Value> own(indices);
  Value target = locate(builder, loc, memref, own);
  memref::StoreOp::create(builder, loc, value, target, own);
}

/// The places of a piece whose first element is at `indices`.
static SmallVector<SmallVector<Value>> getPlaces(OpBuilder &builder, Location loc, ValueRange indices, int64_t count) {
  SmallVector<SmallVector<Value>> places;
  for (int64_t number = 0; number < count; ++number) {
    places.emplace_back(indices);
    Value &last = places.back().back();
    last = builder.createOrFold<arith::AddIOp>(loc, last, arith::ConstantIndexOp::create(builder, loc, number));
  }
  return places;
}

SmallVector<Value> ElementMemory::loadPiece(OpBuilder &builder, Location loc, Value memref, ValueRange indices,
                                            int64_t count) const {
  SmallVector<Value> own(indices), elements;
  Value source = locate(builder, loc, memref, own);
  auto type = cast<MemRefType>(source.getType());
  std::optional<int64_t> bytes = wide ? getAccessBytes(type, count) : std::nullopt;
  if (!bytes) {
    for (ArrayRef<Value> place : getPlaces(builder, loc, indices, count))
      elements.push_back(load(builder, loc, memref, place));
    return elements;
  }
  int64_t each = *bytes / storedBytes(type.getElementType());
  for (auto [number, place] : llvm::enumerate(getPlaces(builder, loc, own, count))) {
    if (number % each != 0)
      continue;
    Value part = vector::LoadOp::create(builder, loc, VectorType::get(each, type.getElementType()), source, place,
                                        /*nontemporal=*/false, llvm::MaybeAlign(*bytes));
    for (int64_t inside = 0; inside < each; ++inside)
      elements.push_back(vector::ExtractOp::create(builder, loc, part, inside));
  }
  return elements;
}

void ElementMemory::storePiece(OpBuilder &builder, Location loc, ValueRange values, Value memref,
                               ValueRange indices) const {
  int64_t count = values.size();
  SmallVector<Value> own(indices);
  Value target = locate(builder, loc, memref, own);
  auto type = cast<MemRefType>(target.getType());
  std::optional<int64_t> bytes = wide ? getAccessBytes(type, count) : std::nullopt;
  if (!bytes) {
    for (auto [value, place] : llvm::zip_equal(values, getPlaces(builder, loc, indices, count)))
      store(builder, loc, value, memref, place);
    return;
  }
  int64_t each = *bytes / storedBytes(type.getElementType());
  for (auto [number, place] : llvm::enumerate(getPlaces(builder, loc, own, count))) {
    if (number % each != 0)
      continue;
    Value part = vector::FromElementsOp::create(builder, loc, VectorType::get(each, type.getElementType()),
                                                values.slice(number, each));
    vector::StoreOp::create(builder, loc, part, target, place, /*nontemporal=*/false, llvm::MaybeAlign(*bytes));
  }
}

void mlir::fusion::emitWide(OpBuilder &builder, Location loc, ArrayRef<Value> memrefs, int64_t count,
                            ElementMemory &memory, function_ref<void()> emit) {
  AccessGuard guard;
  bool any = false;
  for (Value memref : memrefs) {
    auto type = dyn_cast<MemRefType>(memref.getType());
    std::optional<int64_t> bytes = type ? getAccessBytes(type, count) : std::nullopt;
    any |= bytes.has_value();
    // Allocations start at multiples of more.
    if (bytes && !(memref.getDefiningOp<memref::AllocOp>() && type.getLayout().isIdentity()))
      guard.requireAligned(memref, *bytes);
  }
  auto emitAs = [&](bool wide) {
    memory.wide = wide;
    emit();
  };
  if (!any || guard.isTrivial() || seeded("pieces-unguarded"))
    return emitAs(any);
  auto either = scf::IfOp::create(builder, loc, guard.emit(builder, loc), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard back(builder);
  for (bool wide : {true, false}) {
    builder.setInsertionPointToStart(wide ? either.thenBlock() : either.elseBlock());
    emitAs(wide);
  }
}
