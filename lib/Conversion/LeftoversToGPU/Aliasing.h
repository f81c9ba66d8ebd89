// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which memory of the host program may be the same.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_ALIASING_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_ALIASING_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Value.h"

namespace fusion {

/// The memory that `memref`, on the host, is a view of.
Value getRoot(Value memref);

/// Whether it is known where the memory of `root` comes from: allocated here, shared memory of a launch, or an argument
/// of the entry, of which those that are written overlap no other (docs/Arguments.md).
bool isOrigin(Value root);

/// Whether two roots may be the same memory: what a branch yields, or a loop carries, may be any that has another name.
bool mayAlias(Value root, Value other);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_ALIASING_H
