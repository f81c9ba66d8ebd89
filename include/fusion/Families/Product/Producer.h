// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The producer by TMA, and what it and the consumers of a block agree on.

#ifndef FUSION_FAMILIES_PRODUCT_PRODUCER_H
#define FUSION_FAMILIES_PRODUCT_PRODUCER_H

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Async/Pipeline.h"
#include "fusion/Families/Product/ChainScales.h"
#include "fusion/Families/Product/PartialTiles.h"
#include "fusion/Families/Product/ProductSpec.h"
#include "fusion/Families/Product/Source.h"
#include "fusion/Families/Product/TileScheduler.h"

namespace fusion::async {

/// A factor of the products: where it comes from, and where its k blocks lie in shared memory.
struct StagedFactor {
  const Source *source;
  const Multiplicand *multiplicand; ///< how they lie
  OutputDim dim;
  Value shared; ///< its first stage

  Value getExtent(const ProductSizes &sizes) const { return dim == OutputDim::M ? sizes.m : sizes.n; }
  Value getPosition(const Tile &tile) const { return dim == OutputDim::M ? tile.row : tile.col; }
};

/// The k blocks of a product that is added, which come in front of the tile's: of all of its K.
struct AddedBlocks {
  SmallVector<StagedFactor, 2> factors; ///< rows, then columns; empty where nothing is added
  KShare k;
  double scale = 1; ///< by which their sums are multiplied

  bool exist() const { return !factors.empty(); }
};

/// What producer and consumers of a block agree on, for one of the kernels that share its launch.
struct BlockContext {
  const ProductSpec &spec;
  const ProductSizes &sizes;
  const TileScheduler &scheduler;
  const TileScheduler &last; ///< of the launch's last kernel
  const Pipeline &pipeline;
  ClusterPosition cluster;
  SmallVector<StagedFactor, 2> factors; ///< rows, then columns
  /// Split f32: the ring of the columns' low halves, Atom::lowSlots of them with the layout of stages.
  Pipeline lowHalves;
  Value lowColumns;
  PartialTiles partialTiles; ///< used with a stream-K tail
  OperandScales scales;      ///< of blocks along K
  AddedBlocks added;

  /// K blocks of a tile that has `k` of the first product's.
  Value countBlocks(KernelBuilder &kb, const KShare &k) const {
    return added.exist() ? kb.add(added.k.count, k.count) : k.count;
  }
  /// Where a factor's k blocks are brought.
  Delivery deliver(KernelBuilder &kb, const StagedFactor &factor) const;
};

/// Splits a tile's batch number into indices (i32) of the product's batch dimensions.
SmallVector<Value> splitBatch(KernelBuilder &kb, const ProductSizes &sizes, Value batch);

/// Emits the producer by TMA: one thread that loads the k blocks of all tiles of the block, in order, of one of the
/// launch's kernels after the other. With `waits` it also waits for the kernels before this launch, once it has started
/// the first loads of stable operands.
void emitProducer(KernelBuilder &kb, ArrayRef<BlockContext> blocks, bool waits);

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_PRODUCER_H
