// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the sums of a tile whose K is split come together.

#ifndef FUSION_FAMILIES_PRODUCT_SUMS_H
#define FUSION_FAMILIES_PRODUCT_SUMS_H

#include "fusion/Families/Product/WarpgroupTile.h"

namespace fusion::async {

/// Over k: chains of so many elements and k blocks are summed from zero (ProductType::chain); or none.
struct Chains {
  int64_t elements = 0, blocks = 0;

  bool isNeeded() const { return elements > 0; }
};

/// Across a cluster: `slices` blocks have the sums of one tile over a part of K each, `finishers` of them finish it.
struct ClusterSum {
  int64_t slices = 1, finishers = 1, warpgroups = 1; ///< warpgroups: of a block, with a tile `own` each
  WarpgroupTile own;
  int64_t products = 1; ///< of each of which a warpgroup has such a tile

  bool isNeeded() const { return slices > 1; }
};

/// In memory, with a stream-K tail: a tile of `rows` x `columns` has `parts` partial ones.
struct SplitTile {
  int64_t rows = 0, columns = 0, parts = 1;
  int64_t warpgroups = 1; ///< that share the rows
  bool hasFlags = false;  ///< the blocks that make partial tiles add them

  /// Of one partial tile.
  int64_t tileBytes() const { return rows * columns * 4; }
};

/// All of that.
struct Sums {
  Chains chains;
  ClusterSum cluster;
  SplitTile tile;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_SUMS_H
