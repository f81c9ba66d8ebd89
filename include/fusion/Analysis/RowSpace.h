// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rows of kernels that reduce.

#ifndef FUSION_ANALYSIS_ROWSPACE_H
#define FUSION_ANALYSIS_ROWSPACE_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// The iteration space of reductions along the same dimensions of tensors of one shape. Dimensions that are reduced are
/// columns, the others rows: softmax and norms have a row for each point of the first dimensions, sums of columns one
/// for each point of the last. Values are full (they vary along the columns) or of a row.
///
///            columns
///          +---------+
///     rows | x  x  x |  ->  reduce  ->  s      of a row: size 1 along all columns
///          | x  x  x |                  s
///          +---------+
struct RowSpace {
  SmallVector<int64_t> shape;
  /// In ascending order. A reduced dimension of size 1 is a column only where no other is reduced.
  SmallVector<int64_t> columnDims;

  static RowSpace get(ReduceOp reduce);

  bool isColumn(int64_t dim) const { return llvm::is_contained(columnDims, dim); }
  SmallVector<int64_t> getRowDims() const;
  /// The place of a row dimension among these.
  int64_t getRowPlace(int64_t dim) const;
  /// The last dimension of more than one element: neighbours along it are neighbours in memory. A column if there is
  /// none.
  int64_t getLastDim() const;
  SmallVector<int64_t> getRowShape() const;
  SmallVector<int64_t> getColumnShape() const;
  /// The number of columns, or ShapedType::kDynamic.
  int64_t getLength() const;
  /// The shape of a reduction's result.
  SmallVector<int64_t> getReducedShape() const;
  /// Neighbours in memory are elements of different rows.
  bool liesAcross() const { return !isColumn(getLastDim()); }

  /// Whether a tensor that broadcasts to the space varies along its columns.
  bool isFull(RankedTensorType type) const;
  /// Whether it varies from row to row.
  bool variesByRow(RankedTensorType type) const;
  /// Whether a tensor can be stored by those who compute its rows: it has each of them once, with all columns or one.
  bool isStorable(RankedTensorType type) const;

  /// Whether the other's rows are this one's columns, and the other way round: of a matrix, rows and columns.
  bool crosses(const RowSpace &other) const;

  bool operator==(const RowSpace &other) const { return shape == other.shape && columnDims == other.columnDims; }
};

/// Whether there are kernels of rows for a reduction.
bool isOfRows(ReduceOp reduce);

/// Whether a kernel reduces.
bool isReducing(KernelOp kernel);

/// Whether the rows of one space are all that a kernel that reduces computes, or why not. It may have crossings, too:
/// reductions across these rows (RowSpace::crosses), of what is computed of the rows. The gradient of a norm has its
/// input's along the rows, and its gain's and its bias's across them. Nothing but outputs of a crossing's own may wait
/// for it: when it is known, all rows are done.
///
///           along: y
///          +---------+
///     rows | x  x  x |  ->  reduce  ->  s   each row's results and outputs
///          | x  x  x |                  s
///          +---------+
///            reduce
///            c  c  c      crossing: one for each column
FusionVerdict checkRows(const KernelPlan &plan);

/// The space of a kernel for which that holds, that of its rows.
RowSpace getRowSpace(const KernelPlan &plan);

/// The crossings of a kernel for which that holds, in order, and which of its outputs wait for one.
SmallVector<ReduceOp> getCrossings(KernelOp kernel);
SmallVector<bool> getOutputsOfCrossings(KernelOp kernel);
/// The space of the crossings, of which there are some.
RowSpace getCrossingSpace(KernelOp kernel);

/// The reductions along the rows of a kernel by steps: each waits for some of the step before.
SmallVector<SmallVector<ReduceOp>> getRowSteps(KernelOp kernel);

/// For each output, how many of these steps it waits for; and the same of what a crossing reduces.
SmallVector<size_t> getStepsBeforeOutputs(KernelOp kernel);
SmallVector<size_t> getStepsBeforeCrossings(KernelOp kernel);

} // namespace fusion

#endif // FUSION_ANALYSIS_ROWSPACE_H
