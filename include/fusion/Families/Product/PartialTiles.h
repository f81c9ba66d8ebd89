// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Partial tiles of a stream-K tail in global memory, until they are added.

#ifndef FUSION_FAMILIES_PRODUCT_PARTIALTILES_H
#define FUSION_FAMILIES_PRODUCT_PARTIALTILES_H

#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/Product/Atom.h"
#include "fusion/Families/Product/Sums.h"

namespace fusion::async {

/// The partial tiles of a stream-K tail, in global memory, between the blocks that multiply and those that add them:
///
///   [partial tile] [accumulator] [four registers] [thread of a warpgroup] 4 x f32
///
/// and behind them, where the blocks that make them add them (PairwiseSums):
///
///   [partial tile] [warpgroup] i64
///
/// Threads of either kernel have the same elements in the same registers: those of columns that follow each other do so
/// too.
class PartialTiles {
public:
  /// `memory` is a pointer to global memory, null where nothing is split.
  PartialTiles(const SplitTile &shape, const Atom &atom, Value memory)
      : shape(shape), layout(*atom.layout), sumType(atom.sumType), memory(memory) {}

  /// Bytes for each tile whose K is split: its partial tiles and, where blocks add them, flags.
  static int64_t bytes(const SplitTile &shape);

  /// The accumulators of warpgroup `warpgroup` (i32) in partial tile number `partialTile` (i32).
  void store(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread, ArrayRef<Value> accumulators) const;

  /// The sum of all partial tiles of tile `tile` (i32) of `tail`, in their order: of `columns` columns of accumulator
  /// number `accumulator` from column `column` on (i32).
  Value load(KernelBuilder &kb, Value tail, Value tile, Value accumulator, Value column, int64_t columns,
             Value thread) const;

  /// `accumulators` and those of the same thread in partial tile number `partialTile` (i32), added.
  SmallVector<Value> add(KernelBuilder &kb, Value partialTile, Value warpgroup, Value thread,
                         ArrayRef<Value> accumulators) const;
  /// The flag (i64) of warpgroup `warpgroup` (i32) that belongs to partial tile number `partialTile` (i32) of `count`.
  Value flagOf(KernelBuilder &kb, Value count, Value partialTile, Value warpgroup) const;

private:
  /// Four registers of a thread, stored at once, and how many there are of so many columns.
  int64_t countVectors(int64_t columns) const { return layout.countRegisters(columns) / 4; }
  Value addressOf(KernelBuilder &kb, Value partialTile, Value accumulator, Value vector, Value thread) const;

  const SplitTile &shape;
  const AccumulatorLayout &layout;
  Type sumType;
  Value memory;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_PARTIALTILES_H
