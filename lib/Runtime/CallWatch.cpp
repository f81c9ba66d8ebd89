// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tells who looks at a call of its launches.

#include "CallWatch.h"
#include "Nvtx.h"

using namespace fusion;
using namespace fusion::runtime;

std::atomic<unsigned> CallWatch::wanted{0};

void CallWatch::want(Watcher watcher, bool isOn) {
  if (isOn)
    wanted.fetch_or(watcher);
  else
    wanted.fetch_and(~watcher);
}

CallWatch::CallWatch(std::shared_ptr<Module> module, const std::shared_ptr<Device> &place, const FusionEntry &entry,
                     Stream stream)
    : descriptor(module->descriptor()), hasRanges(wants(Nvtx)) {
  if (hasRanges)
    nvtx::push(entry.name);
  if (std::shared_ptr<runtime::Timeline> timeline = runtime::Timeline::current()) {
    phase.emplace("call", entry.name);
    if (place->info().kind == FUSION_CUDA && timeline->keeps())
      device = CudaTrace::start(std::static_pointer_cast<CudaDevice>(place), std::move(timeline), std::move(module),
                                entry, stream);
  }
}

CallWatch::~CallWatch() {
  if (device)
    CudaTrace::finish(std::move(device));
  if (hasRanges)
    nvtx::pop();
}

/// The kernel's name. The launch itself refuses a number that is no kernel's.
static const char *nameOf(const FusionModule &module, int32_t kernel) {
  return kernel >= 0 && kernel < module.numKernels ? module.kernels[kernel].name : "?";
}

void CallWatch::launching(int32_t kernel) {
  if (hasRanges)
    nvtx::push(nameOf(descriptor, kernel));
  if (phase)
    launch.emplace(concat("launch ", nameOf(descriptor, kernel)), "", Phase::Launch);
  if (device)
    device->launching();
}

void CallWatch::launched(int32_t kernel, bool isGood) {
  if (device)
    device->launched(kernel, isGood);
  launch.reset();
  if (hasRanges)
    nvtx::pop();
}
