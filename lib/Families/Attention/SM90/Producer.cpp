// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the loads of a tile.

#include "TileWalk.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {
class AttentionProducer {
public:
  AttentionProducer(const AttentionBlock &block, const AttentionTile &tile)
      : block(block), tile(tile), kb(block.kb), spec(block.spec), arguments(block.arguments) {}

  void emit(RingPlaces &places);

private:
  /// Loads a multiplicand whose first row (column) of the product is `position`; its k begin at `k`.
  void load(const Multiplicand &multiplicand, const AttentionInput &input, Value target, Value position, Value k,
            Value barrier);
  void loadStage(const Pipeline &ring, Pipeline::Position &place, const Multiplicand &multiplicand,
                 const AttentionInput &input, int64_t offset, Value position, Value k);

  const AttentionBlock &block;
  const AttentionTile &tile;
  KernelBuilder &kb;
  const AttentionSpec &spec;
  const AttentionArguments &arguments;
};
} // namespace

void AttentionProducer::load(const Multiplicand &multiplicand, const AttentionInput &input, Value target,
                             Value position, Value k, Value barrier) {
  for (int64_t box = 0; box < multiplicand.boxes(); ++box) {
    int64_t along = box * multiplicand.rowElements();
    SmallVector<Value> coordinates = {multiplicand.kMajor ? kb.add(k, along) : kb.add(position, along),
                                      multiplicand.kMajor ? position : k};
    int64_t skipped = tile.batch.size() - input.repeated.size();
    for (int64_t dim = input.repeated.size(); dim-- > 0;)
      coordinates.push_back(input.repeated[dim] ? kb.c32(0) : tile.batch[dim + skipped]);
    loadBox(kb, kb.offsetPtr(target, box * multiplicand.boxBytes()), input.map, coordinates, barrier, Value());
  }
}

void AttentionProducer::loadStage(const Pipeline &ring, Pipeline::Position &place, const Multiplicand &multiplicand,
                                  const AttentionInput &input, int64_t offset, Value position, Value k) {
  ring.waitEmpty(kb, place);
  Value barrier = ring.fullBarrier(kb, place.stage);
  arriveExpect(kb, barrier, kb.c32(multiplicand.bytes()));
  Value target = kb.offsetPtr(block.part(offset), kb.mul(place.stage, AttentionBlock::getStageBytes(multiplicand)));
  load(multiplicand, input, target, position, k, barrier);
  place = ring.advance(kb, place);
}

// The last keys come first: they alone may be fewer than a block.
void AttentionProducer::emit(RingPlaces &places) {
  const AttentionLayout &layout = spec.layout;
  Value zero = kb.c32(0);
  auto loadKey = [&](Pipeline::Position &place, Value number) {
    loadStage(block.keyRing, place, layout.key, arguments.key, layout.keyOffset, kb.mul(number, spec.schedule.keys),
              zero);
  };
  auto loadValue = [&](Pipeline::Position &place, Value number) {
    loadStage(block.valueRing, place, layout.value, arguments.value, layout.valueOffset, zero,
              kb.mul(number, spec.schedule.keys));
  };
  auto loadOperand = [&](Pipeline::Position &place, Value number) {
    if (block.hasOperandRing())
      loadStage(block.operandRing, place, layout.operand, arguments.operand, layout.operandOffset, tile.firstRow,
                kb.mul(number, spec.schedule.keys));
  };
  Value last = tile.keys.last;
  loadKey(places.key, last);
  loadStage(block.queryRing, places.query, layout.query, arguments.query, layout.queryOffset, tile.firstRow, zero);
  loadOperand(places.operand, last);
  SmallVector<Value> start;
  places.pack(start);
  SmallVector<Value> ends =
      kb.forLoop(kb.c32(1), tile.keys.getCount(kb), 1, start, [&](Value number, ValueRange carried) {
        RingPlaces inner = RingPlaces::unpack(carried);
        Value current = kb.sub(last, number);
        loadKey(inner.key, current);
        loadOperand(inner.operand, current);
        loadValue(inner.value, kb.add(current, 1));
        SmallVector<Value> next;
        inner.pack(next);
        return next;
      });
  places = RingPlaces::unpack(ends);
  loadValue(places.value, tile.keys.first);
}

void fusion::emitProducer(const AttentionBlock &block) {
  TileWalk(block).forEach(
      [&](const AttentionTile &tile, RingPlaces &places) { AttentionProducer(block, tile).emit(places); });
}
