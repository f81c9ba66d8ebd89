// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Producer.h"

#include "Instructions.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

SmallVector<Value> sm90::splitBatch(KernelBuilder &kb, const ProductSizes &sizes, Value batch) {
  SmallVector<Value> indices(sizes.batch.size());
  for (int64_t dim = indices.size(); dim-- > 0;) {
    indices[dim] = dim == 0 ? batch : kb.rem(batch, sizes.batch[dim]);
    batch = kb.div(batch, sizes.batch[dim]);
  }
  return indices;
}

KShare KShare::get(KernelBuilder &kb, const SM90Schedule &schedule, Value size, const ClusterPosition &cluster) {
  // In units of whole chains.
  int64_t chain = schedule.isInParts() ? SM90Schedule::kChain : 1;
  Value chains = kb.ceilDiv(size, schedule.tileK * chain);
  if (schedule.splitK == 1)
    return {kb.c32(0), kb.mul(chains, chain)};
  chains = kb.maxS(chains, kb.c32(schedule.splitK));
  Value first = kb.div(kb.mul(chains, cluster.slice), schedule.splitK);
  Value end = kb.div(kb.mul(chains, kb.add(cluster.slice, 1)), schedule.splitK);
  return {kb.mul(first, chain), kb.mul(kb.sub(end, first), chain)};
}

namespace {

/// The blocks of a cluster that share a tile of one operand: each loads a part of it, for all of them.
struct Sharing {
  int64_t blocks;
  Value part; ///< this block's (i32)
  Value mask; ///< of the blocks (i16); null if there is one
};

/// Blocks at distance `distance` in the cluster, the first of them `first`.
Sharing getSharing(KernelBuilder &kb, int64_t blocks, int64_t distance, Value first, Value part) {
  if (blocks == 1)
    return {1, kb.c32(0), Value()};
  int64_t bits = 0;
  for (int64_t i = 0; i < blocks; ++i)
    bits |= int64_t(1) << (i * distance);
  return {blocks, part, kb.create<arith::TruncIOp>(kb.getI16Type(), kb.shl(kb.c32(bits), first))};
}

/// Loads one operand's part of a k block.
class OperandLoader {
public:
  OperandLoader(const Multiplicand &multiplicand, const OperandSource &source, const Sharing &sharing, Value shared)
      : multiplicand(multiplicand), source(source), sharing(sharing), shared(shared) {}

  /// `position` is the tile's first row (column), `k` the block's first k.
  void load(KernelBuilder &kb, Value stage, Value position, Value k, ValueRange batch, Value barrier) const {
    Value base = kb.offsetPtr(shared, kb.mul(stage, multiplicand.bytes()));
    int64_t elements = multiplicand.rowElements();
    if (multiplicand.kMajor) {
      // Every box is cut along its rows.
      int64_t rows = multiplicand.boxRows() / sharing.blocks;
      Value row = kb.mul(sharing.part, rows);
      for (int64_t box = 0; box < multiplicand.boxes(); ++box) {
        Value target = kb.offsetPtr(kb.offsetPtr(base, box * multiplicand.boxBytes()), kb.mul(row, 128));
        issue(kb, target, kb.add(k, box * elements), kb.add(position, row), batch, barrier);
      }
      return;
    }
    int64_t boxes = multiplicand.boxes() / sharing.blocks;
    for (int64_t i = 0; i < boxes; ++i) {
      Value box = kb.mad(sharing.part, boxes, kb.c32(i));
      Value target = kb.offsetPtr(base, kb.mul(box, multiplicand.boxBytes()));
      issue(kb, target, kb.mad(box, elements, position), k, batch, barrier);
    }
  }

private:
  void issue(KernelBuilder &kb, Value target, Value inner, Value outer, ValueRange batch, Value barrier) const {
    SmallVector<Value> coordinates = {inner, outer};
    ValueRange own = batch.take_back(source.repeated.size());
    for (int64_t dim = own.size(); dim-- > 0;)
      coordinates.push_back(source.repeated[dim] ? kb.c32(0) : own[dim]);
    loadBox(kb, target, source.map, coordinates, barrier, sharing.mask);
  }

  const Multiplicand &multiplicand;
  const OperandSource &source;
  Sharing sharing;
  Value shared;
};

} // namespace

void sm90::emitProducer(KernelBuilder &kb, const BlockContext &block, const OperandSource &rows,
                        const OperandSource &columns) {
  const SM90Schedule &schedule = block.spec.schedule;
  const ClusterPosition &cluster = block.cluster;
  // Blocks along N share A, those along M share B.
  Sharing shareA = getSharing(kb, schedule.clusterN, schedule.clusterM, cluster.alongM, cluster.alongN);
  Sharing shareB = getSharing(kb, schedule.clusterM, 1, kb.mul(cluster.alongN, schedule.clusterM), cluster.alongM);
  OperandLoader rowLoader(block.spec.rows, rows, schedule.swap ? shareB : shareA, block.rows);
  OperandLoader columnLoader(block.spec.columns, columns, schedule.swap ? shareA : shareB, block.columns);

  const TileScheduler &scheduler = block.scheduler;
  Value zero = kb.c32(0);
  kb.forLoop(scheduler.first(), scheduler.count(), scheduler.step(), {zero, zero}, [&](Value index, ValueRange start) {
    Tile tile = scheduler.locate(kb, index);
    SmallVector<Value> batch = splitBatch(kb, block.sizes, tile.batch);
    Value row = schedule.swap ? tile.col : tile.row, column = schedule.swap ? tile.row : tile.col;
    return kb.forLoop(zero, block.k.count, 1, start, [&](Value kBlock, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      Value full = block.pipeline.fullBarrier(kb, position.stage);
      block.pipeline.waitEmpty(kb, position);
      arriveExpect(kb, full, kb.c32(block.spec.stageBytes()));
      Value k = kb.mul(kb.add(block.k.first, kBlock), schedule.tileK);
      rowLoader.load(kb, position.stage, row, k, batch, full);
      columnLoader.load(kb, position.stage, column, k, batch, full);
      Pipeline::Position next = block.pipeline.advance(kb, position);
      return SmallVector<Value>{next.stage, next.parity};
    });
  });
}
