// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a warpgroup has of a tile.

#ifndef FUSION_FAMILIES_PRODUCT_WARPGROUPTILE_H
#define FUSION_FAMILIES_PRODUCT_WARPGROUPTILE_H

#include <cstdint>

namespace fusion::async {

/// The part of a tile whose sums a warpgroup has, by rows and columns of an atom: `rows` and all `columns`, of which
/// its block finishes some. Swapped, rows lie along N of the output and columns along M.
struct WarpgroupTile {
  int64_t rows = 64, columns = 256, finishedColumns = 256;
  bool swap = false;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_WARPGROUPTILE_H
