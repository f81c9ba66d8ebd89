// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Work for several threads.

#ifndef FUSION_RUNTIME_PARALLEL_H
#define FUSION_RUNTIME_PARALLEL_H

#include <cstddef>
#include <functional>

namespace fusion::runtime {

/// Calls `run` with each number below `count`, which must not throw. In as many threads as there are processors, or in
/// fewer where no more can be had. Returns when all calls have.
void runParallel(size_t count, const std::function<void(size_t)> &run);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_PARALLEL_H
