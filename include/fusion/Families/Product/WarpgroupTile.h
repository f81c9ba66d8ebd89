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

  /// Of what lies along M and along N of the output, that along rows, and that along columns; and the other way round.
  template <typename T> T &ofRows(T &alongM, T &alongN) const { return swap ? alongN : alongM; }
  template <typename T> T &ofColumns(T &alongM, T &alongN) const { return swap ? alongM : alongN; }
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_WARPGROUPTILE_H
