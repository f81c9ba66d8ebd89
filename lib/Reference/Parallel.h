// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops on several threads.

#ifndef FUSION_LIB_REFERENCE_PARALLEL_H
#define FUSION_LIB_REFERENCE_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace mlir::fusion::reference {

/// Calls fn(begin, end) on pieces of [0, count) on up to `numThreads` threads (0: as many as the machine has). `work`
/// estimates the total cost in scalar operations: little work runs on this thread.
void parallelFor(int64_t count, int64_t work, unsigned numThreads, llvm::function_ref<void(int64_t, int64_t)> fn);

} // namespace mlir::fusion::reference

#endif // FUSION_LIB_REFERENCE_PARALLEL_H
