// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the parts of a block of threads share, whatever multiplies.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_BLOCK_H
#define FUSION_LIB_FAMILIES_ATTENTION_BLOCK_H

#include "KeyRange.h"
#include "Softmax.h"
#include "Spec.h"

namespace fusion {

/// A block of threads: what its function was given, and what follows from its formula.
struct AttentionBlock {
  /// `accumulators` are those of either product's sums; it need only live on.
  AttentionBlock(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec, const AttentionArguments &arguments,
                 const async::AccumulatorLayout &accumulators);

  KernelBuilder &kb;
  KernelOp kernel;
  const AttentionSpec &spec;
  const AttentionArguments &arguments;
  const async::AccumulatorLayout &accumulators;
  ScoreFormula scores;
  KeyRanges ranges;
};

/// Rows of one matrix, and the blocks of keys that they see.
struct AttentionTile {
  Value firstRow;
  KeyRange keys;
  Value split; ///< which part of the tile's keys that is; null if they are all
  SmallVector<Value> batch;

  /// The first row of a consumer thread.
  Value getFirstRow(const AttentionBlock &block, const async::ConsumerPosition &consumer) const {
    KernelBuilder &kb = block.kb;
    Value part = kb.mad(consumer.warpgroup, block.accumulators.getTile().rows, firstRow);
    return kb.add(part, block.accumulators.getFirstRow(kb, consumer));
  }
};

/// What threads of a split leave in memory, of the sums of values of their rows, and what a block of a split leaves
/// that has no keys.
void emitSplitStores(const AttentionBlock &block, const AttentionTile &tile, ArrayRef<Value> sums, const RowState &rows,
                     const async::ConsumerPosition &consumer);
void emitEmptySplit(const AttentionBlock &block, const AttentionTile &tile, Value thread);

/// Outputs of the rows of threads, of their sums of values.
void emitStores(const AttentionBlock &block, const AttentionTile &tile, AttentionFormula &formula, ArrayRef<Value> sums,
                const RowState &rows, const async::ConsumerPosition &consumer);

/// Emits `body` where a block has keys, and what it leaves where its split has none.
void emitUnlessEmpty(const AttentionBlock &block, Value thread, function_ref<void()> body);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_BLOCK_H
