// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A consumer warpgroup's work on a tile.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_CONSUMER_H
#define FUSION_LIB_FAMILIES_ATTENTION_CONSUMER_H

#include "Products.h"
#include "ScoreEmitter.h"
#include "TileWalk.h"

namespace fusion {

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
  /// Of threads with so many rows.
  static ConsumerState unpack(ValueRange values, int64_t rows) {
    RingPlaces places = RingPlaces::unpack(values);
    values = values.drop_front(RingPlaces::size);
    int64_t size = RowState::getSize(rows);
    return {places, values[0], RowState::unpack(values.slice(1, size)),
            SmallVector<Value>(values.drop_front(1 + size))};
  }
};

/// A consumer warpgroup: its rows of a tile, step by step.
class AttentionConsumer {
public:
  AttentionConsumer(const AttentionBlock &block, const AttentionTile &tile, const async::ConsumerPosition &consumer)
      : block(block), tile(tile), consumer(consumer), kb(block.kb), layout(block.accumulators), keyRing(block.keyRing),
        valueRing(block.valueRing), formula(block.kernel, block.spec.plan, &block.arguments.tables),
        softmax(kb, layout, block.spec.elementType, formula.exponentFactor(), formula.getScores().getMost()),
        products(block, consumer.warpgroup) {}

  /// From the weights of the first block of keys, the last ones, to those of the next, ..., to those of the last block.
  ConsumerState start(const RingPlaces &places);
  ConsumerState walk(const ConsumerState &start);
  /// The last block of values, and the tile's outputs.
  RingPlaces finish(ConsumerState state);
  /// The same, beside the first block of keys of the block's next tile.
  ConsumerState change(ConsumerState state, AttentionConsumer &next);

private:
  /// Scores of a block of keys, computed beside the product of the block before with the values.
  struct Beside {
    SmallVector<Value> elements; ///< there
    SmallVector<Value> operand;  ///< of the scores, by readOperand
    Value sums;                  ///< on their way
  };
  Beside multiplyBoth(ConsumerState &state);
  /// Waits for the sums of values.
  void waitSums(ConsumerState &state, Value sums);

  ScoreEmitter getScores(const ScoreFormula &scores);
  /// The tile of an operand of the scores that is next in its ring, for ScoreEmitter::evaluate.
  SmallVector<Value> readOperand(RingPlaces &places);
  Value getFirstKey(Value number) {
    Value threadOfRow = layout.getThreadOfRow(kb, consumer), ofBlock = kb.mul(number, block.spec.schedule.keys);
    return kb.add(layout.getFirstColumn(kb, threadOfRow), ofBlock);
  }
  /// Exponents of scores that are a soft cap, in place of products. Where these are all near zero in a warp, exponents
  /// are bounded, so that references need not follow maxima; takeGrowing elsewhere.
  void takeCapped(const SoftCap &cap, ScoreEmitter &scores, MutableArrayRef<Value> elements,
                  const ScoreEmitter::Block &operands, RowState &rows);
  /// The maxima are those of products, since scores grow with these.
  void takeGrowing(const SoftCap &cap, ScoreEmitter &scores, MutableArrayRef<Value> elements,
                   const ScoreEmitter::Block &operands, RowState &rows);
  SmallVector<Value> emitExponents(const SoftCap &cap, const CapPolynomial &polynomial, ArrayRef<Value> elements,
                                   const RowState &rows);
  /// Of scores.
  SmallVector<Value> emitExponents(ScoreEmitter &scores, ArrayRef<Value> elements, const ScoreEmitter::Block &operands,
                                   const RowState &rows);
  void release(const async::Pipeline &ring, Value stage);
  void maskKeys(MutableArrayRef<Value> elements, Value firstKey);
  /// With ping-pong a warpgroup waits until it may start products, and then lets the next one.
  void takeTurn();
  void passTurn();
  /// From the weights of a block of keys to those of the next, whose number is `number`.
  ConsumerState turn(ConsumerState state, ScoreEmitter &scores, Value number);
  ConsumerState walkKeys(ConsumerState state);
  /// Turns for those numbers behind the last block's.
  ConsumerState turns(const ConsumerState &state, ScoreEmitter &scores, Value from, Value to);

  const AttentionBlock &block;
  const AttentionTile &tile;
  const async::ConsumerPosition &consumer;
  KernelBuilder &kb;
  const async::AccumulatorLayout &layout;
  const async::Pipeline &keyRing, &valueRing;
  AttentionFormula formula;
  OnlineSoftmax softmax;
  AttentionProducts products;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_CONSUMER_H
