// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Who looks at calls and their launches: the process's timeline, and a tool of NVTX. A call asks with one load whether
// there is anybody.

#ifndef FUSION_LIB_RUNTIME_CALLWATCH_H
#define FUSION_LIB_RUNTIME_CALLWATCH_H

#include "CudaTrace.h"
#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Timeline.h"

#include <atomic>
#include <optional>

namespace fusion::runtime {

/// One call that somebody looks at. Lives on Context::invoke's stack.
class CallWatch {
public:
  /// The process has a timeline; it wants calls; a tool does.
  enum Watcher : unsigned { Timeline = 1, Calls = 2, Nvtx = 4 };
  static bool wants(unsigned watchers) { return wanted.load(std::memory_order_relaxed) & watchers; }
  static bool isWanted() { return wants(Calls | Nvtx); }
  static void want(Watcher watcher, bool isOn);

  CallWatch(std::shared_ptr<Module> module, const std::shared_ptr<Device> &device, const FusionEntry &entry,
            Stream stream);
  ~CallWatch();
  CallWatch(const CallWatch &) = delete;

  /// In front of and behind a launch. The second follows whether the launch succeeds or not.
  void launching(int32_t kernel);
  void launched(int32_t kernel, bool isGood);

private:
  const FusionModule &descriptor;
  bool hasRanges; ///< of NVTX: of the call, and of each launch
  std::optional<Phase> phase, launch;
  std::unique_ptr<CudaTrace> device; ///< the times of launches; null where nothing keeps them
  static std::atomic<unsigned> wanted;
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CALLWATCH_H
