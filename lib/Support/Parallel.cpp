// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs shares of work in threads with stacks that are large enough.

#include "fusion/Support/Parallel.h"
#include <algorithm>
#include <pthread.h>
#include <thread>
#include <vector>

/// Of each thread, whatever the limit of the process: LLVM's passes recurse.
static constexpr size_t kStackBytes = size_t(8) << 20;

namespace {
struct Share {
  llvm::function_ref<void(int64_t, int64_t)> fn;
  int64_t begin, end;
  pthread_t thread;
};
} // namespace

static void *run(void *argument) {
  auto *share = static_cast<Share *>(argument);
  share->fn(share->begin, share->end);
  return nullptr;
}

void fusion::parallelFor(int64_t count, unsigned numThreads, llvm::function_ref<void(int64_t, int64_t)> fn) {
  int64_t threads = numThreads ? numThreads : std::max(1u, std::thread::hardware_concurrency());
  threads = std::min(threads, count);
  if (threads <= 1) {
    fn(0, count);
    return;
  }
  std::vector<Share> shares;
  shares.reserve(threads);
  for (int64_t t = 0; t < threads; ++t)
    shares.push_back({fn, count * t / threads, count * (t + 1) / threads, {}});
  // Not std::thread, which throws where no thread can be had. The first share, and those without a thread, are done
  // here.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  size_t started = 1;
  while (started < shares.size() && pthread_create(&shares[started].thread, &attributes, run, &shares[started]) == 0)
    ++started;
  pthread_attr_destroy(&attributes);
  fn(0, shares[0].end);
  for (size_t t = started; t < shares.size(); ++t)
    run(&shares[t]);
  for (size_t t = 1; t < started; ++t)
    pthread_join(shares[t].thread, nullptr);
}
