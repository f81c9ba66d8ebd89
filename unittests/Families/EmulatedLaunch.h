// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A launch of a kernel in the emulator.

#ifndef FUSION_UNITTESTS_FAMILIES_EMULATEDLAUNCH_H
#define FUSION_UNITTESTS_FAMILIES_EMULATEDLAUNCH_H

#include <cstdint>
#include <string>
#include <vector>

namespace fusion {

/// A launch of a kernel in the emulator (verify/Emulator), whose faults are exceptions.
class EmulatedLaunch {
public:
  EmulatedLaunch(unsigned blocks, unsigned threads, unsigned sharedBytes)
      : blocks(blocks), threads(threads), sharedBytes(sharedBytes) {}

  /// The next parameter: memory, or a tensor map of a matrix and its boxes.
  void addPointer(std::vector<uint8_t> &memory);
  void addTensorMap(std::vector<uint8_t> &memory, unsigned elementBytes, unsigned rows, unsigned columns,
                    unsigned boxRows, unsigned boxColumns);
  /// Runs kernel `name` of a PTX module, its threads in an order that `seed` draws. Returns what is wrong, or nothing.
  std::string run(const std::string &ptx, const std::string &name, uint64_t seed) const;

private:
  unsigned blocks, threads, sharedBytes;
  std::vector<std::vector<uint8_t>> parameters;
  std::vector<std::pair<uint64_t, uint64_t>> allocations; ///< address, bytes
};

} // namespace fusion

#endif // FUSION_UNITTESTS_FAMILIES_EMULATEDLAUNCH_H
