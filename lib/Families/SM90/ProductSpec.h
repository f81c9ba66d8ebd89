// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product as its kernel is emitted, and its operands as they lie in shared memory.

#ifndef FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H
#define FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H

#include "Roles.h"
#include "Sums.h"
#include "Walk.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/SM90/Multiplicand.h"
#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Families/SM90/Stages.h"
#include "fusion/Families/SM90/Wgmma.h"

namespace fusion::sm90 {

/// How an operand comes to shared memory.
struct OperandPath {
  OperandLoad load = OperandLoad::TMA;
  bool copied = false; ///< a kernel in front lays it out anew
};

/// What is known of a product when its kernel is emitted. Rows and columns are those of wgmma: with a swapped schedule
/// rows lie along N and columns along M.
struct ProductSpec {
  const ProductType *type;
  ProductFormat format;
  Type sumType; ///< of accumulators
  Multiplicand rows, columns;
  Walk walk;
  WarpgroupTile own; ///< what each warpgroup has of a tile
  Roles roles;
  Stages stages;
  int64_t lowSlots; ///< of low halves of columns, for split f32; else 0
  bool spreadK;     ///< blocks begin with different k blocks
  Chains chains;
  OperandPath pathA, pathB;
  int64_t stagingBuffers; ///< for each output; 0: as many as are good
  ClusterSum clusterSum;
  SplitTile splitTile;

  static ProductSpec get(const KernelPlan &plan, const SM90Schedule &schedule);

  int64_t elementBytes() const { return rows.elementBytes; }
  /// wgmma would cut f32 off to tf32; rounding it before halves the error. Split f32: nothing is cut off.
  bool roundsToTF32() const { return type->rounds; }
  int64_t stageBytes() const { return rows.bytes() + columns.bytes(); }
  int64_t instructionK() const { return format.depth(); }
  OutputUnit getOutputUnit() const { return {walk.tileM * walk.cluster.m, walk.tileN * walk.cluster.n}; }
};

/// What a schedule says of the sums of a cluster's blocks.
ClusterSum getClusterSum(const SM90Schedule &schedule);
WarpgroupTile getWarpgroupTile(const SM90Schedule &schedule);

/// Sizes at run time (i32), constants where they are known.
struct ProductSizes {
  Value m, n, k;
  SmallVector<Value> batch;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H
