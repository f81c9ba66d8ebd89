// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stands in for libcuda.so.1 where there is no GPU: memory is host memory, a launch runs at once, a graph holds the
// launches made while its stream was capturing. What a module is and what a launch does is another file's business
// (FakeDriver.h). With FAKE_DRIVER_LOG in the environment it writes tensor maps and launches to standard error;
// FAKE_DRIVER_INIT is what its initialization returns, FAKE_DRIVER_DEVICES how many devices it has, FAKE_DRIVER_CHIP
// their compute capability (90), FAKE_DRIVER_NAME their name, FAKE_DRIVER_FAULT the launch, from 1, that traps: from
// then on calls that wait for the GPU or need its memory fail. OLD_DRIVER leaves out what came with CUDA 12.

#include "FakeDriver.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

using namespace fakedriver;
using Graph = std::vector<Launch>;

static Graph *capturing = nullptr;
static long launches = 0;
static int contextMark, streamMark;
static thread_local void *currentContext = nullptr;
static pid_t initializedIn = 0;

/// Held to the end of the expression or block it is made in: threads share memory, launches and the capture.
struct Exclusive {
  std::lock_guard<std::recursive_mutex> held{mutex()};
  static std::recursive_mutex &mutex() {
    static std::recursive_mutex one;
    return one;
  }
};

static bool isLogging() { return getenv("FAKE_DRIVER_LOG") != nullptr; }
static int setting(const char *variable, int otherwise) {
  const char *value = getenv(variable);
  if (!value)
    return otherwise;
  char *end = nullptr;
  long number = strtol(value, &end, 10);
  if (end == value || *end) {
    fprintf(stderr, "fake driver: %s is no number: '%s'\n", variable, value);
    abort();
  }
  return static_cast<int>(number);
}

/// CUDA_ERROR_LAUNCH_FAILED, or 0 as long as no launch has trapped.
static int getFault() {
  int trap = setting("FAKE_DRIVER_FAULT", 0);
  return trap > 0 && launches >= trap ? 719 : 0;
}

std::map<uint64_t, uint64_t> &fakedriver::allocations() {
  static std::map<uint64_t, uint64_t> all;
  return all;
}

extern "C" {
#define FAKE(NAME, ...) int NAME(__VA_ARGS__)
FAKE(cuInit, unsigned) { return initializedIn = getpid(), setting("FAKE_DRIVER_INIT", 0); }
FAKE(cuGetErrorName, int code, const char **text) {
  *text = code == 3     ? "CUDA_ERROR_NOT_INITIALIZED"
          : code == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == 719 ? "CUDA_ERROR_LAUNCH_FAILED"
          : code == 912 ? "CUDA_ERROR_INVALID_CLUSTER_SIZE"
                        : "CUDA_ERROR_FAKE";
  return 0;
}
FAKE(cuGetErrorString, int, const char **text) { return *text = "fake error", 0; }
FAKE(cuDeviceGetCount, int *count) {
  return *count = setting("FAKE_DRIVER_DEVICES", 1), initializedIn == getpid() ? 0 : 3; // not in a fork
}
FAKE(cuDeviceGet, int *device, int) { return *device = 0, 0; }
FAKE(cuDeviceGetName, char *name, int length, int) {
  const char *given = getenv("FAKE_DRIVER_NAME");
  return strncpy(name, given ? given : "Fake GPU", length), 0;
}
FAKE(cuDeviceGetAttribute, int *value, int which, int) {
  int chip = setting("FAKE_DRIVER_CHIP", 90);
  *value = which == 75 ? chip / 10 : which == 76 ? chip % 10 : which == 97 ? 232448 : which == 16 ? 132 : 50 << 20;
  return 0;
}
FAKE(cuDevicePrimaryCtxRetain, void **context, int) { return *context = &contextMark, 0; }
FAKE(cuDevicePrimaryCtxRelease_v2, int) { return 0; }
FAKE(cuCtxGetCurrent, void **context) { return *context = currentContext, 0; }
FAKE(cuCtxSetCurrent, void *context) { return currentContext = context, 0; }
FAKE(cuModuleLoadData, Module **module, const void *image) { return Exclusive(), (*module = load(image)) ? 0 : 200; }
FAKE(cuModuleUnload, Module *module) { return Exclusive(), unload(module), 0; }
FAKE(cuModuleGetFunction, Function **function, Module *module, const char *name) {
  return (*function = find(module, name)) ? 0 : 500;
}
#ifdef OLD_DRIVER
static constexpr bool knowsClusters = false;
#else
static constexpr bool knowsClusters = true;
#endif
constexpr unsigned portableCluster = 8, largestCluster = 16;
/// Functions that may run in clusters of more than `portableCluster` blocks.
static std::set<const Function *> largeClusterAllowed;
FAKE(cuFuncGetAttribute, int *value, int attribute, const Function *function) {
  constexpr int requiredClusterWidth = 11, requiredClusterDepth = 13;
  *value = 0;
  if (attribute < requiredClusterWidth)
    return 0;
  if (attribute > requiredClusterDepth || !knowsClusters)
    return 1;
  if (unsigned blocks = clusterOf(function); blocks > 1)
    *value = attribute == requiredClusterWidth ? static_cast<int>(blocks) : 1;
  return 0;
}
FAKE(cuFuncSetAttribute, const Function *function, int attribute, int value) {
  constexpr int maxDynamicSharedSizeBytes = 8, nonPortableClusterSizeAllowed = 14;
  if (attribute == nonPortableClusterSizeAllowed && value == 1 && knowsClusters)
    return Exclusive(), largeClusterAllowed.insert(function), 0;
  return attribute == maxDynamicSharedSizeBytes && value > 49152 ? 0 : 1;
}
static int enqueue(const Function *function, const LaunchSize &size, void **params) {
  constexpr int invalidClusterSize = 912;
  Exclusive exclusive;
  if (!currentContext || size.block[0] > 1024)
    return 1;
  unsigned cluster = clusterOf(function);
  if (cluster > largestCluster || (cluster > portableCluster && !largeClusterAllowed.count(function)))
    return invalidClusterSize;
  if (isLogging())
    fprintf(stderr, "launch %s\n", nameOf(function));
  Launch launch = makeLaunch(function, size, params);
  ++launches;
  if (capturing)
    return capturing->push_back(launch), 0;
  return launch();
}
FAKE(cuLaunchKernel, Function *function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
     unsigned blockY, unsigned blockZ, unsigned sharedBytes, void *, void **params, void **) {
  return enqueue(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, false}, params);
}
#ifndef OLD_DRIVER
struct LaunchAttribute {
  int id, pad, value, rest[15];
};
struct LaunchConfig {
  unsigned grid[3], block[3], sharedBytes;
  void *stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};
FAKE(cuLaunchKernelEx, const LaunchConfig *config, Function *function, void **params, void **) {
  constexpr int programmaticSerialization = 6;
  if (config->numAttributes != 1 || config->attributes[0].id != programmaticSerialization)
    return 1;
  if (isLogging())
    fprintf(stderr, "attribute %d = %d: ", config->attributes[0].id, config->attributes[0].value);
  const unsigned *grid = config->grid, *block = config->block;
  return enqueue(function,
                 {{grid[0], grid[1], grid[2]},
                  {block[0], block[1], block[2]},
                  config->sharedBytes,
                  config->attributes[0].value != 0},
                 params);
}
FAKE(cuTensorMapEncodeTiled, void *map, int type, uint32_t rank, void *address, const uint64_t *sizes,
     const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int interleave, int swizzle, int l2Promotion,
     int fill) {
  if (!currentContext || reinterpret_cast<uintptr_t>(map) % 64 || interleave || fill)
    return 1;
  TensorMapRequest request{type, static_cast<int>(rank), address, sizes, strides, box, swizzle};
  if (isLogging())
    fprintf(stderr, "tensor map of type %d, swizzle %d, L2 %d:", type, swizzle, l2Promotion);
  for (uint32_t i = 0; i < rank; ++i) {
    if (box[i] < 1 || box[i] > 256 || steps[i] != 1)
      return 1;
    if (isLogging())
      fprintf(stderr, " %ld in boxes of %u", static_cast<long>(sizes[i]), box[i]);
    if (isLogging() && i + 1 < rank)
      fprintf(stderr, ", %ld bytes apart:", static_cast<long>(strides[i]));
  }
  if (isLogging())
    fprintf(stderr, "\n");
  return encode(request, map), 0;
}
#endif
FAKE(cuMemAlloc_v2, uint64_t *pointer, size_t bytes) {
  Exclusive exclusive;
  if (int fault = getFault())
    return fault;
  if (capturing || !bytes)
    return 1;
  *pointer = reinterpret_cast<uint64_t>(aligned_alloc(256, (bytes + 255) / 256 * 256));
  return allocations()[*pointer] = bytes, 0;
}
FAKE(cuMemFree_v2, uint64_t pointer) {
  return Exclusive(), allocations().erase(pointer), free(reinterpret_cast<void *>(pointer)), 0;
}
FAKE(cuMemcpyHtoD_v2, uint64_t to, const void *from, size_t bytes) {
  return Exclusive(), finishLaunches(), memcpy(reinterpret_cast<void *>(to), from, bytes), 0;
}
FAKE(cuMemcpyDtoH_v2, void *to, uint64_t from, size_t bytes) {
  return Exclusive(), finishLaunches(), memcpy(to, reinterpret_cast<void *>(from), bytes), 0;
}
FAKE(cuMemcpyDtoD_v2, uint64_t to, uint64_t from, size_t bytes) {
  return Exclusive(), finishLaunches(), memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes), 0;
}
FAKE(cuMemsetD8Async, uint64_t to, unsigned char value, size_t bytes, void *) {
  return Exclusive(), finishLaunches(), memset(reinterpret_cast<void *>(to), value, bytes), 0;
}
FAKE(cuMemsetD32Async, uint64_t to, unsigned value, size_t count, void *) {
  Exclusive exclusive;
  if (isLogging())
    fprintf(stderr, "fill %zu\n", count);
  auto fill = [=] { return finishLaunches(), std::fill_n(reinterpret_cast<unsigned *>(to), count, value), 0; };
  if (capturing)
    return capturing->push_back(fill), 0;
  return fill();
}
FAKE(cuStreamCreate, void **stream, unsigned) { return *stream = &streamMark, 0; }
FAKE(cuStreamDestroy_v2, void *) { return Exclusive(), delete capturing, capturing = nullptr, 0; }
FAKE(cuStreamSynchronize, void *) {
  Exclusive exclusive;
  finishLaunches();
  return capturing ? 900 : getFault();
}
FAKE(cuStreamBeginCapture_v2, void *, int) { return Exclusive(), capturing = new Graph, 0; }
FAKE(cuStreamEndCapture, void *, Graph **graph) { return Exclusive(), *graph = capturing, capturing = nullptr, 0; }
FAKE(cuEventCreate, void **event, unsigned) { return *event = new long(0), 0; }
FAKE(cuEventDestroy_v2, long *event) { return delete event, 0; }
FAKE(cuEventRecord, long *event, void *) { return Exclusive(), *event = launches, 0; }
FAKE(cuEventSynchronize, long *) { return 0; }
// Whether the GPU is busy with other work until all is queued.
FAKE(cuEventQuery, long *) { return getenv("FAKE_DRIVER_BUSY") ? 600 : 0; }
FAKE(cuStreamIsCapturing, void *, int *status) { return Exclusive(), *status = capturing != nullptr, 0; }
// A kernel takes 5 us here.
FAKE(cuEventElapsedTime, float *milliseconds, long *from, long *to) {
  return *milliseconds = 0.005f * static_cast<float>(*to - *from), 0;
}
FAKE(cuGraphInstantiateWithFlags, Graph **exec, Graph *graph, unsigned long long) {
  return *exec = new Graph(*graph), 0;
}
FAKE(cuGraphLaunch, Graph *graph, void *) {
  Exclusive exclusive;
  launches += static_cast<long>(graph->size());
  if (!graph->empty())
    return runGraph(*graph);
  return 0;
}
FAKE(cuGraphDestroy, Graph *graph) { return delete graph, 0; }
FAKE(cuGraphExecDestroy, Graph *graph) { return delete graph, 0; }
// An assembler that knows no option.
FAKE(cuLinkCreate_v2, unsigned, int *, void **, std::string **state) { return *state = new std::string, 0; }
FAKE(cuLinkAddData_v2, std::string *state, int, const char *data, size_t size, const char *, unsigned, int *, void **) {
  std::string ptx(data, strnlen(data, size));
  if (ptx.find(".entry") == ptx.npos || ptx.find("bad.") != ptx.npos)
    return 218;
  return *state = assemble(ptx), 0;
}
FAKE(cuLinkComplete, std::string *state, const void **cubin, size_t *size) {
  return *cubin = state->data(), *size = state->size(), 0;
}
FAKE(cuLinkDestroy, std::string *state) { return delete state, 0; }
}
