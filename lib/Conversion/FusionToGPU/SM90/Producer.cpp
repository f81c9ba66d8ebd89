// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Producer.h"

#include "BoxLoader.h"
#include "Instructions.h"
#include "fusion/Support/SeededFault.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

/// How many k blocks further the next tile begins, where they are spread. Measured for 8 to 32 rows: 5 and 17 alike, 1
/// less.
static constexpr int64_t spreadStride = 5;

SmallVector<Value> sm90::splitBatch(KernelBuilder &kb, const ProductSizes &sizes, Value batch) {
  SmallVector<Value> indices(sizes.batch.size());
  for (int64_t dim = indices.size(); dim-- > 0;) {
    indices[seeded("sm90-batch-reversed") ? indices.size() - 1 - dim : dim] =
        dim == 0 ? batch : kb.rem(batch, sizes.batch[dim]);
    batch = kb.div(batch, sizes.batch[dim]);
  }
  return indices;
}

void sm90::emitProducer(KernelBuilder &kb, const BlockContext &block, const OperandSource &rows,
                        const OperandSource &columns) {
  const SM90Schedule &schedule = block.spec.schedule;
  Value rowExtent = schedule.swap ? block.sizes.n : block.sizes.m;
  Value columnExtent = schedule.swap ? block.sizes.m : block.sizes.n;
  Sharing rowSharing = Sharing::ofRows(kb, block), columnSharing = Sharing::ofColumns(kb, block);

  const TileScheduler &scheduler = block.scheduler;
  Value zero = kb.c32(0);
  kb.forLoop(scheduler.first(), scheduler.count(), scheduler.step(), {zero, zero}, [&](Value index, ValueRange start) {
    Tile tile = scheduler.locate(kb, index);
    SmallVector<Value> batch = splitBatch(kb, block.sizes, tile.batch);
    auto keep = [&](Value address) { return tile.k.keepInTile(kb, address); };
    Pipeline pipeline(keep(block.pipeline.address()), schedule.stages);
    BoxLoader rowLoader(block.spec.rows, rows, rowSharing, keep(block.rows), rowExtent);
    BoxLoader columnLoader(block.spec.columns, columns, columnSharing, keep(block.columns), columnExtent);
    BoxLoader::TileLoad row = rowLoader.begin(kb, schedule.swap ? tile.col : tile.row);
    BoxLoader::TileLoad column = columnLoader.begin(kb, schedule.swap ? tile.row : tile.col);
    Value bytes = seeded("sm90-expects-too-few-bytes") ? row.bytes : kb.add(row.bytes, column.bytes);
    Value turn = schedule.spreadK ? kb.rem(kb.mul(index, spreadStride), kb.maxS(tile.k.count, kb.c32(1))) : zero;
    auto load = [&](Value kBlock, ValueRange carried) {
      Pipeline::Position position{carried[0], carried[1]};
      Value full = pipeline.fullBarrier(kb, position.stage);
      pipeline.waitEmpty(kb, position);
      arriveExpect(kb, full, bytes);
      if (schedule.spreadK) {
        kBlock = kb.add(kBlock, turn);
        kBlock = kb.select(kb.lt(kBlock, tile.k.count), kBlock, kb.sub(kBlock, tile.k.count));
      }
      Value k = kb.mul(kb.add(tile.k.first, kBlock), schedule.tileK);
      rowLoader.load(kb, position.stage, row, k, batch, full);
      columnLoader.load(kb, position.stage, column, k, batch, full);
      Pipeline::Position next = pipeline.advance(kb, position);
      return SmallVector<Value>{next.stage, next.parity};
    };
    // Unrolled, a second round of the ring would find the addresses of the first one in registers.
    if (tile.k.isUnrolled() && *KernelBuilder::asConstant(tile.k.count) > schedule.stages)
      return kb.rolledLoop(zero, tile.k.count, 1, start, load);
    return kb.forLoop(zero, tile.k.count, 1, start, load);
  });
}
