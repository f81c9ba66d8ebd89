// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits copies of an operand with its last two dimensions exchanged.

#include "TransposingCopy.h"

#include "fusion/Families/SM90/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// Of a square of elements that a thread turns: its side in elements and in bytes.
static constexpr int64_t elementBytes = 4, side = 4, sideBytes = side * elementBytes;
static constexpr int64_t squares = TransposingCopy::tileSide / side, lineBytes = squares * sideBytes;

TransposingCopy::TransposingCopy(KernelBuilder &kb, const MemRefArgument &source, const MemRefArgument &target,
                                 Value shared)
    : source(source), target(target), shared(shared), rows(kb.toI32(source.sizes[source.rank() - 2])),
      columns(kb.toI32(source.sizes.back())), tilesDown(kb.ceilDiv(rows, tileSide)),
      tilesAcross(kb.ceilDiv(columns, tileSide)), tiles(kb.mul(tilesDown, tilesAcross)) {
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
  for (int64_t column = 0; column < side; ++column) {
    Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(side, kb.getI32Type()));
    for (int64_t row = 0; row < side; ++row)
      vector = kb.create<LLVM::InsertElementOp>(vector, words[row * side + column], kb.c32(row));
    kb.store(vector, kb.offsetPtr(place, kb.mul(kb.add(x, column), lineBytes)));
  }
  syncBlock(kb);
  SmallVector<Value> vectors;
  for (int64_t i = 0; i < side; ++i)
    vectors.push_back(
        kb.load(VectorType::get(side, kb.getI32Type()), kb.offsetPtr(place, kb.mul(kb.add(y, i), lineBytes))));

  Value row = kb.add(firstRow, x), column = kb.add(firstColumn, y);
  Value pitch = kb.mul(target.strides[target.rank() - 2], elementBytes);
  to = kb.offsetPtr(to, kb.add(kb.mul(kb.toI64(column), pitch), kb.mul(kb.toI64(row), elementBytes)));
  Value inRows = kb.lt(row, rows);
  for (int64_t i = 0; i < side; ++i)
    kb.ifThen(kb.andI(inRows, kb.lt(kb.add(column, i), columns)),
              [&] { kb.store(vectors[i], kb.offsetPtr(to, kb.mul(pitch, i))); });
}

/// 4 x 4 words of `matrix`, row by row. Behind the last row and the last column these are repeated.
SmallVector<Value> TransposingCopy::loadSquare(KernelBuilder &kb, Value matrix, Value row, Value column) const {
  Value pitch = kb.mul(source.strides[source.rank() - 2], elementBytes);
  Value lastRow = kb.sub(rows, 1), lastColumn = kb.sub(columns, 1);
  SmallVector<Value> starts;
  for (int64_t i = 0; i < side; ++i)
    starts.push_back(kb.offsetPtr(matrix, kb.mul(kb.toI64(kb.minS(kb.add(row, i), lastRow)), pitch)));

  auto loadVectors = [&] {
    SmallVector<Value> words;
    for (Value start : starts)
      llvm::append_range(words, loadWords(kb, kb.offsetPtr(start, kb.mul(kb.toI64(column), elementBytes))));
    return words;
  };
  auto loadElements = [&] {
    SmallVector<Value> words;
    for (Value start : starts)
      for (int64_t i = 0; i < side; ++i) {
        Value element = kb.toI64(kb.minS(kb.add(column, i), lastColumn));
        words.push_back(kb.load(kb.getI32Type(), kb.offsetPtr(start, kb.mul(element, elementBytes))));
      }
    return words;
  };
  if (std::optional<int64_t> known = KernelBuilder::asConstant(pitch); known && *known % sideBytes != 0)
    return loadElements();
  Value misaligned = kb.rem(kb.orI(kb.create<LLVM::PtrToIntOp>(kb.getI64Type(), matrix), pitch), sideBytes);
  Value inside = kb.andI(kb.eq(misaligned, 0), kb.lt(kb.add(column, side - 1), columns));
  SmallVector<Type> types(side * side, kb.getI32Type());
  return kb.ifElse(inside, types, loadVectors, loadElements);
}
