// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Asks the system for memory that is there.

#include "HostMemory.h"

#include <cstdint>
#include <cstdlib>
#include <sys/sysinfo.h>

using namespace fusion;
using namespace fusion::runtime;

/// Bytes of memory and swap space.
static uint64_t installedBytes() {
  struct sysinfo info;
  return sysinfo(&info) == 0 ? (uint64_t(info.totalram) + info.totalswap) * info.mem_unit : UINT64_MAX;
}

Expected<void *> runtime::allocateHostMemory(size_t bytes, size_t alignment) {
  if (uint64_t installed = installedBytes(); bytes > installed)
    return Error::make("out of memory: ", bytes, " bytes are wanted, and this machine has ", installed);
  void *pointer = std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
  if (!pointer)
    return Error::make("out of memory: ", bytes, " bytes are wanted");
  return pointer;
}
