// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A consumer warpgroup's work on a tile.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM90_CONSUMER_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM90_CONSUMER_H

#include "../Rows.h"
#include "Products.h"

namespace fusion {

/// What a consumer carries from block to block of keys: places in the rings, sums of values, its rows, weights.
struct ConsumerState {
  RingPlaces places;
  Value sums;
  RowState rows;
  SmallVector<Value> weights;

  SmallVector<Value> pack() const {
    SmallVector<Value> values = places.pack();
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
  AttentionConsumer(const AsyncAttentionBlock &block, const AttentionTile &tile,
                    const async::ConsumerPosition &consumer)
      : block(block), tile(tile), consumer(consumer), kb(block.kb), keyRing(block.keyRing), valueRing(block.valueRing),
        rows(block, tile, consumer, block.schedule.spareRegisters(block.spec.columns)),
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
  /// Sums of values as they are for the rows' reference.
  Value rescale(const ConsumerState &state);
  /// Waits for the sums of values.
  void waitSums(ConsumerState &state, Value sums);

  /// The tile of an operand of the scores that is next in its ring, for AttentionRows.
  SmallVector<Value> readOperand(RingPlaces &places);
  void release(const async::Pipeline &ring, Value stage);
  /// With ping-pong a warpgroup waits until it may start products, and then lets the next one.
  void takeTurn();
  void passTurn();
  /// From the weights of a block of keys to those of the next, whose number is `number`.
  ConsumerState turn(ConsumerState state, ScoreEmitter &scores, Value number);

  const AsyncAttentionBlock &block;
  const AttentionTile &tile;
  const async::ConsumerPosition &consumer;
  KernelBuilder &kb;
  const async::Pipeline &keyRing, &valueRing;
  AttentionRows rows;
  AttentionProducts products;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM90_CONSUMER_H
