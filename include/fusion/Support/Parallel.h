// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops on several threads.

#ifndef FUSION_SUPPORT_PARALLEL_H
#define FUSION_SUPPORT_PARALLEL_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace fusion {

/// Calls fn(begin, end) on pieces of [0, count), a piece for each thread: this one and, as far as there are any to be
/// had, others, `numThreads` in all at most (0: as many as the machine has processors).
void parallelFor(int64_t count, unsigned numThreads, llvm::function_ref<void(int64_t, int64_t)> fn);

} // namespace fusion

#endif // FUSION_SUPPORT_PARALLEL_H
