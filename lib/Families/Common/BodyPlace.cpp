// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks up elements of tables, in bounds or trapping.

#include "fusion/Families/Common/BodyPlace.h"

#include "fusion/Families/Common/BodyEvaluator.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

static Value toIndex(KernelBuilder &kb, Value value) {
  return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), value);
}

Value TableArguments::getSize(KernelBuilder &kb, BlockArgument table, int64_t dim) const {
  return toIndex(kb, tables.find(table)->second.sizes[dim]);
}

int64_t TableArguments::getWidth(BlockArgument table) const {
  const MemRefArgument &memory = tables.find(table)->second;
  return std::max<int64_t>(std::min<int64_t>(memory.rowAlignment, 16) / storedBytes(memory.elementType), 1);
}

Value TableArguments::load(KernelBuilder &kb, BlockArgument table, ValueRange indices, int64_t count,
                           Value asked) const {
  const MemRefArgument &memory = tables.find(table)->second;
  Value address = memory.pointer;
  for (auto [index, stride] : llvm::zip_equal(indices, memory.strides))
    address = kb.offsetPtr(address, kb.mul(kb.toI64(index), kb.mul(stride, storedBytes(memory.elementType))));
  if (asked) // else those at the start, which are there
    address = kb.select(asked, address, memory.pointer);
  Type type = storedType(memory.elementType);
  return kb.load(count == 1 ? type : VectorType::get(count, type), address);
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

/// What `load` gives, of the types given, where a lane is inside and `condition` holds; else zeros. Traps where it does
/// and `test` does not, which may be null. `load` is handed what has to hold so that indices are in range, or null:
/// where a condition alone makes them so, there is no branch, in which each load would be waited for.
static SmallVector<Value> emitGuarded(KernelBuilder &kb, BodyPlace &place, int64_t lane, Value condition, bool inRange,
                                      TypeRange types, function_ref<Value()> test,
                                      function_ref<SmallVector<Value>(Value asked)> load) {
  Value asked = place.isInside(kb, lane);
  if (condition)
    asked = asked ? kb.andI(asked, condition) : condition;
  auto makeZero = [&](Type type) -> Value {
    return kb.create<arith::ConstantOp>(cast<TypedAttr>(kb.getZeroAttr(type)));
  };
  if (condition && inRange) {
    SmallVector<Value> loaded = load(asked);
    for (Value &value : loaded)
      value = kb.select(asked, value, makeZero(value.getType()));
    return loaded;
  }
  auto checkAndLoad = [&] {
    if (!inRange)
      if (Value isRight = test())
        kb.ifThen(kb.xorI(isRight, kb.cBool(true)), [&] { kb.create<LLVM::Trap>(); });
    return load({});
  };
  return asked ? kb.ifElse(asked, types, checkAndLoad, [&] { return llvm::map_to_vector(types, makeZero); })
               : checkAndLoad();
}

/// Unsigned: a negative index is out of range, too.
static Value emitBelow(KernelBuilder &kb, BodyPlace &place, BlockArgument table, int64_t dim, Value index) {
  return kb.cmp(arith::CmpIPredicate::ult, index, place.getTableSize(kb, table, dim));
}

/// Of all indices; null if there is none.
static Value emitAllBelow(KernelBuilder &kb, BodyPlace &place, BlockArgument table, ValueRange indices) {
  Value all;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value below = emitBelow(kb, place, table, dim, index);
    all = all ? kb.andI(all, below) : below;
  }
  return all;
}

Value fusion::emitLookup(KernelBuilder &kb, BodyPlace &place, int64_t lane, BlockArgument table, ValueRange indices,
                         Value condition, bool inRange) {
  auto test = [&] { return emitAllBelow(kb, place, table, indices); };
  auto load = [&](Value asked) { return SmallVector<Value>{place.loadFromTable(kb, table, indices, 1, asked)}; };
  Type type = storedType(getElementTypeOrSelf(table.getType()));
  return emitGuarded(kb, place, lane, condition, inRange, type, test, load).front();
}

namespace {
/// Elements of a row that are loaded at once.
struct Piece {
  int64_t first, size;
};

/// The pieces of a row that have elements at some offsets, from a base that is a multiple of the largest piece.
class PieceCover {
public:
  /// `offsets` ascend. `rowSize`: how long rows are, if that is known.
  PieceCover(ArrayRef<int64_t> offsets, int64_t largest, int64_t rowSize) : offsets(offsets), rowSize(rowSize) {
    for (int64_t offset : offsets)
      if (pieces.empty() || offset >= pieces.back().first + pieces.back().size)
        add(llvm::divideFloorSigned(offset, largest) * largest, largest);
  }

  SmallVector<Piece> pieces;

private:
  void add(int64_t first, int64_t size) {
    auto isIn = [&](int64_t offset) { return offset >= first && offset < first + size; };
    int64_t needed = llvm::count_if(offsets, isIn);
    if (needed == 0)
      return;
    if (needed == size) {
      pieces.push_back({first, size});
      return;
    }
    size_t before = pieces.size();
    add(first, size / 2);
    add(first + size / 2, size / 2);
    // A row of whole pieces has all of a piece of which it has an element.
    if (pieces.size() - before > 1 && !ShapedType::isDynamic(rowSize) && rowSize % size == 0) {
      pieces.truncate(before);
      pieces.push_back({first, size});
    }
  }

  ArrayRef<int64_t> offsets;
  int64_t rowSize;
};
} // namespace

SmallVector<Value> fusion::emitRowLookup(KernelBuilder &kb, BodyPlace &place, int64_t lane, BlockArgument table,
                                         ValueRange indices, Value condition, bool inRange, const RowLookup &row) {
  auto type = cast<RankedTensorType>(table.getType());
  Type stored = storedType(type.getElementType());
  SmallVector<int64_t> offsets;
  for (auto [offset, asked] : llvm::zip_equal(row.index.offsets, row.asked))
    if (asked)
      offsets.push_back(offset);
  llvm::sort(offsets);
  offsets.erase(llvm::unique(offsets), offsets.end());
  Value zero = kb.create<arith::ConstantOp>(cast<TypedAttr>(kb.getZeroAttr(stored)));
  SmallVector<Value> lanes(row.asked.size(), zero);
  if (offsets.empty())
    return lanes;

  int64_t lowest = offsets.front(), highest = offsets.back(), rowSize = type.getShape().back();
  int64_t width = std::min(place.getTableWidth(table), row.index.multiple);
  SmallVector<Piece> pieces = PieceCover(offsets, width, rowSize).pieces;
  auto at = [&](int64_t offset) {
    SmallVector<Value> place(indices);
    place.back() = kb.add(place.back(), offset - row.index.offsets.front());
    return place;
  };
  // Whether all are in one block of some elements, from a multiple of so many on: nothing wraps in it.
  auto isBlock = [&](int64_t size) {
    return row.index.multiple % size == 0 &&
           llvm::divideFloorSigned(lowest, size) == llvm::divideFloorSigned(highest, size);
  };
  auto test = [&] {
    // A row of whole blocks has all of one or nothing. That is asked of the first, as conditions are of positions.
    int64_t whole = ShapedType::isDynamic(rowSize) ? 1 : rowSize & -rowSize;
    if (whole > 0 && isBlock(std::min(whole, row.index.multiple)))
      return emitAllBelow(kb, place, table, at(lowest));
    Value all = emitAllBelow(kb, place, table, at(highest));
    if (!isBlock(row.index.multiple))
      all = kb.andI(all, emitBelow(kb, place, table, type.getRank() - 1, at(lowest).back()));
    return all;
  };
  auto load = [&](Value asked) {
    return llvm::map_to_vector(
        pieces, [&](Piece piece) { return place.loadFromTable(kb, table, at(piece.first), piece.size, asked); });
  };
  SmallVector<Type> types = llvm::map_to_vector(
      pieces, [&](Piece piece) -> Type { return piece.size == 1 ? stored : VectorType::get(piece.size, stored); });
  SmallVector<Value> loaded = emitGuarded(kb, place, lane, condition, inRange, types, test, load);

  for (auto [piece, value] : llvm::zip_equal(pieces, loaded))
    for (auto [result, offset, asked] : llvm::zip_equal(lanes, row.index.offsets, row.asked))
      if (asked && offset >= piece.first && offset < piece.first + piece.size)
        result = piece.size == 1 ? value : kb.create<LLVM::ExtractElementOp>(value, kb.c32(offset - piece.first));
  return lanes;
}
