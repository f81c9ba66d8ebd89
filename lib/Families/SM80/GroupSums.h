// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The groups of warps of a block that share its K: how the warps of one wait for each other, and how all add their
// sums.

#ifndef FUSION_LIB_FAMILIES_SM80_GROUPSUMS_H
#define FUSION_LIB_FAMILIES_SM80_GROUPSUMS_H

#include "Matmul.h"

namespace fusion::sm80 {

/// The named barrier (i32) of the thread's group; the block's, 0, is free for all groups.
Value getGroupBarrier(KernelBuilder &kb, const ThreadPosition &position);

/// The threads of a group wait for each other, and see what they stored.
void syncGroup(KernelBuilder &kb, const SM80Schedule &schedule, const ThreadPosition &position);

/// Shared memory that a block's groups need for their sums, in bytes; it may overlap the main loop's.
int64_t groupSumsBytes(const SM80Schedule &schedule, int64_t products);

/// Adds the sums of a block's groups in the order of their numbers, by way of shared memory:
///
///   [group but the first] [four accumulators] [thread of the group] 4 x 32 bits
class GroupSums {
public:
  /// `memory`: address space 3, of groupSumsBytes().
  GroupSums(const MatmulSpec &spec, Value memory, const ThreadPosition &position)
      : spec(spec), memory(memory), position(position) {}

  /// In all threads of the block, when no copy of theirs is in flight: each group but the first leaves its sums, those
  /// of each product.
  void leave(KernelBuilder &kb, ArrayRef<SmallVector<Value>> sums) const;
  /// In the first group behind that: the sums of all groups.
  SmallVector<SmallVector<Value>> add(KernelBuilder &kb, ArrayRef<SmallVector<Value>> ofFirst) const;

private:
  /// Where this thread's accumulators lie that begin with number `first` of product number `product`, of a group whose
  /// sums begin at `ofGroup`.
  Value addressOf(KernelBuilder &kb, Value ofGroup, int64_t product, int64_t first) const;

  const MatmulSpec &spec;
  Value memory;
  const ThreadPosition &position;
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_GROUPSUMS_H
