// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fuzzes the reader of .npy files.

#include "fusion/Runtime/Npy.h"
#include "fusion/Runtime/Process.h"

#include <cstdlib>

using namespace fusion;
using namespace fusion::runtime;

/// Reads the bytes as an .npy file, and every element of what that gives.
extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  auto file = MemoryFile::create("input.npy", {data, size});
  if (!file)
    std::abort();
  for (std::optional<FusionDType> wanted : {std::optional<FusionDType>(), std::optional(FUSION_BF16)}) {
    auto tensor = readNpy(file->path(), wanted);
    if (!tensor)
      continue;
    double sum = 0;
    for (int64_t i = 0; i < tensor->elements(); ++i)
      sum += tensor->valueAt(i);
    if (tensor->elements() < 0 || (tensor->elements() == 0 && sum != 0))
      std::abort();
  }
  return 0;
}
