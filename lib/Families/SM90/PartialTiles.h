// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Partial tiles of a stream-K tail in global memory, until they are added.

#ifndef FUSION_LIB_FAMILIES_SM90_PARTIALTILES_H
#define FUSION_LIB_FAMILIES_SM90_PARTIALTILES_H

#include "Sums.h"
#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::sm90 {

/// The partial tiles of a stream-K tail, in global memory, between the blocks that multiply and those that add them:
///
///   [partial tile] [64 rows] [8 columns] [thread of a warpgroup] 4 x f32
///
/// and behind them, where the blocks that make them add them (PairwiseReduction):
///
///   [partial tile] [warpgroup] i64
///
/// in the frame of wgmma; a thread of either kernel has the elements that getAccumulatorType tells.
class PartialTiles {
public:
  /// `memory` is a pointer to global memory, null where nothing is split.
  PartialTiles(const SplitTile &shape, Type sumType, Value memory) : shape(shape), sumType(sumType), memory(memory) {}

  /// Bytes for each tile whose K is split: its partial tiles and, where blocks add them, flags.
  static int64_t bytes(const SplitTile &shape);

  /// The accumulators of warpgroup `warpgroup` (i32) in partial tile number `partialTile` (i32).
  void store(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread, ArrayRef<Value> accumulators) const;

  /// The sum of all partial tiles of tile `tile` (i32) of `tail`, in their order: of `columns` columns from the 8-th
  /// times `column8` on, in the `rowBlock`-th 64 rows (i32).
  Value load(KernelBuilder &kb, Value tail, Value tile, Value rowBlock, Value column8, int64_t columns,
             Value thread) const;

  /// `accumulators` and those of the same thread in partial tile number `partialTile` (i32), added.
  SmallVector<Value> add(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread,
                         ArrayRef<Value> accumulators) const;
  /// The flag (i64) of warpgroup `warpgroup` (i32) that belongs to partial tile number `partialTile` (i32) of `count`.
  Value flagOf(KernelBuilder &kb, Value count, Value partialTile, Value warpgroup) const;

private:
  Value addressOf(KernelBuilder &kb, Value partialTile, Value rowBlock, Value column8, Value thread) const;

  const SplitTile &shape;
  Type sumType;
  Value memory;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_PARTIALTILES_H
