// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the additions of partial tiles by the blocks that made them.

#include "fusion/Families/Product/PairwiseSums.h"

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

Value PairwiseSums::comesSecond(KernelBuilder &kb, Value flag, Value partialTile, ArrayRef<Value> sums) const {
  auto isSet = [&](function_ref<Value()> read) { return voteAny(kb, kb.eq(inLead(kb, getLead(), read), kSet)); };
  // Most of the time the other one is long done: then there is nothing to store.
  Value isLate = isSet([&] { return loadAcquire(kb, flag); });
  auto leave = [&] {
    store(kb, partialTile, sums);
    sync(kb);
    return SmallVector<Value>{isSet([&] { return exchange(kb, flag, kb.c64(kSet)); })};
  };
  return kb.ifElse(isLate, kb.getI1Type(), [&] { return SmallVector<Value>{kb.cBool(true)}; }, leave).front();
}

PairwiseSums::Result PairwiseSums::emit(KernelBuilder &kb, int64_t parts, Value part,
                                        function_ref<Value(Value)> numberOf, ArrayRef<Value> ofPart) const {
  SmallVector<Value> init = {kb.cBool(true)};
  llvm::append_range(init, ofPart);
  SmallVector<Type> types = llvm::map_to_vector(init, [](Value value) { return value.getType(); });
  auto results =
      kb.forLoop(kb.c32(0), kb.c32(llvm::Log2_64_Ceil(parts)), 1, init, [&](Value level, ValueRange carried) {
        Value half = kb.shl(kb.c32(1), level), within = kb.sub(kb.shl(kb.c32(2), level), kb.c32(1));
        Value left = kb.sub(part, kb.andI(part, within)), right = kb.add(left, half);
        Value isLeft = kb.eq(kb.andI(part, half), 0);
        Value own = numberOf(kb.select(isLeft, left, right)), other = numberOf(kb.select(isLeft, right, left));
        SmallVector<Value> sums(carried.drop_front());
        Value meets = kb.andI(carried.front(), kb.lt(right, kb.c32(parts)));
        return kb.ifElse(
            meets, types,
            [&] {
              Value flag = flagOf(kb, numberOf(right));
              Value second = comesSecond(kb, flag, own, sums);
              return kb.ifElse(
                  second, types,
                  [&] {
                    kb.ifThen(getLead(), [&] { kb.store(kb.c64(0), flag); });
                    SmallVector<Value> yields = {second};
                    llvm::append_range(yields, add(kb, other, sums));
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
