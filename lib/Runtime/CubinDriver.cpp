// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cubins by the driver.

#include "CubinMakers.h"
#include "CudaDriver.h"
#include "fusion/Runtime/Device.h"

#include <type_traits>

using namespace fusion;
using namespace fusion::runtime;

namespace {
Error available() {
  auto driver = cuda::driver();
  return driver ? Error() : driver.takeError();
}

Error make(std::string_view ptx, const CubinOptions &options, CubinResult &result, bool &) {
  auto driver = cuda::driver();
  if (!driver)
    return driver.takeError();
  auto device = Device::open(FUSION_CUDA); // makes its context current
  if (!device)
    return device.takeError();
  const cuda::Driver &api = **driver;

  std::string info(1 << 16, '\0'), errors(1 << 14, '\0');
  int names[] = {cuda::InfoLogBuffer,      cuda::InfoLogBufferSize, cuda::ErrorLogBuffer,
                 cuda::ErrorLogBufferSize, cuda::LogVerbose,        cuda::OptimizationLevel};
  auto number = [](size_t value) { return reinterpret_cast<void *>(value); };
  void *values[] = {info.data(),           number(info.size()), errors.data(),
                    number(errors.size()), number(1),           number(static_cast<size_t>(options.optLevel))};
  auto checked = [&](cuda::Result code, const char *step) {
    Error error = api.check(code, step);
    return error ? Error::make(error.message(), errors[0] ? ":\n" : "", errors.c_str()) : Error();
  };

  cuda::LinkState state = nullptr;
  if (Error error = checked(api.linkCreate(6, names, values, &state), "cuLinkCreate"))
    return error;
  std::unique_ptr<std::remove_pointer_t<cuda::LinkState>, cuda::Result (*)(cuda::LinkState)> owner(state,
                                                                                                   api.linkDestroy);
  std::string text(ptx); // the driver wants it terminated
  Error error = checked(
      api.linkAddData(state, cuda::jitInputPtx, text.data(), text.size() + 1, "kernel.ptx", 0, nullptr, nullptr),
      "cuLinkAddData");
  void *cubin = nullptr;
  size_t size = 0;
  if (!error)
    error = checked(api.linkComplete(state, &cubin, &size), "cuLinkComplete");
  if (!error) {
    auto *bytes = static_cast<const char *>(cubin);
    result.cubin.assign(bytes, bytes + size);
    result.log = concat(info.c_str(), errors.c_str());
  }
  return error;
}

std::string identity() { return ""; } // the driver keeps what it compiles itself
CubinMakerPlace place() { return {"", "the GPU's own, of its driver"}; }
} // namespace

const CubinMaker runtime::driverMaker = {"driver", /*wholeProgram=*/false, available, make, identity, place};
