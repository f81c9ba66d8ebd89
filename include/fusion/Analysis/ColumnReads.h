// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the epilogue of a product reads of other columns of the same row.

#ifndef FUSION_ANALYSIS_COLUMNREADS_H
#define FUSION_ANALYSIS_COLUMNREADS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// The lookups by which a kernel reads its product's result in other columns of the same row. A rotary embedding in
/// heads of 128 columns reads the other half of the head: groups of 128, in runs of 64.
struct ColumnReads {
  /// Columns of a group; a column reads none of another group, and all groups read alike. 1 where nothing is read.
  int64_t group = 1;
  /// A power of two: so many columns, from a multiple of it on, read as many columns in the same order, from a multiple
  /// of it on, or none of them reads.
  int64_t run = 1;
  /// For each lookup and each column of a group the column of the group that it reads; kNone where it reads none.
  llvm::DenseMap<Operation *, SmallVector<int64_t>> sources;
  static constexpr int64_t kNone = -1;

  bool exist() const { return !sources.empty(); }

  /// The lookups of a kernel. None where the kernel looks up nothing that it computes, or where `why` says what is
  /// against reading it so.
  static ColumnReads get(KernelOp kernel, FusionVerdict &why);
};

/// Whether a kernel looks up elements of a value that it computes.
bool looksUpComputed(KernelOp kernel);

/// The operations by which `value` of a kernel's body is computed, in order, the product among them.
SmallVector<Operation *> getComputation(Value value);

/// What the operations of a map's region that follow from positions alone cost, and lookups of what the kernel computes
/// (MapOp::getCost). In an epilogue that reads other columns each thread knows its columns when it is compiled, and has
/// these elements in registers.
int64_t getKnownCost(MapOp map);

/// The columns that a lookup of a product's result reads, for each of `columns` columns; empty where they follow from
/// more than the column. The last index of the lookup is that of the column, and its map has positions.
SmallVector<int64_t> evaluateColumns(LookupOp lookup, int64_t columns);

} // namespace fusion

#endif // FUSION_ANALYSIS_COLUMNREADS_H
