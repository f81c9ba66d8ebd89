// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integers that maps compute of positions, as affine expressions.

#ifndef FUSION_LIB_DIALECT_FUSION_UTILS_AFFINEELEMENTS_H
#define FUSION_LIB_DIALECT_FUSION_UTILS_AFFINEELEMENTS_H

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Where `map` does no more than look up one element of its one table, at a place that is an affine function of
/// positions: that function. So it is with a roll, a reversed dimension, and an index of positions that other maps
/// compute.
std::optional<AccessMap> getLookupAccess(MapOp map);

} // namespace fusion

#endif // FUSION_LIB_DIALECT_FUSION_UTILS_AFFINEELEMENTS_H
