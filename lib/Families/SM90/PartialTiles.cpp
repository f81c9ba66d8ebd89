// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stores the partial tiles of a stream-K tail, and adds those of a tile.

#include "PartialTiles.h"

#include "BlockProducts.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// What a warpgroup has of 64 rows and 8 columns: four values of each thread.
static constexpr int64_t groupBytes = 16 * 128;
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

Value PartialTiles::addressOf(KernelBuilder &kb, Value partialTile, Value rowBlock, Value column8, Value thread) const {
  Value inTile = kb.mad(rowBlock, shape.columns / 8, column8);
  inTile = kb.add(kb.mul(inTile, groupBytes), kb.mul(thread, 16));
  Value bytes = kb.add(kb.mul(kb.toI64(partialTile), shape.tileBytes()), kb.toI64(inTile));
  return kb.offsetPtr(memory, bytes);
}

void PartialTiles::store(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread,
                         ArrayRef<Value> accumulators) const {
  auto vectorType = VectorType::get(4, sumType);
  Value rowBlock = kb.mul(warpgroup, accumulators.size()),
        address = addressOf(kb, partialTile, rowBlock, kb.c32(0), thread);
  int64_t offset = 0;
  for (Value accumulator : accumulators)
    for (int64_t column8 = 0; column8 < shape.columns / 8; ++column8, offset += groupBytes) {
      Value values = kb.create<LLVM::PoisonOp>(vectorType);
      for (int64_t i = 0; i < 4; ++i)
        values = kb.create<LLVM::InsertElementOp>(values, kb.extract(accumulator, 4 * column8 + i), kb.c32(i));
      kb.store(values, kb.offsetPtr(address, offset));
    }
}

SmallVector<Value> PartialTiles::add(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread,
                                     ArrayRef<Value> accumulators) const {
  auto vectorType = VectorType::get(4, sumType);
  int64_t groups = shape.columns / 8, count = accumulators.size() * groups;
  Value address = addressOf(kb, partialTile, kb.mul(warpgroup, accumulators.size()), kb.c32(0), thread);
  SmallVector<Value> sums(accumulators);
  for (int64_t first = 0; first < count; first += mostLoadsBeside) {
    SmallVector<Value> loaded;
    int64_t end = std::min(first + mostLoadsBeside, count);
    for (int64_t group = first; group < end; ++group)
      loaded.push_back(kb.load(vectorType, kb.offsetPtr(address, group * groupBytes)));
    for (int64_t group = first; group < end; ++group)
      for (int64_t i = 0; i < 4; ++i) {
        Value &sum = sums[group / groups];
        int64_t place = 4 * (group % groups) + i;
        Value other = kb.create<LLVM::ExtractElementOp>(loaded[group - first], kb.c32(i));
        Value total = kb.addSums(kb.extract(sum, place), other);
        sum = kb.create<LLVM::InsertValueOp>(sum, total, place);
      }
  }
  return sums;
}

Value PartialTiles::load(KernelBuilder &kb, Value tail, Value tile, Value rowBlock, Value column8, int64_t columns,
                         Value thread) const {
  auto vectorType = VectorType::get(4, sumType);
  auto loadShare = [&](Value part) {
    Value partialTile = kb.add(kb.mul(part, tail), tile);
    Value address = addressOf(kb, partialTile, rowBlock, column8, thread);
    SmallVector<Value> values;
    for (int64_t group = 0; group < columns / 8; ++group)
      values.push_back(kb.load(vectorType, kb.offsetPtr(address, group * groupBytes)));
    return values;
  };
  // The next batch is on its way while one is added.
  int64_t groups = columns / 8, further = shape.parts - 1;
  int64_t batch = std::min(std::max<int64_t>(1, mostLoads / 2 / groups), further);
  auto loadBatch = [&](Value first, int64_t count) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < count; ++i)
      llvm::append_range(values, loadShare(kb.add(first, i)));
    return values;
  };
  auto addBatch = [&](ArrayRef<Value> sums, ArrayRef<Value> values) {
    SmallVector<Value> totals(sums);
    for (auto [index, value] : llvm::enumerate(values))
      totals[index % groups] = kb.addSums(totals[index % groups], value);
    return totals;
  };
  SmallVector<Value> sums = loadShare(kb.c32(0));
  int64_t batches = batch == 0 ? 0 : further / batch, rest = further - batches * batch;
  if (batches > 0) {
    llvm::append_range(sums, loadBatch(kb.c32(1), batch));
    Value end = kb.c32(1 + (batches - 1) * batch);
    sums = kb.forLoop(kb.c32(1), end, batch, sums, [&](Value first, ValueRange carried) {
      SmallVector<Value> next = loadBatch(kb.add(first, batch), batch), all(carried);
      SmallVector<Value> results = addBatch(ArrayRef(all).take_front(groups), ArrayRef(all).drop_front(groups));
      llvm::append_range(results, next);
      return results;
    });
    SmallVector<Value> last = loadBatch(kb.add(end, batch), rest);
    sums = addBatch(ArrayRef(sums).take_front(groups), ArrayRef(sums).drop_front(groups));
    sums = addBatch(sums, last);
  }

  Value accumulator = kb.create<LLVM::UndefOp>(getAccumulatorType(sumType, columns));
  for (auto [group, sum] : llvm::enumerate(sums))
    for (int64_t i = 0; i < 4; ++i) {
      Value value = kb.create<LLVM::ExtractElementOp>(sum, kb.c32(i));
      accumulator = kb.create<LLVM::InsertValueOp>(accumulator, value, 4 * group + i);
    }
  return accumulator;
}
