// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a thread makes of the scores of its rows, block by block of keys.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_ROWS_H
#define FUSION_LIB_FAMILIES_ATTENTION_ROWS_H

#include "Block.h"

namespace fusion {

/// The rows of a thread in a tile: from elements of the first product to weights of the second, and to outputs.
class AttentionRows {
public:
  /// A thread has `registers` to spare for operands of the scores that are loaded before these are there; `hidesRows`
  /// is for ScorePlace.
  AttentionRows(const AttentionBlock &block, const AttentionTile &tile, const async::ConsumerPosition &consumer,
                int64_t registers, bool hidesRows = false)
      : block(block), tile(tile), consumer(consumer), kb(block.kb), layout(block.accumulators), registers(registers),
        hidesRows(hidesRows), formula(block.kernel, block.spec.plan, &block.arguments.tables),
        softmax(kb, layout, block.spec.elementType, formula.exponentFactor(), formula.getScores().getMost()) {}

  ScoreEmitter getScores(const ScoreFormula &scores);
  /// The first key of the thread in block `number` of keys.
  Value getFirstKey(Value number);

  /// The first block of a row, whose keys may be behind the end: they are no keys. `staged` is for
  /// ScoreEmitter::evaluate.
  RowState begin(ScoreEmitter &scores, const ScoreEmitter::Block &operands, MutableArrayRef<Value> elements,
                 ScoreEmitter::Staged staged = nullptr);
  /// A further block: maxima. The elements become what takeWeights wants.
  void takeScores(ScoreEmitter &scores, const ScoreEmitter::Block &operands, MutableArrayRef<Value> elements,
                  ScoreEmitter::Staged staged, RowState &rows);
  /// Behind either: weights in pairs (i32), as the left factor of the second product.
  SmallVector<Value> takeFirstWeights(ArrayRef<Value> elements, RowState &rows) {
    return softmax.takeExponentials(elements, rows);
  }
  SmallVector<Value> takeWeights(const ScoreEmitter &scores, ArrayRef<Value> elements, RowState &rows);
  /// When all keys have been seen: the tile's outputs.
  void finish(ArrayRef<Value> sums, RowState &rows);

  /// Sums of values as they are for the rows' reference: a branch of the warp that holds nothing but multiplications.
  SmallVector<Value> rescale(ArrayRef<Value> sums, const RowState &rows);

  /// Calls `visit` for the tile's blocks of keys behind the last one, which comes first: with the scores of those that
  /// need masks by position or of those that do not, and for which numbers of blocks behind the last one they hold
  /// (i32, from, to).
  void forEachRange(function_ref<void(ScoreEmitter &scores, Value from, Value to)> visit);

private:
  /// The soft cap by whose polynomials exponents are computed; none where these would take a difference to a huge
  /// reference first.
  std::optional<SoftCap> getCap(const ScoreEmitter &scores) const;
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
  void maskKeys(MutableArrayRef<Value> elements, Value firstKey);

  const AttentionBlock &block;
  const AttentionTile &tile;
  const async::ConsumerPosition &consumer;
  KernelBuilder &kb;
  const async::AccumulatorLayout &layout;
  int64_t registers;
  bool hidesRows;
  AttentionFormula formula;
  OnlineSoftmax softmax;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_ROWS_H
