// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The times of a call's launches on a GPU, for a timeline: an event in front of each launch and one behind it, which
// keep launches from overlapping while they are traced.

#ifndef FUSION_LIB_RUNTIME_CUDATRACE_H
#define FUSION_LIB_RUNTIME_CUDATRACE_H

#include "CudaDevice.h"
#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Timeline.h"

namespace fusion::runtime {

class CudaTrace : public PendingEvents {
public:
  /// Null where the stream is being captured, or events cannot be made: a trace never fails a call.
  static std::unique_ptr<CudaTrace> start(std::shared_ptr<CudaDevice> device, std::shared_ptr<Timeline> timeline,
                                          std::shared_ptr<Module> module, const FusionEntry &entry, Stream stream);
  /// Leaves the events with the timeline, which reads them when they have happened.
  static void finish(std::unique_ptr<CudaTrace> trace);
  ~CudaTrace() override;

  void launching();
  void launched(int32_t kernel, bool isGood);
  void resolve(Timeline &timeline) override;

private:
  struct Launch {
    int32_t kernel = 0;
    cuda::Event before = nullptr, after = nullptr;
    /// Whether the GPU had the launch before it came to it. If not, its time includes waiting for the host. Nothing
    /// where the driver does not tell.
    std::optional<bool> wasQueued;
  };
  CudaTrace(std::shared_ptr<CudaDevice> device, std::shared_ptr<Timeline> timeline, std::shared_ptr<Module> module,
            const FusionEntry &entry, Stream stream);
  cuda::Event record();
  bool anchor();
  std::optional<int64_t> between(cuda::Event from, cuda::Event to) const;
  TimelineEvent describe(const Launch &launch, const struct LaunchRow &row) const;

  std::shared_ptr<CudaDevice> device;
  std::shared_ptr<Timeline> timeline;
  std::shared_ptr<Module> module;
  std::string entry;
  cuda::StreamHandle stream;
  int process;
  cuda::Event origin = nullptr; ///< happened at `originTime` of the timeline, give or take `uncertainty`
  int64_t originTime = 0, uncertainty = 0;
  std::vector<Launch> launches;
  bool isWhole = true; ///< no event failed
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CUDATRACE_H
