// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory of the host, with an error where there is not that much.

#ifndef FUSION_LIB_RUNTIME_HOSTMEMORY_H
#define FUSION_LIB_RUNTIME_HOSTMEMORY_H

#include "fusion/Runtime/Error.h"

#include <cstddef>

namespace fusion::runtime {

/// Memory for std::free. Fails where more is wanted than the machine has: the system would give the addresses, and end
/// the process at a write. The error says how many bytes were wanted.
Expected<void *> allocateHostMemory(size_t bytes, size_t alignment);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_HOSTMEMORY_H
