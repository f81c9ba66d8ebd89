// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product as its kernel is emitted.

#ifndef FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H
#define FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H

#include "Atom.h"
#include "Roles.h"
#include "Sums.h"
#include "Walk.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Families/SM90/Stages.h"

namespace fusion {
struct ChipInfo;
} // namespace fusion

namespace fusion::sm90 {

/// What a kernel of a product is made of, each a matter of its own.
struct ProductSpec {
  Walk walk;
  bool spreadK; ///< blocks begin with different k blocks
  Stages stages;
  std::shared_ptr<Atom> atom;
  Sums sums;
  Roles roles;

  static ProductSpec get(const ProductSum &product, const ChipInfo &chip, const SM90Schedule &schedule);
};

/// What a schedule says of the sums of a cluster's blocks.
ClusterSum getClusterSum(const SM90Schedule &schedule);
WarpgroupTile getWarpgroupTile(const SM90Schedule &schedule);

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H
