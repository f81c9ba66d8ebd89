// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where the parts of a block's shared memory lie.

#ifndef FUSION_FAMILIES_PRODUCT_SHAREDLAYOUT_H
#define FUSION_FAMILIES_PRODUCT_SHAREDLAYOUT_H

#include "fusion/Families/Product/EpiloguePlan.h"
#include "fusion/Families/Product/ProductSpec.h"
#include "fusion/Families/Product/StagedChunks.h"

namespace fusion::async {

/// What lies in shared memory, in bytes and numbers. Barriers and slots of partial sums follow from it.
struct SharedSizes {
  int64_t stages = 0;              ///< of operands
  int64_t lowSlots = 0;            ///< of low halves of columns; none but for split f32
  ClusterSum sum;                  ///< its warpgroups are the consumers
  SmallVector<int64_t, 2> factors; ///< in one stage: rows, then columns
  int64_t staging = 0, lines = 0;  ///< of one warpgroup
  int64_t inputBuffers = 0;        ///< of each warpgroup, to which inputs come
};

/// A block's shared memory, from a base that is a multiple of 1024 bytes:
///
///   rows of each stage | columns of each stage | low halves of columns | staging of each warpgroup |
///   lines of each warpgroup | slots of each warpgroup | barriers
struct SharedLayout {
  SmallVector<int64_t, 2> factors; ///< offsets in bytes, of each one's first stage: rows, then columns
  int64_t staging, lines;
  int64_t stagingBytes, lineBytes; ///< of each warpgroup, whichever kernel it is in
  int64_t lowColumns;              ///< of each slot; empty but for split f32
  int64_t slots;                   ///< of partial sums, where K is split
  int64_t pipelineBarriers;        ///< full and empty, one each per stage
  int64_t lowBarriers;             ///< full and empty, one each per slot
  int64_t stagingBarriers;         ///< one for each buffer of each warpgroup, where inputs are staged
  int64_t sumBarriers;             ///< of partial sums
  int64_t end;

  static SharedLayout get(const SharedSizes &sizes);
  /// Of a launch that kernels with these plans share: each has the staging memory and the lines in its turn, and
  /// barriers of its own.
  static SharedLayout get(const ProductSpec &spec, ArrayRef<const EpiloguePlan *> plans);
  static SharedLayout get(const ProductSpec &spec, const EpiloguePlan &plan) { return get(spec, {&plan}); }
  /// What a launch asks for, with what rounding the base up takes.
  int64_t dynamicBytes() const { return end + kSwizzleAlignment; }
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_SHAREDLAYOUT_H
