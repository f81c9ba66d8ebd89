// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lays parameters out, and runs a kernel in the emulator.

#include "EmulatedLaunch.h"

#include "verify/Emulator/Machine.h"

using namespace emulator;
using namespace fusion;

template <typename T> static std::vector<uint8_t> toBytes(const T &value, size_t bytes) {
  std::vector<uint8_t> result(bytes);
  std::memcpy(result.data(), &value, sizeof(value));
  return result;
}

void EmulatedLaunch::addPointer(std::vector<uint8_t> &memory) {
  auto address = reinterpret_cast<uint64_t>(memory.data());
  allocations.emplace_back(address, memory.size());
  parameters.push_back(toBytes(address, sizeof(address)));
}

void EmulatedLaunch::addTensorMap(std::vector<uint8_t> &memory, unsigned elementBytes, unsigned rows, unsigned columns,
                                  unsigned boxRows, unsigned boxColumns) {
  TensorMap map;
  map.address = reinterpret_cast<uint64_t>(memory.data());
  map.rank = 2;
  map.elementBytes = static_cast<uint16_t>(elementBytes);
  map.sizes[0] = columns, map.sizes[1] = rows;
  map.strides[0] = uint64_t(columns) * elementBytes;
  map.box[0] = boxColumns, map.box[1] = boxRows;
  while (map.swizzle < 3 && map.rowBytes() < boxColumns * elementBytes)
    ++map.swizzle;
  parameters.push_back(toBytes(map, 128));
}

std::string EmulatedLaunch::run(const std::string &ptx, const std::string &name, uint64_t seed) const {
  try {
    auto kernels = parse(ptx);
    const Kernel &kernel = kernels.at(name);
    Launch launch;
    launch.kernel = &kernel;
    launch.grid[0] = blocks, launch.threads[0] = threads, launch.sharedBytes = sharedBytes;
    launch.parameters.resize(kernel.parameterBytes);
    if (parameters.size() != kernel.parameterSizes.size())
      return "the kernel has " + std::to_string(kernel.parameterSizes.size()) + " parameters, and gets " +
             std::to_string(parameters.size());
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].size() != kernel.parameterSizes[i])
        return "parameter " + std::to_string(i) + " has " + std::to_string(kernel.parameterSizes[i]) + " bytes";
      std::copy(parameters[i].begin(), parameters[i].end(), launch.parameters.begin() + kernel.parameterOffsets[i]);
    }
    Allocations all(allocations.begin(), allocations.end());
    Machine(all, seed).run(launch);
    return "";
  } catch (const std::exception &fault) {
    return fault.what();
  }
}
