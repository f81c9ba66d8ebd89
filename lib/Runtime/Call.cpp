// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The functions of ABI.h.

#include "Call.h"

using namespace fusion;
using namespace fusion::runtime;

static constexpr int32_t callFailed = 1;

/// Keeps the error of `step` as the call's. Nothing is thrown through generated code.
template <typename Step> static int32_t keepError(FusionCall *call, Step step) {
  try {
    call->error = step();
  } catch (...) {
    call->error = Error::outOfMemory();
  }
  return call->error ? callFailed : 0;
}

extern "C" int32_t fusion_launch(FusionCall *call, int32_t kernel, int64_t gridX, int64_t gridY, int64_t gridZ,
                                 int64_t blockX, int64_t blockY, int64_t blockZ, int64_t sharedBytes, void **args) {
  if (call->error)
    return callFailed;
  const int64_t grid[3] = {gridX, gridY, gridZ}, block[3] = {blockX, blockY, blockZ};
  return keepError(call, [&] {
    if (call->watch)
      call->watch->launching(kernel);
    Error error = call->context->launch(call->stream, kernel, grid, block, sharedBytes, args);
    bool isLaunched = !error && gridX != 0 && gridY != 0 && gridZ != 0;
    if (call->watch)
      call->watch->launched(kernel, isLaunched);
    return call->observer && isLaunched ? call->observer->launched(kernel, call->stream) : error;
  });
}

extern "C" int32_t fusion_tensor_map(FusionCall *call, void *map, const FusionTensorMapSpec *spec, void *address,
                                     const int64_t *sizes, const int64_t *byteStrides) {
  if (call->error)
    return callFailed;
  return keepError(call, [&] { return call->context->tensorMap(map, *spec, address, sizes, byteStrides); });
}

extern "C" int32_t fusion_fill(FusionCall *call, void *address, int32_t bits, int64_t count) {
  if (call->error)
    return callFailed;
  return keepError(call, [&] { return call->context->fill(call->stream, address, bits, count); });
}

extern "C" void *fusion_constant(FusionCall *call, int32_t index) {
  void *address = call->context->constant(index);
  if (!address && !call->error)
    keepError(call, [&] { return Error::make("no constant ", index); });
  return address;
}

extern "C" int32_t fusion_fail(FusionCall *call, const char *message) {
  if (!call->error)
    keepError(call, [&] { return Error::make(message ? message : ""); });
  return callFailed;
}
