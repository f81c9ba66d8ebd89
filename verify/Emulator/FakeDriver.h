// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What FakeDriver.cpp leaves to others: EmulatedKernels.cpp interprets PTX, unittests/Runtime/FakeKernels.cpp
// knows some kernels by name.

#ifndef FUSION_VERIFY_EMULATOR_FAKEDRIVER_H
#define FUSION_VERIFY_EMULATOR_FAKEDRIVER_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fakedriver {

struct Module;
struct Function;

/// Null for an image that this driver cannot load.
Module *load(const void *image);
void unload(Module *module);
/// Null if the module has no kernel of that name. It may outlive the module.
Function *find(Module *module, const char *name);
const char *nameOf(const Function *function);
/// Blocks of the clusters that its code requires; 1 if it requires none.
unsigned clusterOf(const Function *function);
/// What cuLink makes of PTX, at least 64 bytes.
std::string assemble(const std::string &ptx);

/// Does its work when it is called; returns a CUresult.
using Launch = std::function<int()>;
struct LaunchSize {
  unsigned grid[3], block[3], sharedBytes;
  bool dependent; ///< may start before the launches before it have ended
};
/// Copies the parameters.
Launch makeLaunch(const Function *function, const LaunchSize &size, void **parameters);
/// Runs a graph of launches, which is not empty; or a part of it.
int runGraph(const std::vector<Launch> &launches);

/// The next launch waits for all before it: the host did, or something on the stream was no kernel.
void finishLaunches();

struct TensorMapRequest {
  int type, rank;
  void *address;
  const uint64_t *sizes, *strides; ///< innermost dimension first; strides in bytes, from the second dimension on
  const uint32_t *box;
  int swizzle;
};
/// Fills the 128 bytes at `map`.
void encode(const TensorMapRequest &request, void *map);

/// Device memory: address, bytes.
std::map<uint64_t, uint64_t> &allocations();

} // namespace fakedriver

#endif // FUSION_VERIFY_EMULATOR_FAKEDRIVER_H
