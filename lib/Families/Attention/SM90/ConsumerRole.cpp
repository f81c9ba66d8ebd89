// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the way of a consumer warpgroup over tiles.

#include "Consumer.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// A tile begins when the one before has ended.
static void emitTiles(const AsyncAttentionBlock &block, const ConsumerPosition &position) {
  TileWalk(block).forEach(RingPlaces::begin(block.kb).pack(), [&](const AttentionTile &tile, ValueRange carried) {
    AttentionConsumer consumer(block, tile, position);
    return consumer.finish(consumer.walk(consumer.start(RingPlaces::unpack(carried)))).pack();
  });
}

/// From tile to tile without a stop.
static void emitContinuousTiles(const AsyncAttentionBlock &block, const ConsumerPosition &position) {
  KernelBuilder &kb = block.kb;
  TileWalk walk(block);
  auto pack = [](TileWalk::Place place, const ConsumerState &state) {
    SmallVector<Value> values = {place.number, place.half};
    llvm::append_range(values, state.pack());
    return values;
  };
  auto unpack = [&](ValueRange values) {
    ConsumerState state = ConsumerState::unpack(values.drop_front(2), block.accumulators.countRows());
    return std::make_pair(TileWalk::Place{values[0], values[1]}, std::move(state));
  };
  AttentionTile tile = walk.locate(walk.first());
  ConsumerState state = AttentionConsumer(block, tile, position).start(RingPlaces::begin(kb));
  auto walkTile = [&](ValueRange carried, Value &hasNext) {
    auto [place, state] = unpack(carried);
    AttentionTile tile = walk.locate(place);
    state = AttentionConsumer(block, tile, position).walk(state);
    hasNext = walk.isInside(walk.next(place));
    return pack(place, state);
  };
  auto changeTile = [&](ValueRange carried) {
    auto [place, state] = unpack(carried);
    TileWalk::Place nextPlace = walk.next(place);
    AttentionTile tile = walk.locate(place), nextTile = walk.locate(nextPlace);
    AttentionConsumer next(block, nextTile, position);
    return pack(nextPlace, AttentionConsumer(block, tile, position).change(state, next));
  };
  auto [last, end] = unpack(emitWhile(kb, pack(walk.first(), state), walkTile, changeTile));
  tile = walk.locate(last);
  AttentionConsumer(block, tile, position).finish(end);
}

void fusion::emitConsumer(const AsyncAttentionBlock &block, const ThreadPosition &position) {
  KernelBuilder &kb = block.kb;
  const AttentionSchedule &schedule = block.schedule;
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  // The first turn is that of the first warpgroup; nobody takes the one behind the last.
  int64_t threads = 2 * ConsumerPosition::kThreads;
  if (schedule.pingPong)
    kb.ifThen(kb.eq(consumer.warpgroup, schedule.warpgroups - 1), [&] { arriveThreads(kb, kb.c32(1), threads); });
  if (schedule.continuous)
    emitContinuousTiles(block, consumer);
  else
    emitTiles(block, consumer);
  if (schedule.pingPong)
    kb.ifThen(kb.eq(consumer.warpgroup, 0), [&] { syncThreads(kb, kb.c32(1), threads); });
}
