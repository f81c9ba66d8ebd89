// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TileScheduler.h"

#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

ClusterPosition ClusterPosition::get(KernelBuilder &kb, const SM90Schedule &schedule) {
  ClusterPosition position;
  if (schedule.clusterSize() == 1) {
    position.rank = position.alongM = position.alongN = position.slice = kb.c32(0);
    return position;
  }
  position.rank = kb.create<NVVM::ClusterId>(kb.getI32Type());
  position.alongM = kb.rem(position.rank, schedule.clusterM);
  Value rest = kb.div(position.rank, schedule.clusterM);
  position.alongN = kb.rem(rest, schedule.clusterN);
  position.slice = kb.div(rest, schedule.clusterN);
  return position;
}

TileScheduler::TileScheduler(KernelBuilder &kb, const SM90Schedule &schedule, const ProductSizes &sizes,
                             const ClusterPosition &position)
    : schedule(schedule), position(position) {
  tilesM = kb.ceilDiv(sizes.m, schedule.tileM * schedule.clusterM);
  tilesN = kb.ceilDiv(sizes.n, schedule.tileN * schedule.clusterN);
  perBatch = kb.mul(tilesM, tilesN);
  tiles = perBatch;
  for (Value size : sizes.batch)
    if (!seeded("sm90-scheduler-ignores-batch"))
      tiles = kb.mul(tiles, size);
  start = kb.div(kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), schedule.clusterSize());
  stride = kb.div(kb.create<NVVM::GridDimXOp>(kb.getI32Type()), schedule.clusterSize());
}

// Groups of `group` tiles along x are walked one after the other; in a group x runs fastest. x is m for orders of rows.
Tile TileScheduler::locate(KernelBuilder &kb, Value index) const {
  bool rows = schedule.order == RasterOrder::Rows || schedule.order == RasterOrder::SnakeRows;
  bool snake = schedule.order == RasterOrder::SnakeRows || schedule.order == RasterOrder::SnakeColumns;
  Value tilesX = rows ? tilesM : tilesN, tilesY = rows ? tilesN : tilesM;
  Value batch = kb.div(index, perBatch), tile = kb.rem(index, perBatch);
  Value perGroup = kb.mul(tilesY, schedule.group);
  Value group = kb.div(tile, perGroup), inGroup = kb.rem(tile, perGroup);
  Value first = kb.mul(group, schedule.group);
  Value width = kb.minS(kb.sub(tilesX, first), kb.c32(schedule.group));
  Value x = kb.add(first, kb.rem(inGroup, width)), y = kb.div(inGroup, width);
  if (snake)
    y = kb.select(kb.eq(kb.andI(group, 1), 1),
                  kb.sub(kb.sub(tilesY, kb.c32(seeded("sm90-snake-off-by-one") ? 0 : 1)), y), y);
  Value m = kb.mad(rows ? x : y, schedule.clusterM, position.alongM);
  Value n = kb.mad(rows ? y : x, schedule.clusterN, position.alongN);
  return {batch, kb.mul(m, schedule.tileM), kb.mul(n, schedule.tileN)};
}
