// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Parallel.h"
#include <algorithm>
#include <thread>
#include <vector>

void mlir::fusion::reference::parallelFor(int64_t count, int64_t work, unsigned numThreads,
                                          llvm::function_ref<void(int64_t, int64_t)> fn) {
  int64_t threads = numThreads ? numThreads : std::max(1u, std::thread::hardware_concurrency());
  threads = std::min({threads, count, std::max<int64_t>(1, work / 100000)});
  if (threads <= 1) {
    fn(0, count);
    return;
  }
  std::vector<std::thread> workers;
  for (int64_t t = 1; t < threads; ++t)
    workers.emplace_back([=] { fn(count * t / threads, count * (t + 1) / threads); });
  fn(0, count / threads);
  for (std::thread &worker : workers)
    worker.join();
}
