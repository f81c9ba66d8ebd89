// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where memory of the host program starts, as far as the program tells.

#ifndef FUSION_FAMILIES_COMMON_KNOWNALIGNMENT_H
#define FUSION_FAMILIES_COMMON_KNOWNALIGNMENT_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Value.h"

namespace fusion {

/// The largest power of two of bytes, 16 at most, of which the address of the first element of `memref` is a multiple
/// in every call; 1 where nothing is known. Known are the places of allocations, which are in the workspace, of
/// constants, of values of the initialise step, and of arguments of functions with `fusion.aligned`.
int64_t getKnownAlignment(Value memref);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_KNOWNALIGNMENT_H
