// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fills stages by cp.async, a warp for each, in order with the proxies.

#include "CopyingProducer.h"

#include "BoxLoader.h"
#include "ThreadLoader.h"
#include "fusion/Families/SM90/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

namespace {

/// One operand, whoever loads it.
class Operand {
public:
  Operand(KernelBuilder &kb, const BlockContext &block, const Multiplicand &multiplicand, const OperandSource &source,
          const Sharing &sharing, Value shared, Value extent, Value lane)
      : boxBytes(source.isLoadedByThreads() ? 0 : multiplicand.bytes()) {
    if (source.isLoadedByThreads())
      byThreads.emplace(kb, block.spec.walk, multiplicand, source, shared, lane);
    else
      byTMA.emplace(multiplicand, source, sharing, shared, extent);
  }

  int64_t getBoxBytes() const { return boxBytes; }

  void begin(KernelBuilder &kb, Value first, ValueRange batch) {
    if (byThreads)
      part = byThreads->begin(kb, first, batch);
    else
      tile = byTMA->begin(kb, first);
  }

  /// By one lane.
  void loadBoxes(KernelBuilder &kb, Value stage, Value k, ValueRange batch, Value barrier) const {
    if (byTMA)
      byTMA->load(kb, stage, tile, k, batch, barrier);
  }

  /// By all lanes.
  void copy(KernelBuilder &kb, Value stage, Value kBlock) const {
    if (byThreads)
      byThreads->load(kb, stage, part, kBlock);
  }

private:
  int64_t boxBytes;
  std::optional<ThreadLoader> byThreads;
  std::optional<BoxLoader> byTMA;
  BoxLoader::TileLoad tile;
  ThreadLoader::Part part;
};

} // namespace

void sm90::emitCopyingProducer(KernelBuilder &kb, const BlockContext &block, const OperandSource &rows,
                               const OperandSource &columns, Value thread, Value warp) {
  const ProductSpec &spec = block.spec;
  bool swap = spec.own.swap;
  const TileScheduler &scheduler = block.scheduler;
  int64_t warps = spec.stages.copyingWarps();
  Value lane = kb.rem(thread, 32), isLead = kb.eq(lane, 0);
  Value rowExtent = swap ? block.sizes.n : block.sizes.m;
  Value columnExtent = swap ? block.sizes.m : block.sizes.n;
  Operand operands[] = {
      {kb, block, spec.rows, rows, Sharing::ofRows(kb, block), block.rows, rowExtent, lane},
      {kb, block, spec.columns, columns, Sharing::ofColumns(kb, block), block.columns, columnExtent, lane}};
  int64_t boxBytes = operands[0].getBoxBytes() + operands[1].getBoxBytes();

  auto loadBlock = [&](Value kBlock, Pipeline::Position position, ValueRange batch) {
    Value full = block.pipeline.fullBarrier(kb, position.stage);
    block.pipeline.waitEmpty(kb, position);
    if (boxBytes > 0)
      kb.ifThen(isLead, [&] {
        expectBytes(kb, full, kb.c32(boxBytes));
        for (const Operand &operand : operands)
          operand.loadBoxes(kb, position.stage, kb.mul(kBlock, spec.walk.k.elements), batch, full);
      });
    for (const Operand &operand : operands)
      operand.copy(kb, position.stage, kBlock);
    waitCopies(kb);
    fenceAsyncShared(kb);
    syncWarp(kb);
    kb.ifThen(isLead, [&] { arrive(kb, full); });
  };
  // Every warp goes through all k blocks of its tiles, and loads those whose stage is one of its own.
  auto loadTile = [&](Value index, ValueRange start) {
    Tile tile = scheduler.locate(kb, index);
    SmallVector<Value> batch = splitBatch(kb, block.sizes, tile.batch);
    operands[0].begin(kb, swap ? tile.col : tile.row, batch);
    operands[1].begin(kb, swap ? tile.row : tile.col, batch);
    return kb.forLoop(kb.c32(0), tile.k.count, 1, start, [&](Value number, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      kb.ifThen(kb.eq(kb.rem(position.stage, warps), warp),
                [&] { loadBlock(kb.add(tile.k.first, number), position, batch); });
      position = block.pipeline.advance(kb, position);
      return SmallVector<Value>{position.stage, position.parity};
    });
  };
  Value zero = kb.c32(0);
  kb.ifThen(kb.lt(warp, kb.c32(warps)),
            [&] { kb.forLoop(scheduler.first(), scheduler.count(), scheduler.step(), {zero, zero}, loadTile); });
}
