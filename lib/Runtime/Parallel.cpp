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
  auto start = [&] {
    try {
      threads.emplace_back(work);
      return true;
    } catch (...) {
      return false; // no more threads: those that there are do it
    }
  };
  size_t workers = std::min<size_t>(count, std::thread::hardware_concurrency());
  for (bool started = true; started && threads.size() + 1 < workers;)
    started = start();
  work();
  for (std::thread &thread : threads)
    thread.join();
}
