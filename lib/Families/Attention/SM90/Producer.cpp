// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the loads of a tile.

#include "Block.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {
class AttentionProducer {
public:
  AttentionProducer(const AsyncAttentionBlock &block, const AttentionTile &tile)
      : block(block), tile(tile), kb(block.kb), schedule(block.schedule), inputs(block.inputs) {}

  void emit(RingPlaces &places);

private:
  /// Loads a multiplicand whose first row (column) of the product is `position`; its k begin at `k`.
  void load(const Multiplicand &multiplicand, const AttentionInput &input, Value target, Value position, Value k,
            Value barrier);
  void loadStage(const Pipeline &ring, Pipeline::Position &place, const Multiplicand &multiplicand,
                 const AttentionInput &input, int64_t offset, Value position, Value k);

  const AsyncAttentionBlock &block;
  const AttentionTile &tile;
  KernelBuilder &kb;
  const AttentionSchedule &schedule;
  const AttentionInputs &inputs;
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
  Value target =
      kb.offsetPtr(block.part(offset), kb.mul(place.stage, AsyncAttentionBlock::getStageBytes(multiplicand)));
  load(multiplicand, input, target, position, k, barrier);
  place = ring.advance(kb, place);
}

// The last keys come first: they alone may be fewer than a block.
void AttentionProducer::emit(RingPlaces &places) {
  const AttentionLayout &layout = block.layout;
  Value zero = kb.c32(0);
  auto loadKey = [&](Pipeline::Position &place, Value number) {
    loadStage(block.keyRing, place, layout.key, inputs.key, layout.keyOffset, kb.mul(number, schedule.keys), zero);
  };
  auto loadValue = [&](Pipeline::Position &place, Value number) {
    loadStage(block.valueRing, place, layout.value, inputs.value, layout.valueOffset, zero,
              kb.mul(number, schedule.keys));
  };
  auto loadOperand = [&](Pipeline::Position &place, Value number) {
    if (block.hasOperandRing())
      loadStage(block.operandRing, place, layout.operand, inputs.operand, layout.operandOffset, tile.firstRow,
                kb.mul(number, schedule.keys));
  };
  Value last = tile.keys.last;
  loadKey(places.key, last);
  loadStage(block.queryRing, places.query, layout.query, inputs.query, layout.queryOffset, tile.firstRow, zero);
  loadOperand(places.operand, last);
  SmallVector<Value> ends =
      kb.forLoop(kb.c32(1), tile.keys.getCount(kb), 1, places.pack(), [&](Value number, ValueRange carried) {
        RingPlaces inner = RingPlaces::unpack(carried);
        Value current = kb.sub(last, number);
        loadKey(inner.key, current);
        loadOperand(inner.operand, current);
        loadValue(inner.value, kb.add(current, 1));
        return inner.pack();
      });
  places = RingPlaces::unpack(ends);
  loadValue(places.value, tile.keys.first);
}

void fusion::emitProducer(const AsyncAttentionBlock &block) {
  TileWalk(block).forEach(RingPlaces::begin(block.kb).pack(), [&](const AttentionTile &tile, ValueRange carried) {
    RingPlaces places = RingPlaces::unpack(carried);
    AttentionProducer(block, tile).emit(places);
    return places.pack();
  });
}
