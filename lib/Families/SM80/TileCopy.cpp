// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies tiles by cp.async with zeros outside the matrix, or element by element.

#include "fusion/Families/SM80/TileCopy.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

Value sm80::swizzleMask(KernelBuilder &kb, const SharedTile &tile, Value row) {
  return kb.mul(kb.rem(kb.div(row, tile.rowsOfLine()), tile.period() / tile.rowsOfLine()), tile.scale() * 16);
}

MatrixOperand fusion::getMatrix(KernelBuilder &kb, const MemRefArgument &argument, ArrayRef<Value> batch) {
  int64_t rank = argument.rank(), skipped = batch.size() - (rank - 2);
  Value pointer = argument.pointer;
  for (int64_t dim = 0; dim + 2 < rank; ++dim)
    if (KernelBuilder::asConstant(argument.sizes[dim]) != 1)
      pointer = kb.offsetPtr(
          pointer, kb.mul(kb.mul(batch[dim + skipped], argument.strides[dim]), storedBytes(argument.elementType)));
  return {pointer, argument.strides[rank - 2], argument.strides[rank - 1]};
}

Value TileCopy::getLeft(KernelBuilder &kb, const SharedTile &tile, Value mnOrigin, Value mnSize) {
  std::optional<int64_t> known = KernelBuilder::asConstant(mnSize);
  return known && *known % tile.mn == 0 ? Value() : kb.sub(mnSize, mnOrigin);
}

TileCopy::TileCopy(KernelBuilder &kb, const SharedTile &tile, const MatrixOperand &operand, int64_t vectorBytes,
                   int64_t threads, Value thread, Value mnOrigin, Value mnLeft)
    : tile(tile), vectorBytes(vectorBytes), threads(threads), elementwise(vectorBytes < 4 || tile.crossed),
      thread(thread), mnLeft(mnLeft) {
  // From one row of the tile to the next, and within a row.
  pitchBytes = kb.mul(tile.crossed ? operand.colStride : operand.rowStride, tile.elementBytes);
  colBytes = kb.mul(tile.crossed ? operand.rowStride : operand.colStride, tile.elementBytes);
  tileStride = kb.mul(tile.kMajor ? colBytes : pitchBytes, tile.k);

  // The tile's corner, then, for vectors, this thread's first one.
  Value origin = kb.mul(kb.toI64(mnOrigin), tile.kMajor ? pitchBytes : colBytes);
  source = kb.offsetPtr(operand.pointer, origin);
  if (elementwise)
    return;
  int64_t unitsPerRow = tile.rowBytes() / vectorBytes;
  row = kb.div(thread, unitsPerRow);
  col = kb.mul(kb.rem(thread, unitsPerRow), vectorBytes / tile.elementBytes);
  sourceRow = row;
  if (tile.interleaved && !tile.kMajor) {
    // Rows come to where they are multiplied. Units of a thread lie multiples of eight rows apart.
    assert(threads / unitsPerRow % 8 == 0);
    Value inEight = kb.rem(row, 8);
    Value drawn = kb.add(kb.mul(kb.rem(inEight, 4), 2), kb.div(inEight, 4));
    sourceRow = kb.add(kb.sub(row, inEight), drawn);
  }
  source = kb.offsetPtr(source, kb.mul(kb.toI64(sourceRow), pitchBytes));
  source = kb.offsetPtr(source, kb.mul(kb.toI64(col), colBytes));
}

void TileCopy::emit(KernelBuilder &kb, Value current, Value kLeft, Value shared) const {
  if (tile.crossed && vectorBytes >= 4)
    emitSquares(kb, current, kLeft, shared);
  else if (elementwise)
    emitElements(kb, current, kLeft, shared);
  else
    emitVectors(kb, current, kLeft, shared);
}

Value TileCopy::validBytes(KernelBuilder &kb, Value left) const {
  return kb.minS(kb.maxS(kb.mul(left, tile.elementBytes), kb.c32(0)), kb.c32(vectorBytes));
}

// Unit i of a thread is unit i * threads + thread of the tile, counted row by row. Its row and column are the first
// unit's plus constants, since rows hold a power of two of units.
void TileCopy::emitVectors(KernelBuilder &kb, Value current, Value kLeft, Value shared) const {
  int64_t unitsPerRow = tile.rowBytes() / vectorBytes, total = tile.rows() * unitsPerRow;
  auto cache = vectorBytes == 16 ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  Value zero = kb.c32(0);

  // Position of the first unit in shared memory, before and after the swizzle of its row.
  Value colByte = kb.mul(col, tile.elementBytes);
  Value rowBase = kb.mul(row, tile.rowBytes());
  Value swizzled = kb.xorI(colByte, swizzleMask(kb, tile, row));

  Value previousRow = current;
  int64_t previousRowIndex = 0;
  auto copyUnit = [&](int64_t i) {
    int64_t rowStep = i * threads / unitsPerRow, colStep = i * threads % unitsPerRow;
    int64_t colElements = colStep * vectorBytes / tile.elementBytes;
    // A row step of less than a period sets row bits that the first unit's row leaves clear.
    int64_t mask = rowStep % tile.period() / tile.rowsOfLine() * tile.scale() * 16;
    Value offset = kb.add(kb.xorI(swizzled, mask), rowBase);
    Value target = kb.offsetPtr(kb.offsetPtr(shared, offset), rowStep * tile.rowBytes() + colStep * vectorBytes);

    if (rowStep != previousRowIndex) {
      previousRow = kb.offsetPtr(previousRow, kb.mul(pitchBytes, rowStep - previousRowIndex));
      previousRowIndex = rowStep;
    }
    Value from = kb.offsetPtr(previousRow, kb.mul(colBytes, colElements));

    Value rowsLeft = tile.kMajor ? mnLeft : kLeft, colsLeft = tile.kMajor ? kLeft : mnLeft;
    Value size = colsLeft ? validBytes(kb, kb.sub(kb.sub(colsLeft, col), colElements)) : kb.c32(vectorBytes);
    if (rowsLeft)
      size = kb.select(kb.lt(kb.add(sourceRow, rowStep), rowsLeft), size, zero);
    kb.create<NVVM::CpAsyncOp>(target, from, vectorBytes, cache, size);
  };
  int64_t count = std::max<int64_t>(total / threads, 1);
  Value active = total < threads ? kb.lt(thread, kb.c32(total)) : kb.cBool(true);
  kb.ifThen(active, [&] {
    for (int64_t i = 0; i < count; ++i)
      copyUnit(i);
  });
}

Value TileCopy::elementAddress(KernelBuilder &kb, Value current, Value row, Value col) const {
  return kb.offsetPtr(current, kb.add(kb.mul(kb.toI64(row), pitchBytes), kb.mul(kb.toI64(col), colBytes)));
}

// The slow way for operands without alignment: batches of loads, then as many stores.
void TileCopy::emitElements(KernelBuilder &kb, Value current, Value kLeft, Value shared) const {
  constexpr int64_t batch = 4;
  int64_t unitsPerRow = tile.rowBytes() / tile.elementBytes, total = tile.rows() * unitsPerRow;
  Type type = kb.getIntegerType(tile.elementBytes * 8);
  Value zero = kb.create<arith::ConstantOp>(kb.getIntegerAttr(type, 0));

  kb.forLoop(thread, kb.c32(total), threads * batch, {}, [&](Value first, ValueRange) {
    SmallVector<Value> values, targets;
    for (int64_t i = 0; i < batch; ++i) {
      Value unit = kb.add(first, i * threads);
      // Threads with adjacent numbers load what lies side by side.
      Value row = tile.crossed ? kb.rem(unit, tile.rows()) : kb.div(unit, unitsPerRow);
      Value col = tile.crossed ? kb.div(unit, tile.rows()) : kb.rem(unit, unitsPerRow);
      Value inside = kb.lt(tile.kMajor ? col : row, kLeft);
      if (mnLeft)
        inside = kb.andI(inside, kb.lt(tile.kMajor ? row : col, mnLeft));
      Value address = elementAddress(kb, current, row, col);
      values.push_back(kb.ifElse(
          inside, type, [&] { return SmallVector<Value>{kb.load(type, address)}; },
          [&] { return SmallVector<Value>{zero}; })[0]);
      Value swizzled = kb.xorI(kb.mul(col, tile.elementBytes), swizzleMask(kb, tile, row));
      targets.push_back(kb.offsetPtr(shared, kb.add(swizzled, kb.mul(row, tile.rowBytes()))));
    }
    for (auto [value, target] : llvm::zip(values, targets))
      kb.store(value, target);
    return SmallVector<Value>{};
  });
}

/// Four words of bytes, transposed: word i of the result has byte i of each.
static SmallVector<Value> turnBytes(KernelBuilder &kb, ArrayRef<Value> words) {
  auto bytes = llvm::map_to_vector(
      words, [&](Value word) -> Value { return kb.create<LLVM::BitcastOp>(VectorType::get(4, kb.getI8Type()), word); });
  auto permute = [&](Value a, Value b, ArrayRef<int32_t> mask) -> Value {
    return kb.create<LLVM::ShuffleVectorOp>(a, b, mask);
  };
  Value low01 = permute(bytes[0], bytes[1], {0, 4, 1, 5}), high01 = permute(bytes[0], bytes[1], {2, 6, 3, 7});
  Value low23 = permute(bytes[2], bytes[3], {0, 4, 1, 5}), high23 = permute(bytes[2], bytes[3], {2, 6, 3, 7});
  SmallVector<Value> turned = {permute(low01, low23, {0, 1, 4, 5}), permute(low01, low23, {2, 3, 6, 7}),
                               permute(high01, high23, {0, 1, 4, 5}), permute(high01, high23, {2, 3, 6, 7})};
  return llvm::map_to_vector(turned,
                             [&](Value value) -> Value { return kb.create<LLVM::BitcastOp>(kb.getI32Type(), value); });
}

// Bytes that lie along m or n: a thread loads words of four adjacent ones, of four k, and stores words along k. Where
// the last of them are outside the matrix, elements one by one.
void TileCopy::emitSquares(KernelBuilder &kb, Value current, Value kLeft, Value shared) const {
  constexpr int64_t side = 4;
  int64_t across = tile.rows() / side, total = across * tile.k / side;
  Type word = kb.getI32Type(), byte = kb.getI8Type();
  kb.forLoop(thread, kb.c32(total), threads, {}, [&](Value unit, ValueRange) {
    Value row = kb.mul(kb.rem(unit, across), side), k = kb.mul(kb.div(unit, across), side);
    Value whole = mnLeft ? kb.lt(kb.add(row, side - 1), mnLeft) : kb.cBool(true);
    SmallVector<Value> words;
    for (int64_t i = 0; i < side; ++i) {
      Value at = elementAddress(kb, current, row, kb.add(k, i));
      Value inside = kb.lt(kb.add(k, i), kLeft);
      auto loadBytes = [&] {
        Value bits = kb.c32(0);
        for (int64_t j = 0; mnLeft && j < side - 1; ++j) {
          Value exists = kb.andI(inside, kb.lt(kb.add(row, j), mnLeft));
          Value loaded = kb.ifElse(
              exists, byte, [&] { return SmallVector<Value>{kb.load(byte, kb.offsetPtr(at, j))}; },
              [&] { return SmallVector<Value>{kb.zero(byte)}; })[0];
          bits = kb.orI(bits, kb.shl(kb.create<arith::ExtUIOp>(word, loaded), kb.c32(8 * j)));
        }
        return SmallVector<Value>{bits};
      };
      words.push_back(
          kb.ifElse(kb.andI(whole, inside), word, [&] { return SmallVector<Value>{kb.load(word, at)}; }, loadBytes)[0]);
    }
    for (auto [i, turned] : llvm::enumerate(turnBytes(kb, words))) {
      Value own = kb.add(row, static_cast<int64_t>(i));
      Value offset = kb.add(kb.xorI(k, swizzleMask(kb, tile, own)), kb.mul(own, tile.rowBytes()));
      kb.store(turned, kb.offsetPtr(shared, offset));
    }
    return SmallVector<Value>{};
  });
}
