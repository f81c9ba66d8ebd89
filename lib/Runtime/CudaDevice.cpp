// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Opens a card; memory and copies on it.

#include "CudaDevice.h"

using namespace fusion;
using namespace fusion::runtime;

static cuda::DevicePointer address(const void *pointer) { return reinterpret_cast<cuda::DevicePointer>(pointer); }

Expected<int> runtime::cudaDeviceCount() {
  auto driver = cuda::driver();
  if (!driver)
    return driver.takeError();
  int count = 0;
  if (Error error = (*driver)->check((*driver)->deviceGetCount(&count), "cuDeviceGetCount"))
    return error;
  return count;
}

Error CudaDevice::readInfo(int ordinal) {
  char name[256] = {};
  if (Error error = driver->check(driver->deviceGetName(name, sizeof(name), handle), "cuDeviceGetName"))
    return error;
  Error failure;
  auto attribute = [&](int which) {
    int value = 0;
    if (!failure)
      failure = driver->check(driver->deviceGetAttribute(&value, which, handle), "cuDeviceGetAttribute");
    return value;
  };
  deviceInfo.kind = FUSION_CUDA;
  deviceInfo.ordinal = ordinal;
  deviceInfo.name = name;
  deviceInfo.major = attribute(cuda::ComputeCapabilityMajor);
  deviceInfo.minor = attribute(cuda::ComputeCapabilityMinor);
  deviceInfo.multiprocessors = attribute(cuda::MultiprocessorCount);
  deviceInfo.l2Bytes = attribute(cuda::L2CacheSize);
  deviceInfo.maxSharedBytes = attribute(cuda::MaxSharedMemoryPerBlockOptin);
  return failure;
}

Expected<std::shared_ptr<Device>> CudaDevice::open(int ordinal) {
  auto count = cudaDeviceCount();
  if (!count)
    return count.takeError();
  if (ordinal < 0 || ordinal >= *count)
    return Error::make("no CUDA device ", ordinal, ": there ", *count == 1 ? "is " : "are ", *count);
  auto device = std::make_shared<CudaDevice>();
  device->driver = *cuda::driver();
  const cuda::Driver &api = *device->driver;
  if (Error error = api.check(api.deviceGet(&device->handle, ordinal), "cuDeviceGet"))
    return error;
  if (Error error = device->readInfo(ordinal))
    return error;
  if (Error error = api.check(api.primaryRetain(&device->context, device->handle), "cuDevicePrimaryCtxRetain"))
    return error;
  if (Error error = device->enter())
    return error;
  return std::shared_ptr<Device>(std::move(device));
}

CudaDevice::~CudaDevice() {
  if (context)
    driver->primaryRelease(handle);
}

Error CudaDevice::enter() {
  cuda::ContextHandle current = nullptr;
  if (driver->contextGet(&current) == 0 && current == context)
    return {};
  return driver->check(driver->contextSet(context), "cuCtxSetCurrent");
}

Expected<void *> CudaDevice::allocate(size_t bytes) {
  if (Error error = enter())
    return error;
  cuda::DevicePointer pointer = 0;
  if (Error error = driver->check(driver->memoryAllocate(&pointer, bytes ? bytes : 1), "cuMemAlloc"))
    return Error::make("cannot allocate ", bytes, " bytes on ", deviceInfo.name, ": ", error.message());
  return reinterpret_cast<void *>(pointer);
}

void CudaDevice::release(void *pointer) {
  (void)!enter(); // the memory knows its context
  driver->memoryFree(address(pointer));
}

Error CudaDevice::upload(void *device, const void *host, size_t bytes) {
  if (Error error = enter())
    return error;
  return bytes ? driver->check(driver->copyToDevice(address(device), host, bytes), "cuMemcpyHtoD") : Error();
}

Error CudaDevice::download(void *host, const void *device, size_t bytes) {
  if (Error error = enter())
    return error;
  return bytes ? driver->check(driver->copyToHost(host, address(device), bytes), "cuMemcpyDtoH") : Error();
}

Error CudaDevice::copy(void *to, const void *from, size_t bytes) {
  if (Error error = enter())
    return error;
  return bytes ? driver->check(driver->copyOnDevice(address(to), address(from), bytes), "cuMemcpyDtoD") : Error();
}

Error CudaDevice::fill(void *device, unsigned char value, size_t bytes) {
  if (Error error = enter())
    return error;
  return bytes ? driver->check(driver->fillAsync(address(device), value, bytes, nullptr), "cuMemsetD8Async") : Error();
}

Error CudaDevice::synchronize(Stream stream) {
  if (Error error = enter())
    return error;
  return driver->check(driver->streamSynchronize(static_cast<cuda::StreamHandle>(stream)), "cuStreamSynchronize");
}
