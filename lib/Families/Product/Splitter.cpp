// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the warpgroup that writes low halves of f32 to slots.

#include "Splitter.h"

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Product/LowHalf.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

static constexpr int64_t warpgroupThreads = 128, accessBytes = 16;
/// Accesses of a thread that are under way at once: they hide each other's latency, and fit 40 registers.
static constexpr int64_t batch = 4;
/// After those of the consumers, the ping-pong barriers among them.
static constexpr int64_t namedBarrier = 8;

/// Low halves of `bytes` from `source` on to `target`: both are this thread's first.
static void splitBytes(KernelBuilder &kb, Value source, Value target, Value thread, int64_t bytes) {
  auto type = VectorType::get(accessBytes / 4, kb.getF32Type());
  int64_t step = warpgroupThreads * accessBytes;
  auto split = [&](int64_t first, int64_t end) {
    SmallVector<Value> values;
    for (int64_t offset = first; offset < end; offset += step)
      values.push_back(kb.load(type, kb.offsetPtr(source, offset)));
    for (auto [index, value] : llvm::enumerate(values))
      kb.store(getLowHalf(kb, value), kb.offsetPtr(target, first + index * step));
  };
  int64_t whole = bytes / step * step;
  for (int64_t first = 0; first < whole; first += batch * step)
    split(first, std::min(first + batch * step, whole));
  if (whole < bytes)
    kb.ifThen(kb.lt(thread, kb.c32((bytes - whole) / accessBytes)), [&] { split(whole, bytes); });
}

static void splitStage(KernelBuilder &kb, const BlockContext &block, Value thread, Value stage, Value slot) {
  int64_t bytes = block.spec.atom->columns.front().bytes();
  auto own = [&](Value base, Value number) {
    return kb.offsetPtr(kb.offsetPtr(base, kb.mul(number, bytes)), kb.mul(thread, accessBytes));
  };
  splitBytes(kb, own(block.factors.back().shared, stage), own(block.lowColumns, slot), thread, bytes);
}

/// The tiles of one kernel, from `start` in both rings on. Returns the positions behind them.
static SmallVector<Value> splitTiles(KernelBuilder &kb, const BlockContext &block, Value thread, ValueRange start) {
  const TileScheduler &scheduler = block.scheduler;
  const Pipeline &stages = block.pipeline, &slots = block.lowHalves;
  Value zero = kb.c32(0);
  auto splitBlock = [&](Value, ValueRange carried) {
    Pipeline::Position stage{carried[0], carried[1]}, slot{carried[2], carried[3]};
    stages.waitFull(kb, stage);
    slots.waitEmpty(kb, slot);
    splitStage(kb, block, thread, stage.stage, slot.stage);
    // Consumers free the stage: they read it after this.
    fenceAsyncShared(kb);
    syncThreads(kb, kb.c32(namedBarrier), warpgroupThreads);
    kb.ifThen(kb.eq(thread, 0), [&] { arrive(kb, slots.fullBarrier(kb, slot.stage)); });
    stage = stages.advance(kb, stage);
    slot = slots.advance(kb, slot);
    return SmallVector<Value>{stage.stage, stage.parity, slot.stage, slot.parity};
  };
  Value first = scheduler.firstOwn(kb, scheduler.first(), scheduler.step());
  return kb.forLoop(first, scheduler.end(), scheduler.step(), start, [&](Value, ValueRange carried) {
    return kb.forLoop(zero, scheduler.share().count, 1, carried, splitBlock);
  });
}

void async::emitSplitter(KernelBuilder &kb, ArrayRef<BlockContext> blocks, Value thread) {
  SmallVector<Value> positions(4, kb.c32(0));
  for (const BlockContext &block : blocks)
    positions = splitTiles(kb, block, thread, positions);
}
