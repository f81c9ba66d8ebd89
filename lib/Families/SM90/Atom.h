// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a warpgroup multiplies: factors as they lie in shared memory, and accumulators.

#ifndef FUSION_LIB_FAMILIES_SM90_ATOM_H
#define FUSION_LIB_FAMILIES_SM90_ATOM_H

#include "fusion/Families/SM90/AccumulatorLayout.h"
#include "fusion/Families/SM90/Multiplicand.h"
#include "fusion/Families/SM90/Wgmma.h"

namespace fusion::sm90 {

/// Rows and columns are those of wgmma: with a swapped schedule rows lie along N and columns along M. Each of `columns`
/// is multiplied by the same rows, and has accumulators of its own.
struct Atom {
  ProductFormat format;
  Type sumType; ///< of accumulators
  Multiplicand rows;
  SmallVector<Multiplicand, 1> columns;
  std::shared_ptr<const AccumulatorLayout> layout; ///< of what each warpgroup has of a tile
  int64_t lowSlots;                                ///< of low halves of columns, for split f32; else 0

  const WarpgroupTile &own() const { return layout->getTile(); }
  /// Steps along k in which a k block is multiplied.
  int64_t steps() const { return rows.tileK / format.depth(); }
  /// Groups in which the products of a k block are committed: one for each step, where registers are read.
  int64_t groups() const { return rows.readByThreads ? steps() : 1; }
  /// Values that hold a warpgroup's accumulators: for each of `columns`, one for each 64 rows.
  int64_t accumulators() const { return columns.size() * own().rowBlocks(); }
  /// Bytes of a k block in shared memory.
  int64_t stageBytes() const {
    int64_t bytes = rows.bytes();
    for (const Multiplicand &factor : columns)
      bytes += factor.bytes();
    return bytes;
  }
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_ATOM_H
