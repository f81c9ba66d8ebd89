// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How many threads a loop is worth.

#ifndef FUSION_LIB_REFERENCE_THREADS_H
#define FUSION_LIB_REFERENCE_THREADS_H

#include "fusion/Support/LLVM.h"
#include <algorithm>
#include <cstdint>
#include <thread>

namespace fusion::reference {

/// Of `numThreads` (0: as many as the machine has processors) those that have enough of `work` scalar operations.
inline unsigned limitThreads(unsigned numThreads, int64_t work) {
  constexpr int64_t kLeastWork = 100000;
  int64_t most = numThreads ? numThreads : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp<int64_t>(work / kLeastWork, 1, most));
}

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_THREADS_H
