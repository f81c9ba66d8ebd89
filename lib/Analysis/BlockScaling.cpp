// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks the blocks of a product's scales.

#include "fusion/Analysis/BlockScaling.h"

using namespace mlir;
using namespace fusion;

/// Whether one scale holds for whole sums along k.
static bool coversSums(TypedValue<RankedTensorType> scale, std::optional<ArrayRef<int64_t>> block) {
  return !scale || scale.getType().getDimSize(1) == 1 || block->back() % kScaledDepth == 0;
}

FusionVerdict fusion::checkBlockScales(MatmulOp product) {
  if (!product.isBlockScaled())
    return FusionVerdict::yes();
  if (getNumerics(product) == Numerics::Strict)
    return FusionVerdict::no("in strict numerics elements are multiplied with their scales in front of the product");
  if (getF32Precision(product) == F32Precision::IEEE)
    return FusionVerdict::no("in ieee precision elements are multiplied with their scales in front of the product");
  if (!coversSums(product.getLhsScale(), product.getLhsBlock()) ||
      !coversSums(product.getRhsScale(), product.getRhsBlock()))
    return FusionVerdict::no("scales are of blocks along k that are no multiples of " + Twine(kScaledDepth));
  return FusionVerdict::yes();
}
