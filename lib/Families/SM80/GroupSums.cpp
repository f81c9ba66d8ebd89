// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Barriers of the groups of a block, and their sums in shared memory.

#include "GroupSums.h"

#include "fusion/Families/Async/Instructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

static constexpr int64_t vectorBytes = 16;

Value sm80::getGroupBarrier(KernelBuilder &kb, const ThreadPosition &position) {
  return position.warpK ? kb.add(position.warpK, 1) : kb.c32(0);
}

void sm80::syncGroup(KernelBuilder &kb, const SM80Schedule &schedule, const ThreadPosition &position) {
  if (!position.warpK)
    kb.create<NVVM::Barrier0Op>();
  else if (schedule.groupThreads() == 32)
    async::syncWarp(kb);
  else
    async::syncThreads(kb, getGroupBarrier(kb, position), schedule.groupThreads());
}

static int64_t getBytesOfGroup(const SM80Schedule &schedule, int64_t products) {
  return schedule.tileM * schedule.tileN * products * 4;
}

int64_t sm80::groupSumsBytes(const SM80Schedule &schedule, int64_t products) {
  return (schedule.warpsK - 1) * getBytesOfGroup(schedule, products);
}

Value GroupSums::addressOf(KernelBuilder &kb, Value ofGroup, int64_t product, int64_t first) const {
  int64_t vectorsOfProduct = spec.schedule.warpTileM() * spec.schedule.warpTileN() / (32 * 4);
  int64_t vector = product * vectorsOfProduct + first / 4;
  return kb.offsetPtr(kb.offsetPtr(ofGroup, kb.mul(position.thread, vectorBytes)),
                      vector * vectorBytes * spec.schedule.groupThreads());
}

void GroupSums::leave(KernelBuilder &kb, ArrayRef<SmallVector<Value>> sums) const {
  auto type = VectorType::get(4, spec.sumType);
  // The sums take the place of all groups' pipelines.
  kb.create<NVVM::Barrier0Op>();
  kb.ifThen(kb.lt(kb.c32(0), position.warpK), [&] {
    Value own = kb.mul(kb.sub(position.warpK, 1), getBytesOfGroup(spec.schedule, spec.products));
    Value ofGroup = kb.offsetPtr(memory, own);
    for (auto [product, ofProduct] : llvm::enumerate(sums))
      for (size_t first = 0; first < ofProduct.size(); first += 4) {
        Value vector = kb.create<LLVM::PoisonOp>(type);
        for (int64_t i = 0; i < 4; ++i)
          vector = kb.create<LLVM::InsertElementOp>(vector, ofProduct[first + i], kb.c32(i));
        kb.store(vector, addressOf(kb, ofGroup, product, first));
      }
  });
  kb.create<NVVM::Barrier0Op>();
}

SmallVector<SmallVector<Value>> GroupSums::add(KernelBuilder &kb, ArrayRef<SmallVector<Value>> ofFirst) const {
  auto type = VectorType::get(4, spec.sumType);
  SmallVector<SmallVector<Value>> sums(ofFirst);
  for (int64_t group = 1; group < spec.schedule.warpsK; ++group) {
    Value ofGroup = kb.offsetPtr(memory, (group - 1) * getBytesOfGroup(spec.schedule, spec.products));
    for (auto [product, ofProduct] : llvm::enumerate(sums))
      for (size_t first = 0; first < ofProduct.size(); first += 4) {
        Value loaded = kb.load(type, addressOf(kb, ofGroup, product, first));
        for (int64_t i = 0; i < 4; ++i)
          ofProduct[first + i] = kb.addSums(ofProduct[first + i], kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)));
      }
  }
  return sums;
}
