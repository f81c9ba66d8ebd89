// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the loop of a consumer warpgroup over blocks of keys.

#include "Products.h"
#include "TileWalk.h"

#include "fusion/Families/SM90/Instructions.h"
#include "fusion/Families/SM90/Wgmma.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

namespace {

/// What a consumer carries from block to block of keys: places in the rings, sums of values, its rows, weights.
struct ConsumerState {
  RingPlaces places;
  Value sums;
  RowState rows;
  SmallVector<Value> weights;

  SmallVector<Value> pack() const {
    SmallVector<Value> values;
    places.pack(values);
    values.push_back(sums);
    rows.pack(values);
    llvm::append_range(values, weights);
    return values;
  }
  static ConsumerState unpack(ValueRange values) {
    RingPlaces places = RingPlaces::unpack(values);
    values = values.drop_front(RingPlaces::size);
    return {places, values[0], RowState::unpack(values.drop_front()),
            SmallVector<Value>(values.drop_front(1 + RowState::size))};
  }
};

class AttentionConsumer {
public:
  AttentionConsumer(const AttentionBlock &block, const AttentionTile &tile, const ConsumerPosition &consumer)
      : block(block), tile(tile), consumer(consumer), kb(block.kb), keyRing(block.keyRing), valueRing(block.valueRing),
        formula(block.kernel, block.spec.plan, &block.arguments.tables),
        softmax(kb, block.spec.elementType, formula.exponentFactor()), products(block, consumer.warpgroup) {}

  /// A tile.
  void emit(RingPlaces &places);

private:
  ScoreEmitter getScores(const ScoreFormula &scores);
  Value getFirstKey(Value number) {
    return kb.mad(kb.rem(consumer.lane, 4), 2, kb.mul(number, block.spec.schedule.keys));
  }
  void release(const Pipeline &ring, Value stage) {
    kb.ifThen(consumer.lead, [&] { arrive(kb, ring.emptyBarrier(kb, stage)); });
  }
  void maskKeys(MutableArrayRef<Value> elements, Value firstKey);
  /// With ping-pong a warpgroup waits until it may start products, and then lets the next one.
  void takeTurn() {
    if (block.spec.schedule.pingPong)
      syncThreads(kb, consumer.namedBarrier, 2 * ConsumerPosition::kThreads);
  }
  void passTurn();
  /// The first block of keys, the last ones.
  ConsumerState start(ScoreEmitter &scores, RingPlaces places);
  /// From the weights of a block of keys to those of the next, whose number is `number`.
  ConsumerState turn(ConsumerState state, ScoreEmitter &scores, Value number);
  /// Turns for those numbers behind the last block's.
  ConsumerState walk(const ConsumerState &state, ScoreEmitter &scores, Value from, Value to);
  ConsumerState walkAll(ConsumerState state, ScoreEmitter &scores);

  const AttentionBlock &block;
  const AttentionTile &tile;
  const ConsumerPosition &consumer;
  KernelBuilder &kb;
  const Pipeline &keyRing, &valueRing;
  AttentionFormula formula;
  OnlineSoftmax softmax;
  AttentionProducts products;
};

} // namespace

ScoreEmitter AttentionConsumer::getScores(const ScoreFormula &scores) {
  Value row =
      kb.add(kb.mad(consumer.warpgroup, 64, tile.firstRow), kb.mad(consumer.warp, 16, kb.div(consumer.lane, 4)));
  ScorePlace place{tile.batch, {row, kb.add(row, 8)}, {}, block.arguments.rows, block.arguments.keys};
  for (int64_t key = 0; key < block.spec.schedule.keys; key += 8)
    place.keys.append({key, key + 1});
  return ScoreEmitter(kb, scores, block.arguments.scoreOperands, std::move(place));
}

// The last block of keys comes first. Keys behind the end are no keys.
void AttentionConsumer::maskKeys(MutableArrayRef<Value> elements, Value firstKey) {
  std::optional<int64_t> known = KernelBuilder::asConstant(block.arguments.keys);
  if (known && *known % block.spec.schedule.keys == 0)
    return;
  softmax.maskBehind(elements, kb.sub(block.arguments.keys, firstKey));
}

void AttentionConsumer::passTurn() {
  const AttentionSchedule &schedule = block.spec.schedule;
  if (!schedule.pingPong)
    return;
  Value isLast = kb.eq(consumer.warpgroup, schedule.warpgroups - 1);
  Value next = kb.select(isLast, kb.c32(1), kb.add(consumer.namedBarrier, 1));
  arriveThreads(kb, next, 2 * ConsumerPosition::kThreads);
}

ConsumerState AttentionConsumer::start(ScoreEmitter &scores, RingPlaces places) {
  Value firstKey = getFirstKey(tile.keys.last);
  block.queryRing.waitFull(kb, places.query);
  ScoreEmitter::Block operands = scores.load(firstKey, /*clamps=*/true);
  keyRing.waitFull(kb, places.key);
  Value results = products.multiplyKeys(places.query.stage, places.key.stage);
  SmallVector<Value> elements = kb.extractAll(waitProducts(kb, 0, results).front());
  release(keyRing, places.key.stage);
  places.key = keyRing.advance(kb, places.key);
  scores.evaluate(elements, operands);
  maskKeys(elements, firstKey);
  ConsumerState state{places, products.getZeros(), softmax.begin(), {}};
  softmax.takeMaximum(elements, state.rows);
  softmax.settle(state.rows);
  state.weights = softmax.takeExponentials(elements, state.rows, scores.getFormula().mayBeHuge());
  return state;
}

ConsumerState AttentionConsumer::turn(ConsumerState state, ScoreEmitter &scores, Value number) {
  RingPlaces &places = state.places;
  ScoreEmitter::Block operands = scores.load(getFirstKey(number), /*clamps=*/false);
  keyRing.waitFull(kb, places.key);
  takeTurn();
  Value results = products.multiplyKeys(places.query.stage, places.key.stage);
  // Beside the product of the keys.
  Value sums = products.rescale(state.sums, state.rows);
  valueRing.waitFull(kb, places.value);
  sums = products.multiplyValues(places.value.stage, sums, state.weights);
  passTurn();
  results = waitProducts(kb, 1, results).front();
  release(keyRing, places.key.stage);
  SmallVector<Value> elements = kb.extractAll(results);
  // Beside the product of the values.
  scores.evaluate(elements, operands);
  softmax.takeMaximum(elements, state.rows);
  state.sums = waitProducts(kb, 0, sums, state.weights).front();
  release(valueRing, places.value.stage);
  state.weights = softmax.takeExponentials(elements, state.rows, scores.getFormula().mayBeHuge());
  places.key = keyRing.advance(kb, places.key);
  places.value = valueRing.advance(kb, places.value);
  return state;
}

ConsumerState AttentionConsumer::walk(const ConsumerState &state, ScoreEmitter &scores, Value from, Value to) {
  return ConsumerState::unpack(kb.forLoop(from, to, 1, state.pack(), [&](Value number, ValueRange carried) {
    return turn(ConsumerState::unpack(carried), scores, kb.sub(tile.keys.last, number)).pack();
  }));
}

// Blocks that need masks by position, blocks that need none, and those of the first keys of a window.
ConsumerState AttentionConsumer::walkAll(ConsumerState state, ScoreEmitter &scores) {
  const KeyRange &keys = tile.keys;
  Value one = kb.c32(1), count = keys.getCount(kb);
  const ScoreFormula *whole = block.ranges.getWholeScores();
  if (!whole)
    return walk(state, scores, one, count);
  ScoreEmitter wholeScores = getScores(*whole);
  Value wholeBegin = kb.minS(kb.maxS(kb.sub(keys.last, keys.lastWhole), one), count);
  Value wholeEnd = count;
  if (block.ranges.masksFirstKeys()) {
    Value end = kb.add(kb.sub(keys.last, keys.firstWhole), 1);
    wholeEnd = kb.maxS(kb.minS(end, count), wholeBegin);
  }
  state = walk(state, scores, one, wholeBegin);
  state = walk(state, wholeScores, wholeBegin, wholeEnd);
  return block.ranges.masksFirstKeys() ? walk(state, scores, wholeEnd, count) : state;
}

void AttentionConsumer::emit(RingPlaces &places) {
  ScoreEmitter scores = getScores(block.scores);
  ConsumerState state = walkAll(start(scores, places), scores);
  places = state.places;
  if (block.spec.schedule.isPersistent())
    release(block.queryRing, places.query.stage);
  valueRing.waitFull(kb, places.value);
  Value sums = products.multiplyValues(places.value.stage, products.rescale(state.sums, state.rows), state.weights);
  sums = waitProducts(kb, 0, sums, state.weights).front();
  if (block.spec.schedule.isPersistent())
    release(valueRing, places.value.stage);
  places.query = block.queryRing.advance(kb, places.query);
  places.value = valueRing.advance(kb, places.value);
  softmax.finish(state.rows);
  emitStores(block, tile, formula, sums, state.rows, consumer);
}

void fusion::emitConsumer(const AttentionBlock &block, const ThreadPosition &position) {
  KernelBuilder &kb = block.kb;
  const AttentionSchedule &schedule = block.spec.schedule;
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  // The first turn is that of the first warpgroup; nobody takes the one behind the last.
  int64_t threads = 2 * ConsumerPosition::kThreads;
  if (schedule.pingPong)
    kb.ifThen(kb.eq(consumer.warpgroup, schedule.warpgroups - 1), [&] { arriveThreads(kb, kb.c32(1), threads); });
  TileWalk(block).forEach(
      [&](const AttentionTile &tile, RingPlaces &places) { AttentionConsumer(block, tile, consumer).emit(places); });
  if (schedule.pingPong)
    kb.ifThen(kb.eq(consumer.warpgroup, 0), [&] { syncThreads(kb, kb.c32(1), threads); });
}
