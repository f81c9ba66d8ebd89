// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One GPU, its primary context retained.

#ifndef FUSION_LIB_RUNTIME_CUDADEVICE_H
#define FUSION_LIB_RUNTIME_CUDADEVICE_H

#include "CudaDriver.h"
#include "fusion/Runtime/Device.h"

namespace fusion::runtime {

class CudaDevice : public Device {
public:
  static Expected<std::shared_ptr<Device>> open(int ordinal);
  ~CudaDevice() override;

  Expected<void *> allocate(size_t bytes) override;
  void release(void *pointer) override;
  Error upload(void *device, const void *host, size_t bytes) override;
  Error download(void *host, const void *device, size_t bytes) override;
  Error copy(void *to, const void *from, size_t bytes) override;
  Error fill(void *device, unsigned char value, size_t bytes) override;
  Error synchronize(Stream stream) override;

  /// Makes the context current on this thread; cheap if it is.
  Error enter();
  const cuda::Driver &api() const { return *driver; }

private:
  Error readInfo(int ordinal);

  const cuda::Driver *driver = nullptr;
  cuda::DeviceHandle handle = 0;
  cuda::ContextHandle context = nullptr;
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CUDADEVICE_H
