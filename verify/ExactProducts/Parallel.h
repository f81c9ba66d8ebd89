// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops in threads.

#ifndef FUSION_VERIFY_EXACTPRODUCTS_PARALLEL_H
#define FUSION_VERIFY_EXACTPRODUCTS_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace fusion::exact {

/// Calls `run(i)` for every i below `count`, in as many threads as the machine has processors.
template <typename Function> void parallelFor(size_t count, Function run) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < count; i = next++)
      run(i);
  };
  std::vector<std::thread> threads;
  size_t workers = std::min<size_t>({count, 32, std::max(1u, std::thread::hardware_concurrency())});
  for (size_t i = 1; i < workers; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace fusion::exact

#endif // FUSION_VERIFY_EXACTPRODUCTS_PARALLEL_H
