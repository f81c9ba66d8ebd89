// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The memory of partial tiles, on the host.

#ifndef FUSION_FAMILIES_PRODUCT_PARTIALTILEMEMORY_H
#define FUSION_FAMILIES_PRODUCT_PARTIALTILEMEMORY_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Builders.h"

namespace fusion::async {

/// The memory in which partial tiles wait, one for all variants of a kernel whose tails are alike: one variant runs.
class PartialTileMemory {
public:
  /// The memref of i8, `bytes` of it; allocated in front of all of `kernel`'s launches.
  Value get(OpBuilder &builder, Operation *kernel, function_ref<Value(OpBuilder &)> bytes);

private:
  Value memory;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_PARTIALTILEMEMORY_H
