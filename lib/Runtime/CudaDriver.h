// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The CUDA driver API, loaded when first used. Types and names are declared here, so no CUDA header is needed to build.

#ifndef FUSION_LIB_RUNTIME_CUDADRIVER_H
#define FUSION_LIB_RUNTIME_CUDADRIVER_H

#include "fusion/Runtime/Error.h"

#include <cstddef>
#include <cstdint>

namespace fusion::runtime::cuda {

using Result = int; ///< CUresult; zero is success
using DeviceHandle = int;
using DevicePointer = unsigned long long;
using ContextHandle = struct CUctx_st *;
using ModuleHandle = struct CUmod_st *;
using Function = struct CUfunc_st *;
using StreamHandle = struct CUstream_st *;
using Event = struct CUevent_st *;
using Graph = struct CUgraph_st *;
using GraphExec = struct CUgraphExec_st *;
using LinkState = struct CUlinkState_st *;

constexpr Result errorNoDevice = 100;

// Values of the driver's enumerations that are used here (cuda.h).
enum DeviceAttribute {
  MultiprocessorCount = 16,
  L2CacheSize = 38,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerBlockOptin = 97,
};
enum FunctionAttribute {
  SharedSizeBytes = 1,
  LocalSizeBytes = 3,
  NumRegs = 4,
  MaxDynamicSharedSizeBytes = 8,
  RequiredClusterWidth = 11,
  RequiredClusterHeight = 12,
  RequiredClusterDepth = 13,
  NonPortableClusterSizeAllowed = 14,
};
enum JitOption {
  InfoLogBuffer = 3,
  InfoLogBufferSize = 4,
  ErrorLogBuffer = 5,
  ErrorLogBufferSize = 6,
  OptimizationLevel = 7,
  LogVerbose = 12,
};
constexpr int jitInputPtx = 1;
constexpr unsigned streamNonBlocking = 1;
constexpr int captureThreadLocal = 1;
constexpr unsigned launchProgrammaticSerialization = 6;

/// CUlaunchAttribute: `value` is a union of 64 bytes, of which the attributes used here take an int.
struct LaunchAttribute {
  unsigned id;
  alignas(8) int value;
  char rest[60];
};
static_assert(sizeof(LaunchAttribute) == 72 && offsetof(LaunchAttribute, value) == 8);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  StreamHandle stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

// name in this table, exported name, parameters
#define FUSION_CUDA_FUNCTIONS(X)                                                                                       \
  X(init, "cuInit", (unsigned flags))                                                                                  \
  X(getErrorName, "cuGetErrorName", (Result, const char **))                                                           \
  X(getErrorString, "cuGetErrorString", (Result, const char **))                                                       \
  X(deviceGetCount, "cuDeviceGetCount", (int *))                                                                       \
  X(deviceGet, "cuDeviceGet", (DeviceHandle *, int ordinal))                                                           \
  X(deviceGetName, "cuDeviceGetName", (char *, int length, DeviceHandle))                                              \
  X(deviceGetAttribute, "cuDeviceGetAttribute", (int *, int attribute, DeviceHandle))                                  \
  X(primaryRetain, "cuDevicePrimaryCtxRetain", (ContextHandle *, DeviceHandle))                                        \
  X(primaryRelease, "cuDevicePrimaryCtxRelease_v2", (DeviceHandle))                                                    \
  X(contextGet, "cuCtxGetCurrent", (ContextHandle *))                                                                  \
  X(contextSet, "cuCtxSetCurrent", (ContextHandle))                                                                    \
  X(moduleLoad, "cuModuleLoadData", (ModuleHandle *, const void *image))                                               \
  X(moduleUnload, "cuModuleUnload", (ModuleHandle))                                                                    \
  X(moduleGetFunction, "cuModuleGetFunction", (Function *, ModuleHandle, const char *name))                            \
  X(functionGetAttribute, "cuFuncGetAttribute", (int *, int attribute, Function))                                      \
  X(functionSetAttribute, "cuFuncSetAttribute", (Function, int attribute, int value))                                  \
  X(launchKernel, "cuLaunchKernel",                                                                                    \
    (Function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,      \
     unsigned sharedBytes, StreamHandle, void **parameters, void **extra))                                             \
  X(memoryAllocate, "cuMemAlloc_v2", (DevicePointer *, size_t))                                                        \
  X(memoryFree, "cuMemFree_v2", (DevicePointer))                                                                       \
  X(copyToDevice, "cuMemcpyHtoD_v2", (DevicePointer, const void *, size_t))                                            \
  X(copyToHost, "cuMemcpyDtoH_v2", (void *, DevicePointer, size_t))                                                    \
  X(copyOnDevice, "cuMemcpyDtoD_v2", (DevicePointer, DevicePointer, size_t))                                           \
  X(fillAsync, "cuMemsetD8Async", (DevicePointer, unsigned char, size_t, StreamHandle))                                \
  X(fillWordsAsync, "cuMemsetD32Async", (DevicePointer, unsigned, size_t count, StreamHandle))                         \
  X(streamCreate, "cuStreamCreate", (StreamHandle *, unsigned flags))                                                  \
  X(streamDestroy, "cuStreamDestroy_v2", (StreamHandle))                                                               \
  X(streamSynchronize, "cuStreamSynchronize", (StreamHandle))                                                          \
  X(streamBeginCapture, "cuStreamBeginCapture_v2", (StreamHandle, int mode))                                           \
  X(streamEndCapture, "cuStreamEndCapture", (StreamHandle, Graph *))                                                   \
  X(eventCreate, "cuEventCreate", (Event *, unsigned flags))                                                           \
  X(eventDestroy, "cuEventDestroy_v2", (Event))                                                                        \
  X(eventRecord, "cuEventRecord", (Event, StreamHandle))                                                               \
  X(eventSynchronize, "cuEventSynchronize", (Event))                                                                   \
  X(eventElapsedTime, "cuEventElapsedTime", (float *milliseconds, Event, Event))                                       \
  X(graphInstantiate, "cuGraphInstantiateWithFlags", (GraphExec *, Graph, unsigned long long flags))                   \
  X(graphLaunch, "cuGraphLaunch", (GraphExec, StreamHandle))                                                           \
  X(graphDestroy, "cuGraphDestroy", (Graph))                                                                           \
  X(graphExecDestroy, "cuGraphExecDestroy", (GraphExec))                                                               \
  X(linkCreate, "cuLinkCreate_v2", (unsigned count, int *options, void **values, LinkState *))                         \
  X(linkAddData, "cuLinkAddData_v2",                                                                                   \
    (LinkState, int type, void *data, size_t size, const char *name, unsigned count, int *options, void **values))     \
  X(linkComplete, "cuLinkComplete", (LinkState, void **cubin, size_t *size))                                           \
  X(linkDestroy, "cuLinkDestroy", (LinkState))

// Functions of newer drivers, and those that only a trace asks for: null in a driver without them, which serves modules
// that need none.
#define FUSION_CUDA_NEW_FUNCTIONS(X)                                                                                   \
  X(eventQuery, "cuEventQuery", (Event))                                                                               \
  X(streamIsCapturing, "cuStreamIsCapturing", (StreamHandle, int *status))                                             \
  X(launchKernelEx, "cuLaunchKernelEx", (const LaunchConfig *, Function, void **parameters, void **extra))             \
  X(tensorMapEncodeTiled, "cuTensorMapEncodeTiled",                                                                    \
    (void *map, int type, uint32_t rank, void *address, const uint64_t *sizes, const uint64_t *byteStrides,            \
     const uint32_t *box, const uint32_t *steps, int interleave, int swizzle, int l2Promotion, int fill))

struct Driver {
#define FUSION_DECLARE(NAME, SYMBOL, PARAMETERS) Result(*NAME) PARAMETERS = nullptr;
  FUSION_CUDA_FUNCTIONS(FUSION_DECLARE)
  FUSION_CUDA_NEW_FUNCTIONS(FUSION_DECLARE)
#undef FUSION_DECLARE

  /// Success, or "cuModuleLoadData: CUDA_ERROR_INVALID_IMAGE (device kernel image is invalid)".
  Error check(Result result, const char *what) const;
};

/// The driver, initialized; or why there is none ("no CUDA device: libcuda.so.1 not found"). The answer is kept.
Expected<const Driver *> driver();

} // namespace fusion::runtime::cuda

#endif // FUSION_LIB_RUNTIME_CUDADRIVER_H
