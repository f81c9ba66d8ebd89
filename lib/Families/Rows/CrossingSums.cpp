// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums across rows in registers, and where they go.

#include "CrossingSums.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

int64_t CrossingSums::getValuesInMemory(KernelOp kernel, const RowsSchedule &schedule) {
  return getCrossings(kernel).size() * schedule.walk * getRowSpace(KernelPlan(kernel)).getLength();
}

CrossingSums::CrossingSums(KernelBuilder &kb, KernelOp kernel, const RowsSchedule &schedule)
    : schedule(schedule), crossings(getCrossings(kernel)), length(getRowSpace(KernelPlan(kernel)).getLength()),
      held(schedule.getHeld(RowOrder::get(length))) {
  for (ReduceOp crossing : crossings)
    neutral.append(held, kb.create<arith::ConstantOp>(crossing.getNeutral()));
  state = neutral;
}

void CrossingSums::add(size_t crossing, int64_t iteration, ArrayRef<Value> lanes, const Combine &combine) {
  for (auto [sum, lane] : llvm::zip_equal(ofCrossing(crossing).slice(iteration * schedule.width, lanes.size()), lanes))
    sum = combine(sum, lane);
}

// As a binary tree: of the rows that are left, the second half goes to the first.
void CrossingSums::combineRows(KernelBuilder &kb, const RowThread &at, Value shared) {
  for (int64_t half = schedule.rows / 2; half > 0; half /= 2) {
    Value group = kb.rem(at.localRow, half);
    auto getPlace = [&](int64_t number) {
      Value place = kb.add(kb.mul(kb.add(group, number * half), schedule.threads), at.thread);
      return kb.offsetPtr(shared, kb.toI64(kb.mul(place, kValueBytes)));
    };
    // What was there before has been read.
    kb.create<NVVM::Barrier0Op>();
    kb.ifThen(kb.eq(kb.div(at.localRow, half), 1), [&] {
      for (auto [number, sum] : llvm::enumerate(state))
        kb.store(sum, getPlace(number));
    });
    kb.create<NVVM::Barrier0Op>();
    // The others read something, too, and are not asked any more.
    for (auto [number, sum] : llvm::enumerate(state)) {
      Value other = kb.load(sum.getType(), getPlace(number));
      sum = arith::getReductionOp(crossings[number / held].getKind(), kb, kb.getLoc(), sum, other);
    }
  }
}

void CrossingSums::store(KernelBuilder &kb, const RowThread &at, RowWalk &walk, Value lines, Value block) const {
  int64_t width = schedule.width, alignment = std::min<int64_t>(16, width * kValueBytes);
  walk.visit(kb, [&](ArrayRef<Iteration> iterations) {
    for (auto [number, crossing] : llvm::enumerate(crossings))
      for (const Iteration &iteration : iterations) {
        Value first = kb.eq(at.localRow, 0);
        kb.ifThen(iteration.valid ? kb.andI(first, iteration.valid) : first, [&, number = number] {
          Value line = kb.toI64(kb.add(block, number * schedule.walk));
          Value place = kb.add(kb.mul(line, length), kb.toI64(iteration.piece.first));
          auto own = ArrayRef(state).slice(number * held + iteration.number * width, width);
          storeSideBySide(kb, kb.offsetPtr(lines, kb.mul(place, kValueBytes)), own, alignment);
        });
      }
  });
}
