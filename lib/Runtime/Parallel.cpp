// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spreads calls over threads.

#include "fusion/Runtime/Parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

void fusion::runtime::runParallel(size_t count, const std::function<void(size_t)> &run) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < count; i = next++)
      run(i);
  };
  std::vector<std::thread> threads;
  try {
    for (size_t workers = std::min<size_t>(count, std::thread::hardware_concurrency()); threads.size() + 1 < workers;)
      threads.emplace_back(work);
  } catch (...) { // no more threads: those that there are do it
  }
  work();
  for (std::thread &thread : threads)
    thread.join();
}
