// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the threads of a row put together what each has.

#ifndef FUSION_LIB_FAMILIES_ROWS_ROWREDUCTION_H
#define FUSION_LIB_FAMILIES_ROWS_ROWREDUCTION_H

#include "RowOperands.h"
#include "RowsSchedule.h"
#include <functional>

namespace fusion {

/// How two values are put together.
using Combine = std::function<Value(Value, Value)>;

/// Puts together neighbours among `values`, and so on, until `left` are left.
SmallVector<Value> combineNeighbours(const Combine &combine, SmallVector<Value> values, size_t left);

/// Shared memory by which the threads of a row tell each other what they have.
struct RowMemory {
  Value values;   ///< null if they need none
  Value barriers; ///< of a cluster, an mbarrier for each step

  /// Makes the barriers of so many steps in the first `bytes` of the memory. The cluster's blocks arrive: nobody sends
  /// before he has waited for them.
  void addBarriers(KernelBuilder &kb, int64_t steps, int64_t bytes);
};

/// Brings together what the threads of a block have of their rows, in the order of RowOrder.
class RowReduction {
public:
  /// `valueBytes`: of a value in shared memory, 4 or 8.
  RowReduction(const RowsSchedule &schedule, const RowThread &at, int64_t valueBytes, const RowMemory &memory)
      : schedule(schedule), at(at), valueBytes(valueBytes), memory(memory) {}

  /// What is combined of values of one type.
  struct Operation {
    Combine combine;
    /// What the thread has, a power of two of parts: those of one thread are as far from each other as all threads.
    SmallVector<Value> parts;
  };
  /// The results, in all threads of a row, for each of whose rows there is an operation. They meet once for all
  /// operations, of which each has as many parts.
  SmallVector<Value> reduce(KernelBuilder &kb, ArrayRef<Operation> operations);

private:
  static constexpr int64_t kWarp = 32;

  /// Where part `part` (i32) of the thread's row is kept, and what a block of the cluster came to.
  Value placeOfPart(KernelBuilder &kb, size_t operation, Value part);
  Value placeOfBlock(KernelBuilder &kb, size_t operation, Value block);
  int64_t bytesOfOperation() const {
    return (schedule.getRowThreads() * parts + (schedule.cluster > 1 ? schedule.cluster : 0)) * valueBytes;
  }
  SmallVector<Value> reduceBlock(KernelBuilder &kb, ArrayRef<Operation> operations);
  /// What is in shared memory, put together: by the threads of each warp again, or by all threads in place.
  SmallVector<Value> gatherByWarps(KernelBuilder &kb, ArrayRef<Operation> operations);
  SmallVector<Value> gatherInPlace(KernelBuilder &kb, ArrayRef<Operation> operations);
  /// What the blocks of a cluster have, put together.
  SmallVector<Value> reduceCluster(KernelBuilder &kb, ArrayRef<Operation> operations, ArrayRef<Value> values);
  Value exchange(KernelBuilder &kb, Value value, int64_t distance);
  /// In each of `threads` threads, their values put together.
  Value butterfly(KernelBuilder &kb, const Combine &combine, Value value, int64_t threads, int64_t distance = 1);

  RowsSchedule schedule;
  const RowThread &at;
  int64_t valueBytes, parts = 0; ///< parts of a row in shared memory
  RowMemory memory;              ///< the next call's
  bool begun = false;            ///< all blocks of the cluster are known to have begun
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWREDUCTION_H
