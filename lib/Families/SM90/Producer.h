// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The producer by TMA, and what it and the consumers of a block agree on.

#ifndef FUSION_LIB_FAMILIES_SM90_PRODUCER_H
#define FUSION_LIB_FAMILIES_SM90_PRODUCER_H

#include "ChainScales.h"
#include "PartialTiles.h"
#include "TileScheduler.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Families/SM90/Instructions.h"
#include "fusion/Families/SM90/Pipeline.h"

namespace fusion::sm90 {

/// One operand as the producer sees it: its tensor map, or, if threads load it, where it lies.
struct OperandSource {
  Value map;                  ///< null if threads load
  SmallVector<bool> repeated; ///< per batch dimension that the operand has
  int64_t rows = 0;           ///< of a box; fewer than the tile has if the matrix has no more
  Value lastMap = {};         ///< of the boxes at the matrix's end, where they have fewer rows; null if none does
  MemRefArgument memory = {};
  int64_t access = 0;  ///< bytes that a thread copies at once: 16, 8 or 4; 0 for TMA
  bool stable = false; ///< no kernel writes it that may still run when this one starts

  bool isLoadedByThreads() const { return access > 0; }
};

/// What producer and consumers of a block agree on.
struct BlockContext {
  const ProductSpec &spec;
  const ProductSizes &sizes;
  const TileScheduler &scheduler;
  const Pipeline &pipeline;
  ClusterPosition cluster;
  Value rows, columns; ///< stages in shared memory
  /// Split f32: the ring of the columns' low halves, ProductSpec::lowSlots of them with the layout of stages.
  Pipeline lowHalves;
  Value lowColumns;
  PartialTiles partialTiles; ///< used with a stream-K tail
  OperandScales scales;      ///< of blocks along K
};

/// Splits a tile's batch number into indices (i32) of the product's batch dimensions.
SmallVector<Value> splitBatch(KernelBuilder &kb, const ProductSizes &sizes, Value batch);

/// Emits the producer by TMA: one thread that loads the k blocks of all tiles of the block, in order. With `waits` it
/// also waits for the kernels before this one, once it has started the first loads of stable operands.
void emitProducer(KernelBuilder &kb, const BlockContext &block, const OperandSource &rows, const OperandSource &columns,
                  bool waits);

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_PRODUCER_H
