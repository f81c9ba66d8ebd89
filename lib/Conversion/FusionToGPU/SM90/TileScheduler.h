// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_TILESCHEDULER_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_TILESCHEDULER_H

#include "ProductSpec.h"

namespace mlir::fusion::sm90 {

/// The place of a block in its cluster (i32).
struct ClusterPosition {
  Value rank;                  ///< along all of it
  Value alongM, alongN, slice; ///< slice: part of K

  static ClusterPosition get(KernelBuilder &kb, const SM90Schedule &schedule);
};

/// A block's tile: batch, and the first row and column of the output (i32).
struct Tile {
  Value batch, row, col;
};

/// Walks a persistent grid over the tiles of the output, batch by batch, in the schedule's raster order. Tiles are
/// counted in clusters.
class TileScheduler {
public:
  TileScheduler(KernelBuilder &kb, const SM90Schedule &schedule, const ProductSizes &sizes,
                const ClusterPosition &position);

  Value count() const { return tiles; } ///< tiles in all
  Value first() const { return start; } ///< of this block
  Value step() const { return stride; } ///< from one of its tiles to the next

  Tile locate(KernelBuilder &kb, Value index) const;

private:
  const SM90Schedule &schedule;
  ClusterPosition position;
  Value tilesM, tilesN, perBatch, tiles, start, stride;
};

} // namespace mlir::fusion::sm90

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_TILESCHEDULER_H
