// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The CPU as a device, the choice of a device by name, and buffers.

#include "fusion/Runtime/Device.h"
#include "CudaDevice.h"
#include "HostMemory.h"

#include <cstdlib>
#include <cstring>

using namespace fusion;
using namespace fusion::runtime;

namespace {
class CpuDevice : public Device {
public:
  CpuDevice() {
    deviceInfo.kind = FUSION_CPU;
    deviceInfo.name = "host";
  }
  Expected<void *> allocate(size_t bytes) override {
    constexpr size_t alignment = 256;
    return allocateHostMemory(bytes, alignment);
  }
  void release(void *pointer) override { std::free(pointer); }
  Error upload(void *device, const void *host, size_t bytes) override { return copy(device, host, bytes); }
  Error download(void *host, const void *device, size_t bytes) override { return copy(host, device, bytes); }
  Error copy(void *to, const void *from, size_t bytes) override {
    if (bytes)
      std::memcpy(to, from, bytes);
    return {};
  }
  Error fill(void *device, unsigned char value, size_t bytes) override {
    std::memset(device, value, bytes);
    return {};
  }
  Error synchronize(Stream) override { return {}; }
};
} // namespace

const char *runtime::deviceName(FusionDevice kind) { return kind == FUSION_CUDA ? "cuda" : "cpu"; }

Expected<FusionDevice> runtime::chooseDevice(std::string_view name) {
  if (name == "cpu")
    return FUSION_CPU;
  if (name != "cuda" && name != "auto")
    return Error::make("unknown device '", name, "' (auto, cuda, cpu)");
  auto count = cudaDeviceCount();
  if (count)
    return FUSION_CUDA;
  if (name == "auto")
    return FUSION_CPU;
  return count.takeError();
}

Expected<std::shared_ptr<Device>> Device::open(FusionDevice kind, int ordinal) {
  if (kind == FUSION_CUDA)
    return CudaDevice::open(ordinal);
  if (ordinal != 0)
    return Error::make("no cpu device ", ordinal, ": there is one");
  return std::shared_ptr<Device>(std::make_shared<CpuDevice>());
}

Expected<Buffer> Buffer::allocate(std::shared_ptr<Device> device, size_t bytes) {
  auto pointer = device->allocate(bytes);
  if (!pointer)
    return pointer.takeError();
  Buffer buffer;
  buffer.device = std::move(device);
  buffer.pointer = *pointer;
  buffer.size = bytes;
  return buffer;
}

Buffer::~Buffer() {
  if (pointer)
    device->release(pointer);
}
