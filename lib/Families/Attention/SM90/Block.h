// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the parts of a block share that loads by TMA and multiplies by wgmma.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM90_BLOCK_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM90_BLOCK_H

#include "../TileWalk.h"
#include "Kernel.h"
#include "fusion/Families/Async/Pipeline.h"
#include "fusion/Families/SM90/WgmmaLayout.h"

namespace fusion {

/// A block of threads with its shared memory and barriers.
struct AsyncAttentionBlock : AttentionBlock {
  AsyncAttentionBlock(KernelBuilder &kb, KernelOp kernel, const AsyncAttentionSpec &spec,
                      const AsyncAttentionArguments &arguments, const async::WgmmaLayout &wgmmaLayout, Value shared);

  const AttentionSchedule &schedule;
  const AttentionLayout &layout;
  const AttentionInputs &inputs;
  const async::WgmmaLayout &wgmmaLayout; ///< of the accumulators
  Value base;                            ///< of the shared memory
  async::Pipeline queryRing, keyRing, valueRing;
  async::Pipeline operandRing; ///< of an operand of the scores; may have no stages

  bool hasOperandRing() const { return schedule.operandStages > 0; }
  Value part(int64_t offset) const { return kb.offsetPtr(base, offset); }
  Value sharedAddress(int64_t offset) const { return kb.create<LLVM::PtrToIntOp>(kb.getI32Type(), part(offset)); }
  /// Bytes from one stage of a ring to the next.
  static int64_t getStageBytes(const async::Multiplicand &multiplicand) {
    return llvm::alignTo(multiplicand.bytes(), 1024);
  }
};

/// Where a side of the rings is.
struct RingPlaces {
  async::Pipeline::Position query, key, value, operand;
  static constexpr int64_t size = 8;

  static RingPlaces begin(KernelBuilder &kb);
  SmallVector<Value> pack() const;
  static RingPlaces unpack(ValueRange values);
};

/// The one thread that loads: keys, query, an operand of the scores and values of tiles, in the order in which
/// consumers read them.
void emitProducer(const AsyncAttentionBlock &block);

/// A consumer warpgroup: 64 of the rows of tiles.
void emitConsumer(const AsyncAttentionBlock &block, const async::ThreadPosition &position);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM90_BLOCK_H
