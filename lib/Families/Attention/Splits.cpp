// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits addresses of what splits leave in memory, and the stores of a block of a split.

#include "Splits.h"

#include "Block.h"
#include "TileWalk.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

Value fusion::getProduct(KernelBuilder &kb, ArrayRef<Value> sizes) {
  Value product = kb.c32(1);
  for (Value size : sizes)
    product = kb.mul(product, size);
  return product;
}

SmallVector<Value> fusion::getIndices(KernelBuilder &kb, Value number, ArrayRef<Value> sizes) {
  SmallVector<Value> indices(sizes.size());
  for (int64_t dim = sizes.size(); dim-- > 0;) {
    indices[dim] = dim == 0 ? number : kb.rem(number, sizes[dim]);
    number = kb.div(number, sizes[dim]);
  }
  return indices;
}

Value fusion::getNumber(KernelBuilder &kb, ArrayRef<Value> indices, ArrayRef<Value> sizes) {
  Value number = kb.c32(0);
  for (auto [index, size] : llvm::zip_equal(indices, sizes))
    number = kb.add(kb.mul(number, size), index);
  return number;
}

Value SplitMemory::getNumber(KernelBuilder &kb, Value matrix, Value split, Value row) const {
  Value first = kb.mul(kb.toI64(kb.add(kb.mul(matrix, splits), split)), kb.toI64(rows));
  return kb.add(first, kb.toI64(row));
}

Value SplitMemory::getSums(KernelBuilder &kb, Value matrix, Value split, Value row) const {
  return kb.offsetPtr(memory, kb.mul(getNumber(kb, matrix, split, row), 4 * columns));
}

Value SplitMemory::getState(KernelBuilder &kb, Value matrix, Value split, Value row) const {
  Value sums = kb.mul(kb.mul(kb.toI64(kb.mul(matrices, splits)), kb.toI64(rows)), 4 * columns);
  Value number = getNumber(kb, matrix, split, row);
  return kb.offsetPtr(kb.offsetPtr(memory, sums), kb.mul(number, stateBytes));
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

static Value getVector(KernelBuilder &kb, ArrayRef<Value> values) {
  Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(static_cast<int64_t>(values.size()), kb.getF32Type()));
  for (auto [i, value] : llvm::enumerate(values))
    vector = kb.create<LLVM::InsertElementOp>(vector, value, kb.c32(static_cast<int64_t>(i)));
  return vector;
}

static SplitMemory getMemory(const AttentionBlock &block) {
  KernelBuilder &kb = block.kb;
  const AttentionArguments &arguments = block.arguments;
  return {arguments.memory, getProduct(kb, arguments.batch), arguments.rows, block.spec.tiling.splits,
          block.spec.columns};
}

static Value getMatrix(const AttentionBlock &block, const AttentionTile &tile) {
  return getNumber(block.kb, tile.batch, block.arguments.batch);
}

// The threads of a row store 32 bytes side by side: whole sectors.
void fusion::emitSplitStores(const AttentionBlock &block, const AttentionTile &tile, ArrayRef<Value> sums,
                             const RowState &rows, const ConsumerPosition &consumer) {
  KernelBuilder &kb = block.kb;
  SplitMemory memory = getMemory(block);
  const AccumulatorLayout &layout = block.accumulators;
  Value matrix = getMatrix(block, tile), threadOfRow = layout.getThreadOfRow(kb, consumer);
  Value firstRow = tile.getFirstRow(block, consumer);
  SmallVector<Pair> pairs = layout.getPairs(0, static_cast<int64_t>(sums.size()));
  for (int64_t number = 0; number < layout.countRows(); ++number) {
    Value row = kb.add(firstRow, layout.getRowOffset(number));
    kb.ifThen(kb.lt(row, block.arguments.rows), [&] {
      Value address = kb.offsetPtr(memory.getSums(kb, matrix, tile.split, row),
                                   kb.toI64(layout.getFirstColumn(kb, threadOfRow, /*scale=*/4)));
      for (Pair pair : pairs) {
        if (pair.row != number)
          continue;
        auto scale = [&](Value sum) -> Value { return kb.create<arith::MulFOp>(sum, rows.growth[number]); };
        kb.store(getVector(kb, {scale(sums[pair.first]), scale(sums[pair.first + 1])}),
                 kb.offsetPtr(address, 4 * layout.getColumnOffset(pair.column)));
      }
      kb.ifThen(kb.eq(threadOfRow, 0), [&] {
        kb.store(getVector(kb, {rows.largest[number], rows.sum[number]}), memory.getState(kb, matrix, tile.split, row));
      });
    });
  }
}

// A thread has a row. There are few such blocks: of tiles that see fewer blocks of keys than there are splits.
void fusion::emitEmptySplit(const AttentionBlock &block, const AttentionTile &tile, Value thread) {
  KernelBuilder &kb = block.kb;
  SplitMemory memory = getMemory(block);
  Value row = kb.add(tile.firstRow, thread), matrix = getMatrix(block, tile), zero = kb.cF32(0);
  Value isOwn = kb.andI(kb.lt(thread, kb.c32(block.spec.tiling.rows)), kb.lt(row, block.arguments.rows));
  kb.ifThen(isOwn, [&] {
    Value address = memory.getSums(kb, matrix, tile.split, row), zeros = getVector(kb, {zero, zero, zero, zero});
    kb.rolledLoop(kb.c32(0), kb.c32(block.spec.columns / 4), 1, {}, [&](Value number, ValueRange) {
      kb.store(zeros, kb.offsetPtr(address, kb.toI64(kb.mul(number, 16))));
      return SmallVector<Value>();
    });
    kb.store(getVector(kb, {kb.cF32(-INFINITY), zero}), memory.getState(kb, matrix, tile.split, row));
  });
}
