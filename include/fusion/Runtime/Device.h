// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A place to run: the host, or one CUDA GPU through the driver, which is loaded when first asked for.

#ifndef FUSION_RUNTIME_DEVICE_H
#define FUSION_RUNTIME_DEVICE_H

#include "fusion/Runtime/ABI.h"
#include "fusion/Runtime/Error.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace fusion::runtime {

/// A CUstream of the driver API; null is the default stream. Ignored on the CPU.
using Stream = void *;

struct DeviceInfo {
  FusionDevice kind = FUSION_CPU;
  int ordinal = 0;
  std::string name;
  int major = 0; ///< compute capability, zero on the CPU
  int minor = 0;
  int multiprocessors = 0;
  int64_t l2Bytes = 0;
  int64_t maxSharedBytes = 0; ///< per block, opted in
};

/// "cpu" or "cuda".
const char *deviceName(FusionDevice kind);

/// Number of CUDA GPUs, or why there are none.
Expected<int> cudaDeviceCount();

/// "cpu", "cuda" or "auto" (a GPU if there is one). Fails for other names and for "cuda" where there is no GPU.
Expected<FusionDevice> chooseDevice(std::string_view name);

/// Memory and time of one device. On CUDA it holds the primary context and makes it current on the calling thread.
class Device {
public:
  static Expected<std::shared_ptr<Device>> open(FusionDevice kind, int ordinal = 0);
  virtual ~Device() = default;

  const DeviceInfo &info() const { return deviceInfo; }

  /// 256-byte aligned memory, at least one byte.
  virtual Expected<void *> allocate(size_t bytes) = 0;
  virtual void release(void *pointer) = 0;
  virtual Error upload(void *device, const void *host, size_t bytes) = 0;
  virtual Error download(void *host, const void *device, size_t bytes) = 0;
  virtual Error copy(void *to, const void *from, size_t bytes) = 0;
  virtual Error fill(void *device, unsigned char value, size_t bytes) = 0;
  /// Waits for everything on the stream, and reports what went wrong there.
  virtual Error synchronize(Stream stream = nullptr) = 0;

protected:
  DeviceInfo deviceInfo;
};

/// Owns device memory.
class Buffer {
public:
  Buffer() = default;
  static Expected<Buffer> allocate(std::shared_ptr<Device> device, size_t bytes);
  Buffer(Buffer &&other) noexcept { swap(other); }
  Buffer &operator=(Buffer &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer();

  void *data() const { return pointer; }
  size_t bytes() const { return size; }

private:
  void swap(Buffer &other) {
    std::swap(device, other.device);
    std::swap(pointer, other.pointer);
    std::swap(size, other.size);
  }
  std::shared_ptr<Device> device;
  void *pointer = nullptr;
  size_t size = 0;
};

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_DEVICE_H
