// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the rows of a block that walks come to across them.

#ifndef FUSION_LIB_FAMILIES_ROWS_CROSSINGSUMS_H
#define FUSION_LIB_FAMILIES_ROWS_CROSSINGSUMS_H

#include "RowWalk.h"

namespace fusion {

/// The results of a kernel's crossings (getCrossings) as far as a block knows them: each thread has those of its
/// columns in registers, row after row. Then the rows that a block has at once are put together, and the block leaves
/// a line for each crossing in memory.
///
///   lines    crossing 0: block 0 [columns], block 1 [columns], ...    crossing 1: block 0 [columns], ...
class CrossingSums {
public:
  static constexpr int64_t kValueBytes = 4;

  /// A line for each of `schedule.walk` blocks.
  static int64_t getValuesInMemory(KernelOp kernel, const RowsSchedule &schedule);

  CrossingSums(KernelBuilder &kb, KernelOp kernel, const RowsSchedule &schedule);

  /// Of no rows.
  ArrayRef<Value> getNeutral() const { return neutral; }
  ArrayRef<Value> get() const { return state; }
  void set(ValueRange values) { state.assign(values.begin(), values.end()); }

  /// Adds the lanes of an iteration of the row to what a crossing came to.
  void add(size_t crossing, int64_t iteration, ArrayRef<Value> lanes, const Combine &combine);
  /// Puts together what the rows of a block came to, by `shared` memory, where it has several at once.
  void combineRows(KernelBuilder &kb, const RowThread &at, Value shared);
  /// Stores the lines of `block` (i32). The elements lie as `walk` says.
  void store(KernelBuilder &kb, const RowThread &at, RowWalk &walk, Value lines, Value block) const;

private:
  MutableArrayRef<Value> ofCrossing(size_t crossing) {
    return MutableArrayRef<Value>(state).slice(crossing * held, held);
  }

  RowsSchedule schedule;
  SmallVector<ReduceOp> crossings;
  int64_t length, held; ///< columns, and those of a thread
  SmallVector<Value> neutral, state;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_CROSSINGSUMS_H
