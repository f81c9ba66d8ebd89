// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ends the program where something takes too long.

#include "fusion/Bench/Watchdog.h"
#include "fusion/Runtime/Runner.h"

#include <chrono>
#include <cstdlib>
#include <iostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

Watchdog::Watchdog(std::string what, double seconds)
    : thread([this, what = std::move(what), seconds] {
        std::unique_lock<std::mutex> lock(mutex);
        if (ended.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done; }))
          return;
        std::cout.flush();
        std::cerr << "error: " << what << " has not ended after " << seconds << " s" << std::endl;
        std::_Exit(ExitDiagnostic); // the driver's own clean-up would wait for the kernel
      }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
  }
  ended.notify_one();
  thread.join();
}
