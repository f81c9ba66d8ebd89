// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits copies of an operand with its last two dimensions exchanged.

#include "TransposingCopy.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Of a square of elements that a thread turns: its side in elements.
static constexpr int64_t side = 4, squares = TransposingCopy::tileSide / side;

TransposingCopy::TransposingCopy(KernelBuilder &kb, const MemRefArgument &source, const MemRefArgument &target,
                                 Value shared)
    : source(source), target(target), elementBytes(storedBytes(source.elementType)), shared(shared),
      rows(kb.toI32(source.sizes[source.rank() - 2])), columns(kb.toI32(source.sizes.back())),
      tilesDown(kb.ceilDiv(rows, tileSide)), tilesAcross(kb.ceilDiv(columns, tileSide)),
      tiles(kb.mul(tilesDown, tilesAcross)) {
  for (Value size : ArrayRef(source.sizes).drop_back(2))
    tiles = kb.mul(tiles, kb.toI32(size));
}

void TransposingCopy::copyBlock(KernelBuilder &kb, Value block, Value thread) const {
  // Adjacent blocks write adjacent lines of the copy.
  Value rest = kb.div(block, tilesDown), batch = kb.div(rest, tilesAcross);
  Value firstRow = kb.mul(kb.rem(block, tilesDown), tileSide),
        firstColumn = kb.mul(kb.rem(rest, tilesAcross), tileSide);
  Value from = source.pointer, to = target.pointer;
  for (int64_t dim = source.rank() - 2; dim-- > 0;) {
    Value size = kb.toI32(source.sizes[dim]), index = kb.toI64(dim == 0 ? batch : kb.rem(batch, size));
    from = kb.offsetPtr(from, kb.mul(kb.mul(index, source.strides[dim]), elementBytes));
    to = kb.offsetPtr(to, kb.mul(kb.mul(index, target.strides[dim]), elementBytes));
    batch = kb.div(batch, size);
  }

  // The thread turns square (y, x) of the source's tile and writes square (y, x) of the copy's.
  Value y = kb.mul(kb.div(thread, squares), side), x = kb.mul(kb.rem(thread, squares), side);
  Value place = kb.offsetPtr(shared, kb.mul(kb.xorI(y, x), elementBytes));
  SmallVector<Value> words = loadSquare(kb, from, kb.add(firstRow, y), kb.add(firstColumn, x));
  int64_t lineBytes = squares * sideBytes();
  Type type;
  for (int64_t column = 0; column < side; ++column) {
    SmallVector<Value> turned;
    for (int64_t row = 0; row < side; ++row)
      turned.push_back(words[row * side + column]);
    Value packed = pack(kb, turned);
    type = packed.getType();
    kb.store(packed, kb.offsetPtr(place, kb.mul(kb.add(x, column), lineBytes)));
  }
  syncBlock(kb);
  SmallVector<Value> vectors;
  for (int64_t i = 0; i < side; ++i)
    vectors.push_back(kb.load(type, kb.offsetPtr(place, kb.mul(kb.add(y, i), lineBytes))));

  Value row = kb.add(firstRow, x), column = kb.add(firstColumn, y);
  Value pitch = kb.mul(target.strides[target.rank() - 2], elementBytes);
  to = kb.offsetPtr(to, kb.add(kb.mul(kb.toI64(column), pitch), kb.mul(kb.toI64(row), elementBytes)));
  Value inRows = kb.lt(row, rows);
  for (int64_t i = 0; i < side; ++i)
    kb.ifThen(kb.andI(inRows, kb.lt(kb.add(column, i), columns)),
              [&] { kb.store(vectors[i], kb.offsetPtr(to, kb.mul(pitch, i))); });
}

/// The side of a square, of elements that are the low bits of words: a vector of words, or a word of bytes.
Value TransposingCopy::pack(KernelBuilder &kb, ArrayRef<Value> elements) const {
  if (elementBytes == 4) {
    Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(side, kb.getI32Type()));
    for (auto [index, element] : llvm::enumerate(elements))
      vector = kb.create<LLVM::InsertElementOp>(vector, element, kb.c32(index));
    return vector;
  }
  Value word = elements.front();
  for (auto [index, element] : llvm::enumerate(elements.drop_front()))
    word = kb.orI(word, kb.shl(element, kb.c32(8 * (index + 1))));
  return word;
}

/// The same elements of what lies at `address`, a multiple of the side's bytes.
SmallVector<Value> TransposingCopy::loadSide(KernelBuilder &kb, Value address) const {
  if (elementBytes == 4)
    return loadWords(kb, address);
  Value word = kb.load(kb.getI32Type(), address);
  SmallVector<Value> elements;
  for (int64_t i = 0; i < side; ++i)
    elements.push_back(kb.andI(kb.create<arith::ShRUIOp>(word, kb.c32(8 * i)), 0xFF));
  return elements;
}

/// 4 x 4 elements of `matrix`, each in a word, row by row. Behind the last row and the last column these are repeated.
SmallVector<Value> TransposingCopy::loadSquare(KernelBuilder &kb, Value matrix, Value row, Value column) const {
  Value pitch = kb.mul(source.strides[source.rank() - 2], elementBytes);
  Value lastRow = kb.sub(rows, 1), lastColumn = kb.sub(columns, 1);
  SmallVector<Value> starts;
  for (int64_t i = 0; i < side; ++i)
    starts.push_back(kb.offsetPtr(matrix, kb.mul(kb.toI64(kb.minS(kb.add(row, i), lastRow)), pitch)));

  auto loadVectors = [&] {
    SmallVector<Value> words;
    for (Value start : starts)
      llvm::append_range(words, loadSide(kb, kb.offsetPtr(start, kb.mul(kb.toI64(column), elementBytes))));
    return words;
  };
  auto loadElements = [&] {
    SmallVector<Value> words;
    for (Value start : starts)
      for (int64_t i = 0; i < side; ++i) {
        Value element = kb.toI64(kb.minS(kb.add(column, i), lastColumn));
        Value loaded = kb.load(kb.getIntegerType(8 * elementBytes), kb.offsetPtr(start, kb.mul(element, elementBytes)));
        words.push_back(elementBytes == 4 ? loaded : kb.create<arith::ExtUIOp>(kb.getI32Type(), loaded));
      }
    return words;
  };
  if (std::optional<int64_t> known = KernelBuilder::asConstant(pitch); known && *known % sideBytes() != 0)
    return loadElements();
  Value misaligned = kb.rem(kb.orI(kb.create<LLVM::PtrToIntOp>(kb.getI64Type(), matrix), pitch), sideBytes());
  Value inside = kb.andI(kb.eq(misaligned, 0), kb.lt(kb.add(column, side - 1), columns));
  SmallVector<Type> types(side * side, kb.getI32Type());
  return kb.ifElse(inside, types, loadVectors, loadElements);
}
