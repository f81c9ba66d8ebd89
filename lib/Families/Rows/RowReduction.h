// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_FAMILIES_ROWS_ROWREDUCTION_H
#define FUSION_LIB_FAMILIES_ROWS_ROWREDUCTION_H

#include "RowsSchedule.h"
#include "fusion/Families/Common/KernelBuilder.h"
#include <functional>

namespace mlir::fusion {

/// Where a thread of a block is.
struct RowThread {
  Value thread;           ///< number among the threads of its row (i32)
  Value localRow;         ///< number of its row in the block (i32)
  Value rank;             ///< number of its block in the cluster (i32); null without clusters
  SmallVector<Value> row; ///< the row's positions (i64), of an existing row
  Value inside;           ///< whether the row is the thread's to store (i1)
};

/// Brings together what the threads of a block have of their rows, in the order of RowOrder.
class RowReduction {
public:
  RowReduction(const RowOrder &order, const RowsSchedule &schedule, const RowThread &at)
      : order(order), schedule(schedule), at(at) {}

  /// Lanes that each thread has of a row.
  int64_t lanesOfThread() const { return order.lanes / (schedule.cluster * schedule.threads); }

  /// What is combined of values of one type.
  struct Operation {
    std::function<Value(Value, Value)> combine;
    SmallVector<Value> lanes; ///< what each lane of the thread came to
  };
  /// The results, in all threads. They meet once for all operations.
  SmallVector<Value> reduce(KernelBuilder &kb, ArrayRef<Operation> operations);

  /// Bytes of shared memory that one call takes for each operation; each call takes others.
  int64_t bytesOfOperation() const {
    int64_t values = (needsMemory() ? schedule.rows * warps() : 0) + (schedule.cluster > 1 ? schedule.cluster : 0);
    return values * kBytesOfValue;
  }
  /// Where the next call's begin.
  void setMemory(Value pointer) { memory = pointer; }

private:
  static constexpr int64_t kWarp = 32, kBytesOfValue = 8;

  /// Parts of a row that warps have: those of a warp are as far from each other as its lanes.
  int64_t warps() const { return schedule.getStrides(order) * int64_t(llvm::divideCeil(schedule.threads, kWarp)); }
  bool needsMemory() const { return schedule.threads > kWarp; }
  /// Where the value of `warp` (i32) is kept, and that of a block of the cluster.
  Value placeOfWarp(KernelBuilder &kb, size_t operation, Value warp);
  Value placeOfBlock(KernelBuilder &kb, size_t operation, Value block);
  SmallVector<Value> reduceBlock(KernelBuilder &kb, ArrayRef<Operation> operations);
  /// What the blocks of a cluster have, put together.
  SmallVector<Value> reduceCluster(KernelBuilder &kb, ArrayRef<Operation> operations, ArrayRef<Value> values);
  Value exchange(KernelBuilder &kb, Value value, int64_t distance);
  /// In each of `threads` threads, their values put together.
  Value butterfly(KernelBuilder &kb, const Operation &operation, Value value, int64_t threads);

  RowOrder order;
  RowsSchedule schedule;
  RowThread at;
  Value memory;
};

} // namespace mlir::fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWREDUCTION_H
