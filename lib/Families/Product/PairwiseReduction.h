// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the blocks that make the partial tiles of a stream-K tail add them.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_PAIRWISEREDUCTION_H
#define FUSION_LIB_FAMILIES_PRODUCT_PAIRWISEREDUCTION_H

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Async/ThreadPosition.h"
#include "fusion/Families/Product/PairwiseSums.h"
#include "fusion/Families/Product/PartialTiles.h"

namespace fusion::async {

/// Each warpgroup adds for itself, with the same one of the other blocks.
class PairwiseReduction : public PairwiseSums {
public:
  /// Of `count` (i32) partial tiles in all.
  PairwiseReduction(const PartialTiles &tiles, Value count, const ConsumerPosition &position)
      : tiles(tiles), count(count), position(position) {}

private:
  Value getLead() const override { return position.lead; }
  void sync(KernelBuilder &kb) const override { position.sync(kb); }
  Value voteAny(KernelBuilder &kb, Value vote) const override {
    return async::voteAny(kb, position.namedBarrier, ConsumerPosition::kThreads, vote);
  }
  Value flagOf(KernelBuilder &kb, Value partialTile) const override {
    return tiles.flagOf(kb, count, partialTile, position.warpgroup);
  }
  void store(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const override {
    tiles.store(kb, partialTile, position.warpgroup, position.thread, sums);
  }
  SmallVector<Value> add(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const override {
    return tiles.add(kb, partialTile, position.warpgroup, position.thread, sums);
  }

  const PartialTiles &tiles;
  Value count;
  const ConsumerPosition &position;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_PAIRWISEREDUCTION_H
