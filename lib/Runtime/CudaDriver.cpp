// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the driver's functions.

#include "CudaDriver.h"
#include "fusion/Runtime/DynamicLibrary.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::runtime::cuda;

Error Driver::check(Result result, const char *what) const {
  if (result == 0)
    return {};
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) || !name)
    return Error::make(what, ": CUDA error ", result);
  if (getErrorString(result, &text) || !text)
    return Error::make(what, ": ", name);
  return Error::make(what, ": ", name, " (", text, ")");
}

static Error load(Driver &driver) {
  auto library = DynamicLibrary::open({"libcuda.so.1"});
  if (!library)
    return Error::make("no CUDA device: ", library.error().message());
#define FUSION_RESOLVE(NAME, SYMBOL, PARAMETERS)                                                                       \
  if (!library->resolve(SYMBOL, driver.NAME))                                                                          \
    return Error::make("no CUDA device: the driver is too old, it lacks ", SYMBOL);
  FUSION_CUDA_FUNCTIONS(FUSION_RESOLVE)
#undef FUSION_RESOLVE
#define FUSION_RESOLVE_NEW(NAME, SYMBOL, PARAMETERS) (void)library->resolve(SYMBOL, driver.NAME);
  FUSION_CUDA_NEW_FUNCTIONS(FUSION_RESOLVE_NEW)
#undef FUSION_RESOLVE_NEW
  if (Error error = driver.check(driver.init(0), "cuInit"))
    return Error::make("no CUDA device: ", error.message());
  int count = 0;
  if (Error error = driver.check(driver.deviceGetCount(&count), "cuDeviceGetCount"))
    return Error::make("no CUDA device: ", error.message());
  if (count == 0)
    return Error::make("no CUDA device: the driver finds none");
  return {};
}

Expected<const Driver *> cuda::driver() {
  static Driver table;
  static const Error failure = load(table);
  if (failure)
    return failure;
  return &table;
}
