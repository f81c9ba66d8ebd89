// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds what an opcode does.

#include "Operations.h"

using namespace emulator;

const Operation *emulator::findOperation(const std::vector<std::string> &words) {
  for (size_t count = words.size(); count > 0; --count) {
    std::string name = words[0];
    for (size_t i = 1; i < count; ++i)
      name += "." + words[i];
    for (const Operations *operations :
         {&scalarOperations(), &memoryOperations(), &bulkOperations(), &matrixOperations(), &syncOperations()})
      if (auto found = operations->find(name); found != operations->end())
        return &found->second;
  }
  return nullptr;
}
