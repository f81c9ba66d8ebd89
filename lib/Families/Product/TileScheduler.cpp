// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes places of tiles and shares of K from a block's number.

#include "fusion/Families/Product/TileScheduler.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// The most k blocks over which LLVM unrolls a loop, as its PTX shows: the producer's of the smallest tiles.
static constexpr int64_t mostUnrolled = 12;

KShare KShare::get(KernelBuilder &kb, const KBlocks &blocks, Value size, Value number, int64_t shares) {
  Value units = kb.ceilDiv(size, blocks.elements * blocks.unit);
  if (shares == 1)
    return {kb.c32(0), kb.mul(units, blocks.unit)};
  units = kb.maxS(units, kb.c32(shares));
  Value first = kb.div(kb.mul(units, number), shares);
  Value end = kb.div(kb.mul(units, kb.add(number, 1)), shares);
  return {kb.mul(first, blocks.unit), kb.mul(kb.sub(end, first), blocks.unit)};
}

bool KShare::isUnrolled() const {
  std::optional<int64_t> constant = KernelBuilder::asConstant(count);
  return constant && *constant <= mostUnrolled;
}

void TileScheduler::shareOut(KernelBuilder &kb, const Walk &walk, const ProductSizes &sizes,
                             const ClusterPosition &position) {
  start = kb.div(kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), walk.cluster.size());
  stride = kb.div(kb.create<NVVM::GridDimXOp>(kb.getI32Type()), walk.cluster.size());
  wholeShare = KShare::get(kb, walk.k, sizes.k, position.slice, walk.cluster.slices);
}

Value TileScheduler::firstOwn(KernelBuilder &kb, Value start, Value step) const {
  if (!before)
    return start;
  Value missing = kb.maxS(kb.sub(before, start), kb.c32(0));
  Value steps = kb.div(kb.sub(kb.add(missing, step), kb.c32(1)), step);
  return kb.add(kb.mul(steps, step), start);
}

Value TileScheduler::isOwn(KernelBuilder &kb, Value index) const {
  Value isBelow = kb.lt(index, units);
  return before ? kb.andI(isBelow, kb.cmp(arith::CmpIPredicate::sge, index, before)) : isBelow;
}

FollowingScheduler::FollowingScheduler(KernelBuilder &kb, std::unique_ptr<TileScheduler> ownTiles,
                                       const TileScheduler &previous)
    : own(std::move(ownTiles)) {
  assert(!own->tail() && !previous.tail() && "a tail is behind all tiles");
  before = previous.end();
  units = kb.add(before, own->end());
  start = previous.first();
  stride = previous.step();
  wholeShare = own->share();
}

Tile FollowingScheduler::locate(KernelBuilder &kb, Value index) const { return own->locate(kb, kb.sub(index, before)); }

RasterScheduler::RasterScheduler(KernelBuilder &kb, const Walk &walk, const ProductSizes &sizes,
                                 const ClusterPosition &position)
    : walk(walk), position(position), sizeK(sizes.k) {
  tilesM = kb.ceilDiv(sizes.m, walk.tileM * walk.cluster.m);
  tilesN = kb.ceilDiv(sizes.n, walk.tileN * walk.cluster.n);
  perBatch = kb.mul(tilesM, tilesN);
  units = perBatch;
  for (Value size : sizes.batch)
    units = kb.mul(units, size);
  if (walk.streamKTail > 1) {
    tailTiles = kb.rem(units, walk.wave);
    wholeTiles = kb.sub(units, tailTiles);
    units = kb.add(wholeTiles, kb.mul(tailTiles, walk.streamKTail));
  }
  shareOut(kb, walk, sizes, position);
}

Tile RasterScheduler::locate(KernelBuilder &kb, Value index) const {
  if (walk.streamKTail == 1)
    return locateTile(kb, index);
  Value isPartial = kb.lt(kb.sub(wholeTiles, 1), index), most = kb.maxS(tailTiles, kb.c32(1));
  Value partial = kb.sub(index, wholeTiles);
  Value tailTile = kb.rem(partial, most), part = kb.div(kb.maxS(partial, kb.c32(0)), most);
  Tile tile = locateTile(kb, kb.select(isPartial, kb.add(wholeTiles, tailTile), index));
  KShare share = KShare::get(kb, walk.k, sizeK, part, walk.streamKTail);
  tile.k = {kb.select(isPartial, share.first, wholeShare.first), kb.select(isPartial, share.count, wholeShare.count)};
  tile.isPartial = isPartial;
  tile.partial = partial;
  tile.tailTile = tailTile;
  tile.part = part;
  return tile;
}

// Groups of `group` tiles along x are walked one after the other; in a group x runs fastest. x is m where they run
// along M.
Tile RasterScheduler::locateTile(KernelBuilder &kb, Value index) const {
  bool rows = walk.order.isAlongM;
  Value tilesX = rows ? tilesM : tilesN, tilesY = rows ? tilesN : tilesM;
  Value batch = kb.div(index, perBatch), tile = kb.rem(index, perBatch);
  Value perGroup = kb.mul(tilesY, walk.group);
  Value group = kb.div(tile, perGroup), inGroup = kb.rem(tile, perGroup);
  Value first = kb.mul(group, walk.group);
  Value width = kb.minS(kb.sub(tilesX, first), kb.c32(walk.group));
  Value x = kb.add(first, kb.rem(inGroup, width)), y = kb.div(inGroup, width);
  if (walk.order.snakes)
    y = kb.select(kb.eq(kb.andI(group, 1), 1), kb.sub(kb.sub(tilesY, kb.c32(1)), y), y);
  Value m = kb.mad(rows ? x : y, walk.cluster.m, position.alongM);
  Value n = kb.mad(rows ? y : x, walk.cluster.n, position.alongN);
  return {batch, kb.mul(m, walk.tileM), kb.mul(n, walk.tileN), wholeShare};
}
