// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the additions of partial tiles by the blocks that made them.

#include "PairwiseReduction.h"

#include "fusion/Families/Async/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// `value` (i64) in the lead, 0 in other threads.
static Value inLead(KernelBuilder &kb, Value lead, function_ref<Value()> value) {
  return kb
      .ifElse(
          lead, kb.getI64Type(), [&] { return SmallVector<Value>{value()}; },
          [&] { return SmallVector<Value>{kb.c64(0)}; })
      .front();
}

Value PairwiseReduction::comesSecond(KernelBuilder &kb, Value flag, Value partialTile,
                                     ArrayRef<Value> accumulators) const {
  auto isSet = [&](function_ref<Value()> read) {
    Value set = kb.eq(inLead(kb, position.lead, read), kSet);
    return voteAny(kb, position.namedBarrier, ConsumerPosition::kThreads, set);
  };
  // Most of the time the other one is long done: then there is nothing to store.
  Value isLate = isSet([&] { return loadAcquire(kb, flag); });
  auto leave = [&] {
    tiles.store(kb, partialTile, position.warpgroup, position.thread, accumulators);
    position.sync(kb);
    return SmallVector<Value>{isSet([&] { return exchange(kb, flag, kb.c64(kSet)); })};
  };
  return kb.ifElse(isLate, kb.getI1Type(), [&] { return SmallVector<Value>{kb.cBool(true)}; }, leave).front();
}

PairwiseReduction::Result PairwiseReduction::emit(KernelBuilder &kb, const Tile &tile, Value tail,
                                                  ArrayRef<Value> accumulators) const {
  auto numberOf = [&](Value part) { return kb.add(kb.mul(part, tail), tile.tailTile); };
  SmallVector<Value> init = {kb.cBool(true)};
  llvm::append_range(init, accumulators);
  SmallVector<Type> types = llvm::map_to_vector(init, [](Value value) { return value.getType(); });
  auto results =
      kb.forLoop(kb.c32(0), kb.c32(llvm::Log2_64_Ceil(parts)), 1, init, [&](Value level, ValueRange carried) {
        Value half = kb.shl(kb.c32(1), level), within = kb.sub(kb.shl(kb.c32(2), level), kb.c32(1));
        Value left = kb.sub(tile.part, kb.andI(tile.part, within)), right = kb.add(left, half);
        Value isLeft = kb.eq(kb.andI(tile.part, half), 0);
        Value own = numberOf(kb.select(isLeft, left, right)), other = numberOf(kb.select(isLeft, right, left));
        SmallVector<Value> sums(carried.drop_front());
        Value meets = kb.andI(carried.front(), kb.lt(right, kb.c32(parts)));
        return kb.ifElse(
            meets, types,
            [&] {
              Value flag = tiles.flagOf(kb, kb.mul(tail, parts), numberOf(right), position.warpgroup);
              Value second = comesSecond(kb, flag, own, sums);
              return kb.ifElse(
                  second, types,
                  [&] {
                    kb.ifThen(position.lead, [&] { kb.store(kb.c64(0), flag); });
                    SmallVector<Value> yields = {second};
                    llvm::append_range(yields, tiles.add(kb, other, position.warpgroup, position.thread, sums));
                    return yields;
                  },
                  [&] {
                    SmallVector<Value> yields = {second};
                    llvm::append_range(yields, sums);
                    return yields;
                  });
            },
            [&] { return SmallVector<Value>(carried); });
      });
  return {results.front(), SmallVector<Value>(ArrayRef(results).drop_front())};
}
