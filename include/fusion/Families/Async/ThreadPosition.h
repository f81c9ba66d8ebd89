// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where a thread stands in its block, and among the consumers.

#ifndef FUSION_FAMILIES_ASYNC_THREADPOSITION_H
#define FUSION_FAMILIES_ASYNC_THREADPOSITION_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::async {

/// The thread's place in the block (i32). Warp numbers are made uniform, so that roles are branches of whole warps.
struct ThreadPosition {
  Value thread, lane, warp, warpgroup;

  static ThreadPosition get(KernelBuilder &kb);
};

/// The place of a thread among the consumers (i32).
struct ConsumerPosition {
  Value warpgroup;    ///< of the block
  Value thread;       ///< in its warpgroup
  Value warp, lane;   ///< warp of the warpgroup
  Value lead;         ///< i1: the one thread of the warpgroup that starts copies
  Value namedBarrier; ///< the warpgroup's own

  static constexpr int64_t kThreads = 128; ///< of a warpgroup

  void sync(KernelBuilder &kb) const;
};

ConsumerPosition getConsumerPosition(KernelBuilder &kb, const ThreadPosition &position);

/// The dynamic shared memory from its first multiple of 1024 bytes.
Value alignShared(KernelBuilder &kb, Value shared);

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_THREADPOSITION_H
