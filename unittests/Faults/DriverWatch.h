// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stands between the runtime and the driver that it has loaded: counts calls, makes one of them fail, and knows what
// has been made and not yet released.

#ifndef FUSION_UNITTESTS_FAULTS_DRIVERWATCH_H
#define FUSION_UNITTESTS_FAULTS_DRIVERWATCH_H

#include "../../lib/Runtime/CudaDriver.h"

#include <string>
#include <vector>

namespace fusion::test {

/// The functions of the driver.
enum class Call {
#define FUSION_ENUMERATE(NAME, SYMBOL, PARAMETERS) NAME,
  FUSION_CUDA_FUNCTIONS(FUSION_ENUMERATE) FUSION_CUDA_NEW_FUNCTIONS(FUSION_ENUMERATE)
#undef FUSION_ENUMERATE
      Count
};
constexpr size_t numCalls = static_cast<size_t>(Call::Count);

/// Its name as the driver exports it, without the suffix of a version.
std::string nameOf(Call call);

/// What a failing call returns: CUDA_ERROR_OUT_OF_MEMORY for an allocation, else CUDA_ERROR_LAUNCH_FAILED.
constexpr runtime::cuda::Result outOfMemory = 2, launchFailed = 719;

struct DriverWatch {
  long total = 0;
  long counts[numCalls] = {};
  long failAt = 0;              ///< the call that fails, from 1; 0 for none
  long refusals[numCalls] = {}; ///< of each function so many calls fail, the first ones
  bool failAfter = false;       ///< all calls after that one fail too, as they do once a kernel has trapped
  bool nameless = false;        ///< the driver has no name for the error
  std::vector<Call> failed;     ///< those that did
  int live[numCalls] = {};      ///< by the call that made it: so many are not released
  int depth = 0;                ///< not 0 while the driver is at work

  /// Forgets counts and failures, not what is live.
  void reset();
  /// The next `count` calls of that function fail.
  void refuse(Call call, long count) { refusals[static_cast<size_t>(call)] = count; }
  long count(Call call) const { return counts[static_cast<size_t>(call)]; }
  /// "2 of cuMemAlloc", or nothing if all has been released.
  std::string leaks() const;
};

/// The watch, in front of the driver; or why there is no driver.
runtime::Expected<DriverWatch *> watchDriver();

} // namespace fusion::test

#endif // FUSION_UNITTESTS_FAULTS_DRIVERWATCH_H
