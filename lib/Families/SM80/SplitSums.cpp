// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Leaves accumulators in memory as whole lines, and adds those of another block.

#include "SplitSums.h"

#include "GroupSums.h"
#include "fusion/Families/Async/Instructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

static constexpr int64_t vectorBytes = 16, flagBytes = 8;
/// Loads of a thread that are on the way at once, beside its accumulators.
static constexpr int64_t mostLoads = 8;

static int64_t getTileBytes(const SM80Schedule &schedule, int64_t products) {
  return schedule.tileM * schedule.tileN * products * 4;
}

int64_t SplitSums::bytes(const SM80Schedule &schedule, int64_t products) {
  return getTileBytes(schedule, products) + flagBytes;
}

int64_t SplitSums::tileBytes() const { return getTileBytes(spec.schedule, spec.products); }

void SplitSums::sync(KernelBuilder &kb) const { syncGroup(kb, spec.schedule, position); }

Value SplitSums::voteAny(KernelBuilder &kb, Value vote) const {
  return async::voteAny(kb, getGroupBarrier(kb, position), spec.schedule.groupThreads(), vote);
}

Value SplitSums::flagOf(KernelBuilder &kb, Value partialTile) const {
  Value tiles = kb.mul(kb.toI64(part.tiles), spec.schedule.splitK * tileBytes());
  return kb.offsetPtr(part.memory, kb.add(tiles, kb.mul(kb.toI64(partialTile), flagBytes)));
}

Value SplitSums::addressOf(KernelBuilder &kb, Value partialTile) const {
  Value tile = kb.mul(kb.toI64(partialTile), tileBytes());
  return kb.offsetPtr(part.memory, kb.add(tile, kb.toI64(kb.mul(position.thread, vectorBytes))));
}

void SplitSums::store(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const {
  auto type = VectorType::get(4, spec.sumType);
  Value address = addressOf(kb, partialTile);
  for (size_t first = 0; first < sums.size(); first += 4) {
    Value vector = kb.create<LLVM::PoisonOp>(type);
    for (int64_t i = 0; i < 4; ++i)
      vector = kb.create<LLVM::InsertElementOp>(vector, sums[first + i], kb.c32(i));
    kb.store(vector, kb.offsetPtr(address, first / 4 * vectorBytes * spec.schedule.groupThreads()));
  }
}

SmallVector<Value> SplitSums::add(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const {
  auto type = VectorType::get(4, spec.sumType);
  Value address = addressOf(kb, partialTile);
  SmallVector<Value> totals;
  for (ArrayRef<Value> rest = sums; !rest.empty();) {
    ArrayRef<Value> batch = rest.take_front(4 * mostLoads);
    rest = rest.drop_front(batch.size());
    SmallVector<Value> loaded;
    for (size_t first = 0; first < batch.size(); first += 4) {
      int64_t vector = (totals.size() + first) / 4;
      loaded.push_back(kb.load(type, kb.offsetPtr(address, vector * vectorBytes * spec.schedule.groupThreads())));
    }
    for (auto [place, sum] : llvm::enumerate(batch))
      totals.push_back(kb.addSums(sum, kb.create<LLVM::ExtractElementOp>(loaded[place / 4], kb.c32(place % 4))));
  }
  return totals;
}

SplitSums::Sums SplitSums::add(KernelBuilder &kb, ArrayRef<SmallVector<Value>> ofBlock) const {
  SmallVector<Value> all;
  for (ArrayRef<Value> ofProduct : ofBlock)
    llvm::append_range(all, ofProduct);
  auto numberOf = [&](Value number) { return kb.add(kb.mul(number, part.tiles), part.tile); };
  auto [isLast, sums] = emit(kb, spec.schedule.splitK, part.number, numberOf, all);
  Sums result{isLast, {}};
  for (ArrayRef<Value> rest = sums; !rest.empty(); rest = rest.drop_front(ofBlock.front().size()))
    result.sums.emplace_back(rest.take_front(ofBlock.front().size()));
  return result;
}
