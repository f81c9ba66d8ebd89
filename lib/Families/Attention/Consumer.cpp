// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the loop of a consumer warpgroup over blocks of keys.

#include "Products.h"

#include "fusion/Families/SM90/Instructions.h"
#include "fusion/Families/SM90/Wgmma.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

namespace {

/// What a consumer carries from block to block of keys: places in both rings, sums of values, its rows, weights.
struct ConsumerState {
  Pipeline::Position key, value;
  Value sums;
  RowState rows;
  SmallVector<Value> weights;

  SmallVector<Value> pack() const {
    SmallVector<Value> values = {key.stage, key.parity, value.stage, value.parity, sums};
    rows.pack(values);
    llvm::append_range(values, weights);
    return values;
  }
  static ConsumerState unpack(ValueRange values) {
    return {{values[0], values[1]},
            {values[2], values[3]},
            values[4],
            RowState::unpack(values.drop_front(5)),
            SmallVector<Value>(values.drop_front(5 + RowState::size))};
  }
};

} // namespace

/// Where the elements of a thread's accumulators lie, and its first key of a block.
static ScorePlace getScorePlace(const AttentionBlock &block, const AttentionTile &tile,
                                const ConsumerPosition &consumer) {
  KernelBuilder &kb = block.kb;
  Value row =
      kb.add(kb.mad(consumer.warpgroup, 64, tile.firstRow), kb.mad(consumer.warp, 16, kb.div(consumer.lane, 4)));
  ScorePlace place{tile.batch, {row, kb.add(row, 8)}, {}, block.arguments.rows, block.arguments.keys};
  for (int64_t key = 0; key < block.spec.schedule.keys; key += 8)
    place.keys.append({key, key + 1});
  return place;
}

static Value getFirstKey(const AttentionBlock &block, const ConsumerPosition &consumer, Value number) {
  KernelBuilder &kb = block.kb;
  return kb.mad(kb.rem(consumer.lane, 4), 2, kb.mul(number, block.spec.schedule.keys));
}

// The last block of keys comes first. Keys behind the end are no keys.
static void maskKeys(const AttentionBlock &block, OnlineSoftmax &softmax, MutableArrayRef<Value> elements,
                     Value firstKey) {
  KernelBuilder &kb = block.kb;
  const AttentionArguments &arguments = block.arguments;
  int64_t keys = block.spec.schedule.keys;
  std::optional<int64_t> known = KernelBuilder::asConstant(arguments.keys);
  if (known && *known % keys == 0)
    return;
  softmax.maskBehind(elements, kb.sub(arguments.keys, firstKey));
}

void fusion::emitConsumer(const AttentionBlock &block, const AttentionTile &tile, const ThreadPosition &position) {
  KernelBuilder &kb = block.kb;
  const AttentionSpec &spec = block.spec;
  const Pipeline &keyRing = block.keyRing, &valueRing = block.valueRing;
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  AttentionFormula formula(block.kernel, spec.plan, &block.arguments.tables);
  ScoreEmitter scoreEmitter(kb, formula.getScores(), block.arguments.scoreOperands,
                            getScorePlace(block, tile, consumer));
  OnlineSoftmax softmax(kb, spec.elementType, formula.exponentFactor());
  AttentionProducts products(block, consumer.warpgroup);
  auto release = [&](const Pipeline &ring, Value stage) {
    kb.ifThen(consumer.lead, [&] { arrive(kb, ring.emptyBarrier(kb, stage)); });
  };

  Value zero = kb.c32(0);
  Pipeline::Position start{zero, zero};
  waitBarrier(kb, block.queryBarrier, zero);
  Value last = kb.sub(tile.blocks, 1), lastKeys = getFirstKey(block, consumer, last);
  ScoreEmitter::Block lastOperands = scoreEmitter.load(lastKeys, /*clamps=*/true);
  keyRing.waitFull(kb, start);
  Value scores = waitProducts(kb, 0, products.multiplyKeys(start.stage)).front();
  release(keyRing, start.stage);
  SmallVector<Value> elements = kb.extractAll(scores);
  scoreEmitter.evaluate(elements, lastOperands);
  maskKeys(block, softmax, elements, lastKeys);
  ConsumerState state{keyRing.advance(kb, start), start, products.getZeros(), softmax.begin(), {}};
  softmax.takeMaximum(elements, state.rows);
  softmax.settle(state.rows);
  state.weights = softmax.takeExponentials(elements, state.rows);

  SmallVector<Value> ends = kb.forLoop(kb.c32(1), tile.blocks, 1, state.pack(), [&](Value number, ValueRange carried) {
    ConsumerState state = ConsumerState::unpack(carried);
    ScoreEmitter::Block operands =
        scoreEmitter.load(getFirstKey(block, consumer, kb.sub(last, number)), /*clamps=*/false);
    keyRing.waitFull(kb, state.key);
    Value scores = products.multiplyKeys(state.key.stage);
    // Beside the product of the keys.
    Value sums = products.rescale(state.sums, state.rows);
    valueRing.waitFull(kb, state.value);
    sums = products.multiplyValues(state.value.stage, sums, state.weights);
    scores = waitProducts(kb, 1, scores).front();
    release(keyRing, state.key.stage);
    SmallVector<Value> elements = kb.extractAll(scores);
    // Beside the product of the values.
    scoreEmitter.evaluate(elements, operands);
    softmax.takeMaximum(elements, state.rows);
    state.sums = waitProducts(kb, 0, sums, state.weights).front();
    release(valueRing, state.value.stage);
    state.weights = softmax.takeExponentials(elements, state.rows);
    state.key = keyRing.advance(kb, state.key);
    state.value = valueRing.advance(kb, state.value);
    return state.pack();
  });
  state = ConsumerState::unpack(ends);
  valueRing.waitFull(kb, state.value);
  Value sums = products.multiplyValues(state.value.stage, products.rescale(state.sums, state.rows), state.weights);
  sums = waitProducts(kb, 0, sums, state.weights).front();
  softmax.finish(state.rows);
  emitStores(block, tile, formula, sums, state.rows, consumer);
}
