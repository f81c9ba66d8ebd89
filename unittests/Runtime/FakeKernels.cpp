// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels of Modules/cuda.c and Modules/hopper.c, on the host; any other does nothing. A function is its name,
// which may end in the size of its clusters: _cluster16.

#include "verify/Emulator/FakeDriver.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

using namespace fakedriver;

struct fakedriver::Module {};

Module *fakedriver::load(const void *image) {
  static Module module;
  return memcmp(image,
                "\x7f"
                "ELF",
                4) == 0
             ? &module
             : nullptr;
}
void fakedriver::unload(Module *) {}

Function *fakedriver::find(Module *, const char *name) {
  static std::mutex mutex; // several threads load modules
  static std::set<std::string> names;
  std::lock_guard<std::mutex> lock(mutex);
  return reinterpret_cast<Function *>(const_cast<char *>(names.insert(name).first->c_str()));
}
const char *fakedriver::nameOf(const Function *function) { return reinterpret_cast<const char *>(function); }
unsigned fakedriver::clusterOf(const Function *function) {
  const char *size = strstr(nameOf(function), "_cluster");
  return size ? static_cast<unsigned>(strtoul(size + strlen("_cluster"), nullptr, 10)) : 1;
}

// An assembler that makes nothing of PTX.
std::string fakedriver::assemble(const std::string &) {
  return std::string("\x7f"
                     "ELF") +
         std::string(60, '\0');
}

namespace {
/// What is kept of a tensor map.
struct TensorMap {
  float *address;
  uint64_t rowBytes;
};
} // namespace

void fakedriver::encode(const TensorMapRequest &request, void *map) {
  TensorMap result{static_cast<float *>(request.address), request.rank > 1 ? request.strides[0] : 0};
  memcpy(map, &result, sizeof(result));
}

/// Copies the matrix of a map to rows without gaps.
static Launch makeCopy(void **params) {
  TensorMap map;
  memcpy(&map, params[0], sizeof(map));
  float *out = *static_cast<float **>(params[1]);
  int rows = *static_cast<int *>(params[2]), columns = *static_cast<int *>(params[3]);
  return [=] {
    for (int i = 0; i < rows; ++i)
      memcpy(out + i * columns, reinterpret_cast<char *>(map.address) + i * map.rowBytes, columns * 4);
    return 0;
  };
}

Launch fakedriver::makeLaunch(const Function *function, const LaunchSize &, void **params) {
  std::string kernel = nameOf(function);
  if (kernel == "tma_copy")
    return makeCopy(params);
  if (kernel != "scale" && kernel != "increment")
    return [] { return 0; };
  auto pointer = [&](int i) { return *static_cast<float **>(params[i]); };
  float *in = pointer(0), *out = pointer(1);
  if (kernel == "scale") {
    float *factor = pointer(2);
    int n = *static_cast<int *>(params[3]);
    return [=] {
      for (int i = 0; i < n; ++i)
        out[i] = in[i] * *factor;
      return 0;
    };
  }
  int n = *static_cast<int *>(params[2]);
  return [=] {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] + 1;
    return 0;
  };
}

void fakedriver::finishLaunches() {}

// Graphs hold the same calls over and over.
int fakedriver::runGraph(const std::vector<Launch> &launches) { return launches.front()() + launches.back()(); }
