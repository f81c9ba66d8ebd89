// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the parts of a block share.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_BLOCK_H
#define FUSION_LIB_FAMILIES_ATTENTION_BLOCK_H

#include "Kernel.h"
#include "KeyRange.h"
#include "Softmax.h"
#include "fusion/Families/Async/Pipeline.h"
#include "fusion/Families/SM90/WgmmaLayout.h"

namespace fusion {

/// A block of threads: shared memory, barriers, and what its function was given.
struct AttentionBlock {
  AttentionBlock(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec, const AttentionArguments &arguments,
                 Value shared);

  KernelBuilder &kb;
  KernelOp kernel;
  const AttentionSpec &spec;
  const AttentionArguments &arguments;
  Value base; ///< of the shared memory
  async::Pipeline queryRing, keyRing, valueRing;
  async::Pipeline operandRing; ///< of an operand of the scores; may have no stages
  ScoreFormula scores;
  KeyRanges ranges;

  /// Of either product's sums, of which a warpgroup has 64 rows.
  const async::WgmmaLayout accumulators{{64, spec.columns, spec.columns, /*swap=*/false}};

  bool hasOperandRing() const { return spec.schedule.operandStages > 0; }
  Value part(int64_t offset) const { return kb.offsetPtr(base, offset); }
  Value sharedAddress(int64_t offset) const { return kb.create<LLVM::PtrToIntOp>(kb.getI32Type(), part(offset)); }
  /// Bytes from one stage of a ring to the next.
  static int64_t getStageBytes(const async::Multiplicand &multiplicand) {
    return llvm::alignTo(multiplicand.bytes(), 1024);
  }
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

/// The one thread that loads: keys, query, an operand of the scores and values of tiles, in the order in which
/// consumers read them.
void emitProducer(const AttentionBlock &block);

/// A consumer warpgroup: 64 of the rows of tiles.
void emitConsumer(const AttentionBlock &block, const async::ThreadPosition &position);

/// What a warpgroup of a split leaves in memory, of its rows, and what a block of a split leaves that has no keys.
void emitSplitStores(const AttentionBlock &block, const AttentionTile &tile, Value accumulators, const RowState &rows,
                     const async::ConsumerPosition &consumer);
void emitEmptySplit(const AttentionBlock &block, const AttentionTile &tile, const async::ThreadPosition &position);

/// Outputs of a warpgroup's rows, of its sums of values (accumulators).
void emitStores(const AttentionBlock &block, const AttentionTile &tile, AttentionFormula &formula, Value accumulators,
                const RowState &rows, const async::ConsumerPosition &consumer);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_BLOCK_H
