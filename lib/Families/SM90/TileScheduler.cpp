// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes places of tiles and shares of K from a block's number.

#include "TileScheduler.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// The most k blocks over which LLVM unrolls a loop, as its PTX shows: the producer's of the smallest tiles.
static constexpr int64_t mostUnrolled = 12;

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

KShare KShare::get(KernelBuilder &kb, const SM90Schedule &schedule, Value size, Value number, int64_t shares) {
  // In units of whole chains.
  int64_t chain = schedule.sumsChains() ? schedule.chain() : 1;
  Value chains = kb.ceilDiv(size, schedule.tileK * chain);
  if (shares == 1)
    return {kb.c32(0), kb.mul(chains, chain)};
  chains = kb.maxS(chains, kb.c32(shares));
  Value first = kb.div(kb.mul(chains, number), shares);
  Value end = kb.div(kb.mul(chains, kb.add(number, 1)), shares);
  return {kb.mul(first, chain), kb.mul(kb.sub(end, first), chain)};
}

bool KShare::isUnrolled() const {
  std::optional<int64_t> constant = KernelBuilder::asConstant(count);
  return constant && *constant <= mostUnrolled;
}

TileScheduler::TileScheduler(KernelBuilder &kb, const ProductSpec &spec, const ProductSizes &sizes,
                             const ClusterPosition &position)
    : schedule(spec.schedule), position(position), sizeK(sizes.k) {
  tilesM = kb.ceilDiv(sizes.m, schedule.tileM * schedule.clusterM);
  tilesN = kb.ceilDiv(sizes.n, schedule.tileN * schedule.clusterN);
  perBatch = kb.mul(tilesM, tilesN);
  units = perBatch;
  for (Value size : sizes.batch)
    units = kb.mul(units, size);
  if (schedule.streamKTail > 1) {
    tailTiles = kb.rem(units, spec.wave);
    wholeTiles = kb.sub(units, tailTiles);
    units = kb.add(wholeTiles, kb.mul(tailTiles, schedule.streamKTail));
  }
  start = kb.div(kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), schedule.clusterSize());
  stride = kb.div(kb.create<NVVM::GridDimXOp>(kb.getI32Type()), schedule.clusterSize());
  wholeShare = KShare::get(kb, schedule, sizes.k, position.slice, schedule.splitK);
}

Tile TileScheduler::locate(KernelBuilder &kb, Value index) const {
  if (schedule.streamKTail == 1)
    return locateTile(kb, index);
  Value isPartial = kb.lt(kb.sub(wholeTiles, 1), index), most = kb.maxS(tailTiles, kb.c32(1));
  Value partial = kb.sub(index, wholeTiles);
  Value tailTile = kb.rem(partial, most), part = kb.div(kb.maxS(partial, kb.c32(0)), most);
  Tile tile = locateTile(kb, kb.select(isPartial, kb.add(wholeTiles, tailTile), index));
  KShare share = KShare::get(kb, schedule, sizeK, part, schedule.streamKTail);
  tile.k = {kb.select(isPartial, share.first, wholeShare.first), kb.select(isPartial, share.count, wholeShare.count)};
  tile.isPartial = isPartial;
  tile.partial = partial;
  tile.tailTile = tailTile;
  tile.part = part;
  return tile;
}

// Groups of `group` tiles along x are walked one after the other; in a group x runs fastest. x is m for orders of rows.
Tile TileScheduler::locateTile(KernelBuilder &kb, Value index) const {
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
    y = kb.select(kb.eq(kb.andI(group, 1), 1), kb.sub(kb.sub(tilesY, kb.c32(1)), y), y);
  Value m = kb.mad(rows ? x : y, schedule.clusterM, position.alongM);
  Value n = kb.mad(rows ? y : x, schedule.clusterN, position.alongN);
  return {batch, kb.mul(m, schedule.tileM), kb.mul(n, schedule.tileN), wholeShare};
}
