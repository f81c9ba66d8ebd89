// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stores the partial tiles of a stream-K tail, and adds those of a tile.

#include "fusion/Families/Product/PartialTiles.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Four registers of each thread of a warpgroup.
static constexpr int64_t vectorBytes = 16 * ConsumerPosition::kThreads;
/// Loads of a thread that are on the way at once, at most.
static constexpr int64_t mostLoads = 16;
/// The same beside a thread's own accumulators.
static constexpr int64_t mostLoadsBeside = 8;
/// A flag.
static constexpr int64_t flagBytes = 8;

int64_t PartialTiles::bytes(const SplitTile &shape) {
  int64_t flags = shape.hasFlags ? shape.warpgroups * flagBytes : 0;
  return shape.parts * (shape.tileBytes() + flags);
}

Value PartialTiles::flagOf(KernelBuilder &kb, Value count, Value partialTile, Value warpgroup) const {
  Value number = kb.mad(partialTile, shape.warpgroups, warpgroup);
  Value bytes = kb.add(kb.mul(kb.toI64(count), shape.tileBytes()), kb.mul(kb.toI64(number), flagBytes));
  return kb.offsetPtr(memory, bytes);
}

Value PartialTiles::addressOf(KernelBuilder &kb, Value partialTile, Value accumulator, Value vector,
                              Value thread) const {
  Value inTile = kb.mad(accumulator, countVectors(shape.columns), vector);
  inTile = kb.add(kb.mul(inTile, vectorBytes), kb.mul(thread, 16));
  Value bytes = kb.add(kb.mul(kb.toI64(partialTile), shape.tileBytes()), kb.toI64(inTile));
  return kb.offsetPtr(memory, bytes);
}

void PartialTiles::store(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread,
                         ArrayRef<Value> accumulators) const {
  auto vectorType = VectorType::get(4, sumType);
  Value first = kb.mul(warpgroup, accumulators.size()), address = addressOf(kb, partialTile, first, kb.c32(0), thread);
  int64_t offset = 0;
  for (Value accumulator : accumulators)
    for (int64_t vector = 0; vector < countVectors(shape.columns); ++vector, offset += vectorBytes) {
      Value values = kb.create<LLVM::PoisonOp>(vectorType);
      for (int64_t i = 0; i < 4; ++i)
        values = kb.create<LLVM::InsertElementOp>(values, kb.extract(accumulator, 4 * vector + i), kb.c32(i));
      kb.store(values, kb.offsetPtr(address, offset));
    }
}

SmallVector<Value> PartialTiles::add(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread,
                                     ArrayRef<Value> accumulators) const {
  auto vectorType = VectorType::get(4, sumType);
  int64_t vectors = countVectors(shape.columns), count = accumulators.size() * vectors;
  Value address = addressOf(kb, partialTile, kb.mul(warpgroup, accumulators.size()), kb.c32(0), thread);
  SmallVector<Value> sums(accumulators);
  for (int64_t first = 0; first < count; first += mostLoadsBeside) {
    SmallVector<Value> loaded;
    int64_t end = std::min(first + mostLoadsBeside, count);
    for (int64_t vector = first; vector < end; ++vector)
      loaded.push_back(kb.load(vectorType, kb.offsetPtr(address, vector * vectorBytes)));
    for (int64_t vector = first; vector < end; ++vector)
      for (int64_t i = 0; i < 4; ++i) {
        Value &sum = sums[vector / vectors];
        int64_t place = 4 * (vector % vectors) + i;
        Value other = kb.create<LLVM::ExtractElementOp>(loaded[vector - first], kb.c32(i));
        Value total = kb.addSums(kb.extract(sum, place), other);
        sum = kb.create<LLVM::InsertValueOp>(sum, total, place);
      }
  }
  return sums;
}

Value PartialTiles::load(KernelBuilder &kb, Value tail, Value tile, Value accumulator, Value column, int64_t columns,
                         Value thread) const {
  int64_t vectors = countVectors(columns), further = shape.parts - 1;
  Value firstVector = kb.div(column, columns / vectors);
  auto vectorType = VectorType::get(4, sumType);
  auto loadShare = [&](Value part) {
    Value partialTile = kb.add(kb.mul(part, tail), tile);
    Value address = addressOf(kb, partialTile, accumulator, firstVector, thread);
    SmallVector<Value> values;
    for (int64_t vector = 0; vector < vectors; ++vector)
      values.push_back(kb.load(vectorType, kb.offsetPtr(address, vector * vectorBytes)));
    return values;
  };
  // The next batch is on its way while one is added.
  int64_t batch = std::min(std::max<int64_t>(1, mostLoads / 2 / vectors), further);
  auto loadBatch = [&](Value first, int64_t count) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < count; ++i)
      llvm::append_range(values, loadShare(kb.add(first, i)));
    return values;
  };
  auto addBatch = [&](ArrayRef<Value> sums, ArrayRef<Value> values) {
    SmallVector<Value> totals(sums);
    for (auto [index, value] : llvm::enumerate(values))
      totals[index % vectors] = kb.addSums(totals[index % vectors], value);
    return totals;
  };
  SmallVector<Value> sums = loadShare(kb.c32(0));
  int64_t batches = batch == 0 ? 0 : further / batch, rest = further - batches * batch;
  if (batches > 0) {
    llvm::append_range(sums, loadBatch(kb.c32(1), batch));
    Value end = kb.c32(1 + (batches - 1) * batch);
    sums = kb.forLoop(kb.c32(1), end, batch, sums, [&](Value first, ValueRange carried) {
      SmallVector<Value> next = loadBatch(kb.add(first, batch), batch), all(carried);
      SmallVector<Value> results = addBatch(ArrayRef(all).take_front(vectors), ArrayRef(all).drop_front(vectors));
      llvm::append_range(results, next);
      return results;
    });
    SmallVector<Value> last = loadBatch(kb.add(end, batch), rest);
    sums = addBatch(ArrayRef(sums).take_front(vectors), ArrayRef(sums).drop_front(vectors));
    sums = addBatch(sums, last);
  }

  Value sum = kb.create<LLVM::UndefOp>(layout.getAccumulatorType(sumType, columns));
  for (auto [vector, total] : llvm::enumerate(sums))
    for (int64_t i = 0; i < 4; ++i) {
      Value value = kb.create<LLVM::ExtractElementOp>(total, kb.c32(i));
      sum = kb.create<LLVM::InsertValueOp>(sum, value, 4 * vector + i);
    }
  return sum;
}
