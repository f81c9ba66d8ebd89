// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits where the next tile of a block lies.

#include "TileWalk.h"

#include "Splits.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

RingPlaces RingPlaces::begin(KernelBuilder &kb) {
  Value zero = kb.c32(0);
  return {{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}};
}

void RingPlaces::pack(SmallVectorImpl<Value> &values) const {
  for (const auto *place : {&query, &key, &value, &operand})
    values.append({place->stage, place->parity});
}

RingPlaces RingPlaces::unpack(ValueRange values) {
  return {{values[0], values[1]}, {values[2], values[3]}, {values[4], values[5]}, {values[6], values[7]}};
}

TileWalk::TileWalk(const AttentionBlock &block) : block(block), kb(block.kb) {
  tiles = kb.ceilDiv(block.arguments.rows, block.spec.schedule.rows());
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
  int64_t rows = block.spec.schedule.rows(), splits = block.spec.schedule.splits;
  AttentionTile tile;
  if (splits > 1) {
    tile.split = kb.rem(place.number, splits);
    place.number = kb.div(place.number, splits);
  }
  Value inMatrix = kb.rem(place.number, units), matrix = kb.div(place.number, units);
  if (isPaired())
    inMatrix = kb.select(kb.eq(place.half, 0), kb.sub(kb.sub(tiles, 1), inMatrix), inMatrix);
  tile.firstRow = kb.mul(inMatrix, rows);
  tile.batch = getIndices(kb, matrix, arguments.batch);
  tile.keys = block.ranges.emit(kb, inMatrix, arguments.rows, arguments.keys);
  if (splits > 1)
    tile.keys = tile.keys.getPart(kb, tile.split, splits);
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

void TileWalk::forEach(function_ref<void(const AttentionTile &, RingPlaces &)> body) const {
  RingPlaces places = RingPlaces::begin(kb);
  if (!block.spec.schedule.isPersistent())
    return body(locate(first()), places);
  auto pack = [](Place place, const RingPlaces &places) {
    SmallVector<Value> values = {place.number, place.half};
    places.pack(values);
    return values;
  };
  auto before = [&](ValueRange carried, Value &hasNext) {
    Place place{carried[0], carried[1]};
    RingPlaces places = RingPlaces::unpack(carried.drop_front(2));
    body(locate(place), places);
    place = next(place);
    hasNext = isInside(place);
    return pack(place, places);
  };
  emitWhile(kb, pack(first(), places), before, [](ValueRange carried) { return llvm::to_vector(carried); });
}
