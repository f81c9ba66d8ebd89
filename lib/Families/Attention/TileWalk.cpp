// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits where the next tile of a block lies.

#include "TileWalk.h"

#include "Splits.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

TileWalk::TileWalk(const AttentionBlock &block) : block(block), kb(block.kb) {
  tiles = kb.ceilDiv(block.arguments.rows, block.spec.tiling.rows);
  units = isPaired() ? kb.ceilDiv(tiles, 2) : tiles;
  count = units;
  for (Value size : block.arguments.batch)
    count = kb.mul(count, size);
}

TileWalk::Place TileWalk::first() const { return {kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), kb.c32(0)}; }

// The tile in the middle of an odd number has no other.
TileWalk::Place TileWalk::next(Place place) const {
  Value after = kb.add(place.number, kb.create<NVVM::GridDimXOp>(kb.getI32Type()));
  if (!isPaired())
    return {after, place.half};
  Value pair = kb.rem(place.number, units), isMiddle = kb.eq(kb.add(kb.mul(pair, 2), 1), tiles);
  Value isOver = kb.orI(kb.ne(place.half, kb.c32(0)), isMiddle);
  return {kb.select(isOver, after, place.number), kb.select(isOver, kb.c32(0), kb.c32(1))};
}

AttentionTile TileWalk::locate(Place place) const {
  const AttentionArguments &arguments = block.arguments;
  const AttentionTiling &tiling = block.spec.tiling;
  AttentionTile tile;
  if (tiling.splits > 1) {
    tile.split = kb.rem(place.number, tiling.splits);
    place.number = kb.div(place.number, tiling.splits);
  }
  Value inMatrix = kb.rem(place.number, units), matrix = kb.div(place.number, units);
  if (isPaired())
    inMatrix = kb.select(kb.eq(place.half, 0), kb.sub(kb.sub(tiles, 1), inMatrix), inMatrix);
  else if (tiling.startsWithLast)
    inMatrix = kb.sub(kb.sub(tiles, 1), inMatrix);
  tile.firstRow = kb.mul(inMatrix, tiling.rows);
  tile.batch = getIndices(kb, matrix, arguments.batch);
  tile.keys = block.ranges.emit(kb, inMatrix, arguments.rows, arguments.keys);
  if (tiling.splits > 1)
    tile.keys = tile.keys.getPart(kb, tile.split, tiling.splits);
  return tile;
}

SmallVector<Value> fusion::emitWhile(KernelBuilder &kb, ValueRange init,
                                     function_ref<SmallVector<Value>(ValueRange, Value &)> before,
                                     function_ref<SmallVector<Value>(ValueRange)> after) {
  auto op = kb.create<scf::WhileOp>(init.getTypes(), init);
  SmallVector<Location> locations(init.size(), kb.getLoc());
  OpBuilder::InsertionGuard guard(kb);
  Block *block = kb.createBlock(&op.getBefore(), {}, init.getTypes(), locations);
  Value condition;
  SmallVector<Value> passed = before(block->getArguments(), condition);
  kb.create<scf::ConditionOp>(condition, passed);
  block = kb.createBlock(&op.getAfter(), {}, init.getTypes(), locations);
  kb.create<scf::YieldOp>(after(block->getArguments()));
  return SmallVector<Value>(op.getResults());
}

void TileWalk::forEach(ValueRange init,
                       function_ref<SmallVector<Value>(const AttentionTile &, ValueRange)> body) const {
  if (!block.spec.tiling.isPersistent()) {
    body(locate(first()), init);
    return;
  }
  auto pack = [](Place place, ArrayRef<Value> values) {
    SmallVector<Value> packed = {place.number, place.half};
    llvm::append_range(packed, values);
    return packed;
  };
  auto before = [&](ValueRange carried, Value &hasNext) {
    Place place{carried[0], carried[1]};
    SmallVector<Value> values = body(locate(place), carried.drop_front(2));
    place = next(place);
    hasNext = isInside(place);
    return pack(place, values);
  };
  emitWhile(kb, pack(first(), llvm::to_vector(init)), before,
            [](ValueRange carried) { return llvm::to_vector(carried); });
}
