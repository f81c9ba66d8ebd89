// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product as its kernel is emitted, and its operands as they lie in shared memory.

#ifndef FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H
#define FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H

#include "Walk.h"
#include "WarpgroupTile.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/SM90/Multiplicand.h"
#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Families/SM90/Wgmma.h"

namespace fusion::sm90 {

/// What is known of a product when its kernel is emitted. Rows and columns are those of wgmma: with a swapped schedule
/// rows lie along N and columns along M.
struct ProductSpec {
  SM90Schedule schedule;
  ProductFormat format;
  Type sumType; ///< of accumulators
  Multiplicand rows, columns;
  Walk walk;
  WarpgroupTile own; ///< what each warpgroup has of a tile

  static ProductSpec get(const KernelPlan &plan, const SM90Schedule &schedule);

  int64_t elementBytes() const { return rows.elementBytes; }
  /// wgmma would cut f32 off to tf32; rounding it before halves the error. Split f32: nothing is cut off.
  bool roundsToTF32() const { return schedule.type->rounds; }
  int64_t stageBytes() const { return rows.bytes() + columns.bytes(); }
  int64_t instructionK() const { return format.depth(); }
  OutputUnit getOutputUnit() const { return {walk.tileM * walk.cluster.m, walk.tileN * walk.cluster.n}; }
};

/// Sizes at run time (i32), constants where they are known.
struct ProductSizes {
  Value m, n, k;
  SmallVector<Value> batch;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_PRODUCTSPEC_H
