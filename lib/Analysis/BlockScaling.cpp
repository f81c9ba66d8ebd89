// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks the blocks of a product's scales.

#include "fusion/Analysis/BlockScaling.h"

using namespace mlir;
using namespace fusion;

FusionVerdict fusion::checkBlockScales(MatmulOp product) {
  if (!product.isBlockScaled())
    return FusionVerdict::yes();
  return FusionVerdict::no("kernels of products have no scales of blocks");
}
