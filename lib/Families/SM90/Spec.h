// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel is made of by its schedule.

#ifndef FUSION_LIB_FAMILIES_SM90_SPEC_H
#define FUSION_LIB_FAMILIES_SM90_SPEC_H

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Product/ProductSpec.h"
#include "fusion/Families/SM90/Schedule.h"

namespace fusion {
struct ChipInfo;
} // namespace fusion

namespace fusion::async {

/// The parts of a kernel of `product`, whose atom is wgmma. `added` is the product that is added to it; null where none
/// is.
ProductSpec getProductSpec(const ProductSum &product, const ChipInfo &chip, const SM90Schedule &schedule,
                           const ProductSum *added = nullptr);

/// What a schedule says of the sums of a cluster's blocks, and of a warpgroup's part of a tile.
ClusterSum getClusterSum(const SM90Schedule &schedule);
WarpgroupTile getWarpgroupTile(const SM90Schedule &schedule);

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_SM90_SPEC_H
