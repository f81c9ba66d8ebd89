// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads tiles as boxes of a tensor map, shared among the blocks of a cluster.

#include "fusion/Families/Product/BoxLoader.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

SmallVector<Value, 2> BoxSource::maps() const {
  return lastMap ? SmallVector<Value, 2>{map, lastMap} : SmallVector<Value, 2>{map};
}

std::unique_ptr<Loader> BoxSource::createLoader(KernelBuilder &, const Delivery &delivery) const {
  return std::make_unique<BoxLoader>(*this, delivery);
}

void BoxLoader::begin(KernelBuilder &kb, Value position, ValueRange indices) {
  tile = getTileLoad(kb, position);
  batch.assign(indices.begin(), indices.end());
}

BoxLoader::TileLoad BoxLoader::getTileLoad(KernelBuilder &kb, Value position) const {
  int64_t rows = source.rows;
  int64_t bytes = multiplicand.kMajor ? rows * to.sharing.blocks * multiplicand.boxes() * 128 : multiplicand.bytes();
  TileLoad tile{position, kb.c32(bytes), Value(), Value()};
  if (multiplicand.kMajor)
    tile.position = kb.add(position, kb.mul(to.sharing.part, multiplicand.boxRows() / to.sharing.blocks));
  if (!source.lastMap)
    return tile;
  Value left = kb.maxS(kb.sub(to.extent, position), kb.c32(0));
  Value own = kb.sub(left, kb.mul(to.sharing.part, rows));
  tile.isLast = kb.lt(own, kb.c32(rows));
  int64_t rowBytes = 128 * multiplicand.boxes();
  if (to.sharing.blocks == 1) {
    tile.bytes = kb.mul(kb.minS(left, kb.c32(rows * to.sharing.blocks)), rowBytes);
    if (to.sharing.blocks > 1 || to.sharing.overhangs)
      tile.any = kb.lt(kb.c32(0), own);
    return tile;
  }
  Value lastRows = kb.add(kb.rem(kb.sub(to.extent, 1), rows), 1);
  Value whole = kb.minS(kb.div(left, rows), kb.c32(to.sharing.blocks));
  Value loaded = kb.add(kb.mul(whole, kb.c32(rows)), kb.mul(kb.sub(kb.c32(to.sharing.blocks), whole), lastRows));
  tile.bytes = kb.mul(loaded, rowBytes);
  tile.position = kb.minS(tile.position, kb.sub(to.extent, lastRows));
  return tile;
}

Value BoxLoader::clamp(KernelBuilder &kb, Value position) const {
  int64_t width = multiplicand.rowElements();
  // Tiles of other widths have boxes that begin behind the last multiple and yet before the end.
  if (multiplicand.extent % width != 0)
    return position;
  std::optional<int64_t> known = KernelBuilder::asConstant(to.extent);
  if (known && *known % multiplicand.extent == 0 && !to.sharing.overhangs)
    return position;
  Value last = kb.div(kb.sub(to.extent, 1), width);
  return kb.minS(position, kb.mul(last, width));
}

void BoxLoader::loadBoxes(KernelBuilder &kb, Value stage, Value k, Value barrier) const {
  Value base = kb.offsetPtr(to.shared, kb.mul(stage, to.stageBytes()));
  int64_t elements = multiplicand.rowElements();
  if (!multiplicand.kMajor) {
    int64_t boxes = multiplicand.boxes() / to.sharing.blocks;
    for (int64_t i = 0; i < boxes; ++i) {
      Value box = kb.mad(to.sharing.part, boxes, kb.c32(i));
      Value target = kb.offsetPtr(base, kb.mul(box, to.boxBytes()));
      issue(kb, source.map, target, clamp(kb, kb.mad(box, elements, tile.position)), k, barrier);
    }
    return;
  }
  // Every box is cut along its rows.
  Value row = kb.mul(to.sharing.part, multiplicand.boxRows() / to.sharing.blocks);
  auto issueAll = [&](Value map) {
    for (int64_t box = 0; box < multiplicand.boxes(); ++box) {
      Value target = kb.offsetPtr(kb.offsetPtr(base, box * to.boxBytes()), kb.mul(row, 128));
      issue(kb, map, target, kb.add(k, box * elements), tile.position, barrier);
    }
  };
  // A branch for each map: an address that is selected would take two of the producer's few registers.
  auto issueEither = [&] {
    if (!tile.isLast)
      return issueAll(source.map);
    auto issueOf = [&](Value map) {
      return [&issueAll, map] {
        issueAll(map);
        return SmallVector<Value>();
      };
    };
    kb.ifElse(tile.isLast, TypeRange(), issueOf(source.lastMap), issueOf(source.map));
  };
  if (tile.any)
    kb.ifThen(tile.any, issueEither);
  else
    issueEither();
}

void BoxLoader::issue(KernelBuilder &kb, Value map, Value target, Value inner, Value outer, Value barrier) const {
  SmallVector<Value> coordinates = {inner, outer};
  ValueRange own = ValueRange(batch).take_back(source.repeated.size());
  for (int64_t dim = own.size(); dim-- > 0;)
    coordinates.push_back(source.repeated[dim] ? kb.c32(0) : own[dim]);
  loadBox(kb, target, map, coordinates, barrier, to.sharing.mask);
}
