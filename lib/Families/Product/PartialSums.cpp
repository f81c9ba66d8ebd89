// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sends sums to the blocks that finish a tile, and adds them there in order.

#include "PartialSums.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Four registers of each thread of a warpgroup.
static constexpr int64_t vectorBytes = 16 * ConsumerPosition::kThreads;

/// Of what one block sends to another.
static int64_t sentBytes(const ClusterSum &shape) {
  return shape.products * shape.own.rows * shape.own.finishedColumns * 4;
}
/// Of an accumulator's registers, those that a block finishes.
static int64_t countVectors(const ClusterSum &shape, const Atom &atom) {
  return atom.layout->countRegisters(shape.own.finishedColumns) / 4;
}

int64_t PartialSums::slotBytes(const ClusterSum &shape) {
  return shape.isNeeded() ? shape.slices * sentBytes(shape) : 0;
}

void PartialSums::initialize(KernelBuilder &kb, const ClusterSum &shape, Value barriers) {
  if (!shape.isNeeded())
    return;
  for (int64_t i = 0; i < shape.warpgroups; ++i) {
    initBarrier(kb, kb.offsetPtr(barriers, 16 * i), 1);
    initBarrier(kb, kb.offsetPtr(barriers, 16 * i + 8), shape.finishers);
  }
}

PartialSums::PartialSums(KernelBuilder &kb, const ClusterSum &shape, const Atom &atom, const ClusterPosition &cluster,
                         const ConsumerPosition &position, Value slots, Value barriers)
    : shape(shape), atom(atom), cluster(cluster), position(position), slots(slots), full(barriers),
      empty(kb.offsetPtr(barriers, 8)) {
  bool all = shape.finishers == shape.slices;
  columnShare = all ? cluster.slice : kb.rem(cluster.slice, shape.finishers);
  isFinisher = all ? kb.cBool(true) : kb.lt(cluster.slice, kb.c32(shape.finishers));
}

void PartialSums::add(KernelBuilder &kb, ArrayRef<Value> accumulators, Value use,
                      function_ref<void(ArrayRef<Value>)> finish) {
  if (!shape.isNeeded())
    return finish(accumulators);
  send(kb, accumulators);
  if (shape.finishers == shape.slices)
    finish(receive(kb, use));
  else
    kb.ifThen(isFinisher, [&] { finish(receive(kb, use)); });
  // Nothing of the next tile before: where blocks that have nothing to finish went on at once, and sent the next tile's
  // sums as soon as they might, 23 of 394,596 launches were wrong. The suspected cause is that the next
  // products overwrite registers that st.async still reads.
  waitBarrier(kb, empty, kb.andI(use, 1), /*cluster=*/true);
}

void PartialSums::send(KernelBuilder &kb, ArrayRef<Value> accumulators) {
  auto vectorType = VectorType::get(4, atom.sumType);
  Value own = kb.offsetPtr(slots, kb.mad(cluster.slice, sentBytes(shape), kb.mul(position.thread, 16)));
  for (int64_t share = 0; share < shape.finishers; ++share) {
    Value target = mapToCluster(kb, own, kb.c32(share)), signal = mapToCluster(kb, full, kb.c32(share));
    int64_t offset = 0;
    for (Value accumulator : accumulators)
      for (int64_t vector = 0; vector < countVectors(shape, atom); ++vector, offset += vectorBytes) {
        Value values = kb.create<LLVM::PoisonOp>(vectorType);
        for (int64_t i = 0; i < 4; ++i) {
          Value value = kb.extract(accumulator, 4 * (share * countVectors(shape, atom) + vector) + i);
          values = kb.create<LLVM::InsertElementOp>(values, value, kb.c32(i));
        }
        storeToCluster(kb, values, kb.offsetPtr(target, offset), signal);
      }
  }
}

SmallVector<Value> PartialSums::receive(KernelBuilder &kb, Value use) {
  auto vectorType = VectorType::get(4, atom.sumType);
  kb.ifThen(position.lead, [&] { arriveExpect(kb, full, kb.c32(slotBytes(shape))); });
  waitBarrier(kb, full, kb.andI(use, 1), /*cluster=*/true);
  Value own = kb.offsetPtr(slots, kb.mul(position.thread, 16));
  SmallVector<Value> sums;
  int64_t offset = 0;
  for (int64_t block = 0; block < shape.products * atom.layout->countAccumulators(); ++block) {
    Value sum = kb.create<LLVM::UndefOp>(atom.layout->getAccumulatorType(atom.sumType, shape.own.finishedColumns));
    for (int64_t vector = 0; vector < countVectors(shape, atom); ++vector, offset += vectorBytes) {
      Value total = kb.load(vectorType, kb.offsetPtr(own, offset));
      for (int64_t sender = 1; sender < shape.slices; ++sender)
        total = kb.addSums(total, kb.load(vectorType, kb.offsetPtr(own, sender * sentBytes(shape) + offset)));
      for (int64_t i = 0; i < 4; ++i) {
        Value value = kb.create<LLVM::ExtractElementOp>(total, kb.c32(i));
        sum = kb.create<LLVM::InsertValueOp>(sum, value, 4 * vector + i);
      }
    }
    sums.push_back(sum);
  }
  // All threads have read: thread i tells block i.
  position.sync(kb);
  kb.ifThen(kb.lt(position.thread, kb.c32(shape.slices)), [&] {
    Value sender = kb.minS(position.thread, kb.c32(shape.slices - 1));
    arrive(kb, mapToCluster(kb, empty, sender), /*cluster=*/true);
  });
  return sums;
}
