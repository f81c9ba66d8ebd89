// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies tiles by cp.async with zeros outside the matrix, or element by element.

#include "TileCopy.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

Value sm80::swizzleMask(KernelBuilder &kb, const SharedTile &tile, Value row) {
  return kb.mul(kb.rem(row, tile.period()), tile.scale() * 16);
}

TileCopy::TileCopy(KernelBuilder &kb, const SharedTile &tile, const MatrixOperand &operand, int64_t vectorBytes,
                   int64_t threads, Value thread, Value mnOrigin, Value mnSize)
    : tile(tile), vectorBytes(vectorBytes), threads(threads), elementwise(vectorBytes < 4), thread(thread) {
  auto staticSize = KernelBuilder::asConstant(mnSize);
  if (!staticSize || *staticSize % tile.mn != 0)
    mnLeft = kb.sub(mnSize, mnOrigin);

  pitchBytes = kb.mul(operand.rowStride, tile.elementBytes);
  colBytes = kb.mul(operand.colStride, tile.elementBytes);
  tileStride = kb.mul(tile.kMajor ? colBytes : pitchBytes, tile.k);

  // The tile's corner, then, for vectors, this thread's first one.
  Value origin = kb.mul(kb.toI64(mnOrigin), tile.kMajor ? pitchBytes : colBytes);
  source = kb.offsetPtr(operand.pointer, origin);
  if (elementwise)
    return;
  int64_t unitsPerRow = tile.rowBytes() / vectorBytes;
  row = kb.div(thread, unitsPerRow);
  col = kb.mul(kb.rem(thread, unitsPerRow), vectorBytes / tile.elementBytes);
  source = kb.offsetPtr(source, kb.mul(kb.toI64(row), pitchBytes));
  source = kb.offsetPtr(source, kb.mul(kb.toI64(col), colBytes));
}

void TileCopy::emit(KernelBuilder &kb, Value current, Value kLeft, Value shared) const {
  if (elementwise)
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
    int64_t mask = rowStep % tile.period() * tile.scale() * 16;
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
      size = kb.select(kb.lt(kb.add(row, rowStep), rowsLeft), size, zero);
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
      Value row = kb.div(unit, unitsPerRow), col = kb.rem(unit, unitsPerRow);
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
