// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fills stages by cp.async, a warp for each, in order with the proxies.

#include "CopyingProducer.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// The tiles of one kernel, from `start` in the ring on. Returns the position behind them.
static SmallVector<Value> copyTiles(KernelBuilder &kb, const BlockContext &block, Value thread, Value warp,
                                    ValueRange start) {
  const ProductSpec &spec = block.spec;
  const TileScheduler &scheduler = block.scheduler;
  int64_t warps = spec.stages.copyingWarps();
  Value lane = kb.rem(thread, 32), isLead = kb.eq(lane, 0);
  SmallVector<std::unique_ptr<Loader>, 2> loaders;
  for (const StagedFactor &factor : block.factors) {
    Delivery delivery = block.deliver(kb, factor);
    delivery.lane = lane;
    loaders.push_back(factor.source->createLoader(kb, delivery));
  }
  bool hasBoxes =
      llvm::any_of(block.factors, [](const StagedFactor &factor) { return !factor.source->isLoadedByThreads(); });

  auto loadBlock = [&](Value kBlock, Pipeline::Position position) {
    Value full = block.pipeline.fullBarrier(kb, position.stage);
    block.pipeline.waitEmpty(kb, position);
    if (hasBoxes)
      kb.ifThen(isLead, [&] {
        Value bytes = kb.c32(0);
        for (const auto &loader : loaders)
          bytes = kb.add(bytes, loader->bytes(kb));
        expectBytes(kb, full, bytes);
        for (const auto &loader : loaders)
          loader->loadBoxes(kb, position.stage, kb.mul(kBlock, spec.walk.k.elements), full);
      });
    for (const auto &loader : loaders)
      loader->copy(kb, position.stage, kBlock);
    waitCopies(kb);
    fenceAsyncShared(kb);
    syncWarp(kb);
    kb.ifThen(isLead, [&] { arrive(kb, full); });
  };
  // Every warp goes through all k blocks of its tiles, and loads those whose stage is one of its own.
  auto loadTile = [&](Value index, ValueRange start) {
    Tile tile = scheduler.locate(kb, index);
    SmallVector<Value> batch = splitBatch(kb, block.sizes, tile.batch);
    for (auto [loader, factor] : llvm::zip_equal(loaders, block.factors))
      loader->begin(kb, factor.getPosition(tile), batch);
    return kb.forLoop(kb.c32(0), tile.k.count, 1, start, [&](Value number, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      kb.ifThen(kb.eq(kb.rem(position.stage, warps), warp), [&] { loadBlock(kb.add(tile.k.first, number), position); });
      position = block.pipeline.advance(kb, position);
      return SmallVector<Value>{position.stage, position.parity};
    });
  };
  return kb.forLoop(scheduler.firstOwn(kb, scheduler.first(), scheduler.step()), scheduler.end(), scheduler.step(),
                    start, loadTile);
}

void async::emitCopyingProducer(KernelBuilder &kb, ArrayRef<BlockContext> blocks, Value thread, Value warp) {
  kb.ifThen(kb.lt(warp, kb.c32(blocks.front().spec.stages.copyingWarps())), [&] {
    SmallVector<Value> position(2, kb.c32(0));
    for (const BlockContext &block : blocks)
      position = copyTiles(kb, block, thread, warp, position);
  });
}
