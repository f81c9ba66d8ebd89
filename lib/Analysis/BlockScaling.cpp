// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks the blocks of a product's scales.

#include "fusion/Analysis/BlockScaling.h"

using namespace mlir;
using namespace fusion;

/// Whether one scale holds for whole sums of `depth` elements of k.
static bool coversSums(const std::optional<FactorScale> &scale, int64_t depth) {
  return !scale || scale->isOfAllK() || scale->depth % depth == 0;
}

FusionVerdict fusion::checkBlockScales(const ProductSum &product, int64_t depth) {
  if (!product.isBlockScaled())
    return FusionVerdict::yes();
  if (getNumerics(product.anchor) == Numerics::Strict)
    return FusionVerdict::no("in strict numerics elements are multiplied with their scales in front of the product");
  if (getF32Precision(product.anchor) == F32Precision::IEEE)
    return FusionVerdict::no("in ieee precision elements are multiplied with their scales in front of the product");
  if (!coversSums(product.lhs.scale, depth) || !coversSums(product.rhs.scale, depth))
    return FusionVerdict::no("scales are of blocks along k that are no multiples of " + Twine(depth));
  return FusionVerdict::yes();
}
