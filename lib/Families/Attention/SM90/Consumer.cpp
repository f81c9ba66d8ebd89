// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the steps of a consumer warpgroup over blocks of keys.

#include "Consumer.h"

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/SM90/Wgmma.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

void AttentionConsumer::release(const Pipeline &ring, Value stage) {
  kb.ifThen(consumer.lead, [&] { arrive(kb, ring.emptyBarrier(kb, stage)); });
}

SmallVector<Value> AttentionConsumer::readOperand(RingPlaces &places) {
  if (!block.hasOperandRing())
    return {};
  const Multiplicand &operand = block.layout.operand;
  block.operandRing.waitFull(kb, places.operand);
  Value stage = kb.offsetPtr(block.part(block.layout.operandOffset),
                             kb.mul(places.operand.stage, AsyncAttentionBlock::getStageBytes(operand)));
  SmallVector<Value> pairs = block.wgmmaLayout.loadOperand(kb, consumer, stage, operand, block.schedule.keys);
  syncWarp(kb);
  kb.ifThen(kb.eq(consumer.lane, 0), [&] { arrive(kb, block.operandRing.emptyBarrier(kb, places.operand.stage)); });
  places.operand = block.operandRing.advance(kb, places.operand);
  return pairs;
}

void AttentionConsumer::takeTurn() {
  if (block.schedule.pingPong)
    syncThreads(kb, consumer.namedBarrier, 2 * ConsumerPosition::kThreads);
}

void AttentionConsumer::passTurn() {
  const AttentionSchedule &schedule = block.schedule;
  if (!schedule.pingPong)
    return;
  Value isLast = kb.eq(consumer.warpgroup, schedule.warpgroups - 1);
  Value next = kb.select(isLast, kb.c32(1), kb.add(consumer.namedBarrier, 1));
  arriveThreads(kb, next, 2 * ConsumerPosition::kThreads);
}

/// Of what readOperand gives: a thread has two rows.
static SmallVector<Value> takePairs(ArrayRef<Value> operand, int64_t key) {
  return llvm::to_vector(operand.slice(key, 2));
}

ConsumerState AttentionConsumer::start(const RingPlaces &places) {
  ScoreEmitter scores = rows.getScores(block.scores);
  Value firstKey = rows.getFirstKey(tile.keys.last);
  block.queryRing.waitFull(kb, places.query);
  ScoreEmitter::Block operands = scores.load(firstKey, /*clamps=*/true);
  keyRing.waitFull(kb, places.key);
  Value results = products.multiplyKeys(places.query.stage, places.key.stage);
  ConsumerState state{places, products.getZeros(), {}, {}};
  SmallVector<Value> operand = readOperand(state.places);
  SmallVector<Value> elements = kb.extractAll(waitProducts(kb, 0, results).front());
  release(keyRing, places.key.stage);
  state.rows = rows.begin(scores, operands, elements, [&](int64_t key) { return takePairs(operand, key); });
  state.places.key = keyRing.advance(kb, places.key);
  state.weights = rows.takeFirstWeights(elements, state.rows);
  return state;
}

AttentionConsumer::Beside AttentionConsumer::multiplyBoth(ConsumerState &state) {
  RingPlaces &places = state.places;
  keyRing.waitFull(kb, places.key);
  takeTurn();
  Value results = products.multiplyKeys(places.query.stage, places.key.stage);
  // Beside the product of the keys.
  Value sums = rescale(state);
  valueRing.waitFull(kb, places.value);
  sums = products.multiplyValues(places.value.stage, sums, state.weights);
  passTurn();
  // It is in registers when scores are there.
  SmallVector<Value> operand = readOperand(places);
  results = waitProducts(kb, 1, results).front();
  release(keyRing, places.key.stage);
  places.key = keyRing.advance(kb, places.key);
  return {kb.extractAll(results), operand, sums};
}

Value AttentionConsumer::rescale(const ConsumerState &state) {
  return products.pack(rows.rescale(kb.extractAll(state.sums), state.rows));
}

void AttentionConsumer::waitSums(ConsumerState &state, Value sums) {
  state.sums = waitProducts(kb, 0, sums, state.weights).front();
  release(valueRing, state.places.value.stage);
  state.places.value = valueRing.advance(kb, state.places.value);
}

ConsumerState AttentionConsumer::turn(ConsumerState state, ScoreEmitter &scores, Value number) {
  ScoreEmitter::Block operands = scores.load(rows.getFirstKey(number), /*clamps=*/false);
  Beside beside = multiplyBoth(state);
  // Beside the product of the values.
  auto staged = [&](int64_t key) { return takePairs(beside.operand, key); };
  rows.takeScores(scores, operands, beside.elements, staged, state.rows);
  waitSums(state, beside.sums);
  state.weights = rows.takeWeights(scores, beside.elements, state.rows);
  return state;
}

ConsumerState AttentionConsumer::change(ConsumerState state, AttentionConsumer &next) {
  ScoreEmitter scores = next.rows.getScores(block.scores);
  Value firstKey = rows.getFirstKey(next.tile.keys.last);
  ScoreEmitter::Block operands = scores.load(firstKey, /*clamps=*/true);
  state.places.query = block.queryRing.advance(kb, state.places.query);
  block.queryRing.waitFull(kb, state.places.query);
  auto [elements, operand, sums] = multiplyBoth(state);
  auto staged = [&pairs = operand](int64_t key) { return takePairs(pairs, key); };
  RowState begun = next.rows.begin(scores, operands, elements, staged);
  waitSums(state, sums);
  rows.finish(kb.extractAll(state.sums), state.rows);
  state.sums = products.getZeros();
  state.rows = begun;
  state.weights = next.rows.takeFirstWeights(elements, state.rows);
  return state;
}

ConsumerState AttentionConsumer::walk(const ConsumerState &start) {
  ConsumerState state = start;
  auto unpack = [&](ValueRange values) { return ConsumerState::unpack(values, block.accumulators.countRows()); };
  rows.forEachRange([&](ScoreEmitter &scores, Value from, Value to) {
    state = unpack(kb.forLoop(from, to, 1, state.pack(), [&](Value number, ValueRange carried) {
      return turn(unpack(carried), scores, kb.sub(tile.keys.last, number)).pack();
    }));
  });
  if (block.schedule.isPersistent())
    release(block.queryRing, state.places.query.stage);
  return state;
}

RingPlaces AttentionConsumer::finish(ConsumerState state) {
  valueRing.waitFull(kb, state.places.value);
  Value sums = rescale(state);
  waitSums(state, products.multiplyValues(state.places.value.stage, sums, state.weights));
  state.places.query = block.queryRing.advance(kb, state.places.query);
  rows.finish(kb.extractAll(state.sums), state.rows);
  return state.places;
}
