// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How blocks walk over the tiles of an output.

#ifndef FUSION_FAMILIES_PRODUCT_WALK_H
#define FUSION_FAMILIES_PRODUCT_WALK_H

#include "fusion/Families/Async/Cluster.h"

namespace fusion::async {

/// K as blocks share it out: k blocks of `elements`, of which `unit` go together (ProductType::chain).
struct KBlocks {
  int64_t elements = 64, unit = 1;
};

/// Rows and columns of the output to whose multiples a grid rounds it up.
struct OutputUnit {
  int64_t m, n;
};

/// Sizes of a product at run time (i32), constants where they are known.
struct ProductSizes {
  Value m, n, k;
  SmallVector<Value> batch;
};

/// The order of tiles. Along one dimension of the output `Walk::group` tiles at a time are walked; in a group they run
/// fastest along that dimension.
struct Raster {
  bool isAlongM = true; ///< that dimension is M; else N
  bool snakes = false;  ///< every other group is walked backwards along the other dimension
};

/// Which tiles a block has, and which part of K of each.
struct Walk {
  int64_t tileM = 128, tileN = 256;
  KBlocks k;
  ClusterShape cluster;
  Raster order;
  int64_t group = 8;       ///< tiles that are walked across before the next along the other side
  int64_t streamKTail = 1; ///< partial tiles of each tile that fills no whole wave
  int64_t wave = 0;        ///< blocks of a persistent grid

  OutputUnit getOutputUnit() const { return {tileM * cluster.m, tileN * cluster.n}; }
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_WALK_H
