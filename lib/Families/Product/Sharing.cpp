// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the blocks that share a tile, as a mask of the copy engine.

#include "fusion/Families/Product/Sharing.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Blocks at distance `distance` in the cluster, the first of them `first`.
static Sharing getSharing(KernelBuilder &kb, int64_t blocks, int64_t distance, Value first, Value part,
                          bool overhangs) {
  if (blocks == 1)
    return {1, kb.c32(0), Value(), overhangs};
  int64_t bits = 0;
  for (int64_t i = 0; i < blocks; ++i)
    bits |= int64_t(1) << (i * distance);
  return {blocks, part, kb.create<arith::TruncIOp>(kb.getI16Type(), kb.shl(kb.c32(bits), first)), overhangs};
}

Sharing Sharing::get(KernelBuilder &kb, const ClusterShape &shape, const ClusterPosition &position, OutputDim dim) {
  if (dim == OutputDim::M)
    return getSharing(kb, shape.n, shape.m, position.alongM, position.alongN, shape.m > 1);
  Value first = kb.mul(position.alongN, shape.m);
  return getSharing(kb, shape.m, 1, first, position.alongM, shape.n > 1);
}
