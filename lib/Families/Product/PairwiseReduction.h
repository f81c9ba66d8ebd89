// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the blocks that make the partial tiles of a stream-K tail add them.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_PAIRWISEREDUCTION_H
#define FUSION_LIB_FAMILIES_PRODUCT_PAIRWISEREDUCTION_H

#include "fusion/Families/Async/ThreadPosition.h"
#include "fusion/Families/Product/PartialTiles.h"
#include "fusion/Families/Product/TileScheduler.h"

namespace fusion::async {

/// Adds the partial tiles of a tile in a tree: two neighbours, then two neighbouring sums of two, and so on; a sum
/// without a neighbour goes up as it is.
///
///   part        0   1   2   3   4
///                \ /     \ /    |
///                 1       3     |       the flag of the right side's first part
///                  \__ __/      |
///                     2         |
///                      \___ ____/
///                          4
///
/// Each warpgroup does it for itself, with the same one of the other blocks. Of the two that meet, the first leaves its
/// sums in memory and sets a flag. The second finds the flag, adds the other's sums to those in its registers and goes
/// on. So nobody waits, and the last one has the whole sum. Who comes first does not change it: a + b is b + a.
///
/// Flags need no initial value. The memory is the call's workspace, where anything may be; a flag counts as set where
/// all its 64 bits are those of `kSet`, of which each word is an f32 NaN that no arithmetic makes, and its upper half
/// one of bf16. The second one clears the flag, so that none is left when the kernel ends.
class PairwiseReduction {
public:
  static constexpr int64_t kSet = 0x7FDB'A359'FFE6'95ABu;

  /// What a warpgroup has in the end: whether it came last (i1), the same in all threads, and then the sums.
  struct Result {
    Value isLast;
    SmallVector<Value> sums;
  };

  /// Of tiles in `parts` parts each.
  PairwiseReduction(int64_t parts, const PartialTiles &tiles, const ConsumerPosition &position)
      : parts(parts), tiles(tiles), position(position) {}

  /// `tile` is a partial one, `tail` (i32) the number of tiles whose K is split.
  Result emit(KernelBuilder &kb, const Tile &tile, Value tail, ArrayRef<Value> accumulators) const;

private:
  /// i1: whether the other one has left its sums, and they can be read. Else the own `accumulators` are in
  /// `partialTile` (i32) for the other one.
  Value comesSecond(KernelBuilder &kb, Value flag, Value partialTile, ArrayRef<Value> accumulators) const;

  const int64_t parts;
  const PartialTiles &tiles;
  const ConsumerPosition &position;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_PAIRWISEREDUCTION_H
