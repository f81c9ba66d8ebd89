// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ends the program where a kernel does not end: nothing else can, and the machine may be a shared one.

#ifndef FUSION_BENCH_WATCHDOG_H
#define FUSION_BENCH_WATCHDOG_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace fusion::bench {

/// While it lives, time runs: after `seconds` it prints "error: WHAT has not ended after N s" and exits with code 1.
class Watchdog {
public:
  Watchdog(std::string what, double seconds);
  ~Watchdog();
  Watchdog(const Watchdog &) = delete;

private:
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::thread thread;
};

} // namespace fusion::bench

#endif // FUSION_BENCH_WATCHDOG_H
