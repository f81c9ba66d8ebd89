// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where tensors are going to lie in memory, as far as that can be told before bufferization.

#ifndef FUSION_ANALYSIS_MEMORYLAYOUT_H
#define FUSION_ANALYSIS_MEMORYLAYOUT_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace fusion {

/// The memref that bufferization is expected to make of a tensor that is read: slices are parts of what they are slices
/// of, and all else has memory of its own, row-major. An expectation: nothing is wrong where it fails, but for time.
MemRefType expectReadLayout(Value tensor);

/// The same of a tensor that a kernel writes: what is put into another tensor is written there.
MemRefType expectWriteLayout(Value result);

/// Its dimensions in another order.
MemRefType permuteLayout(MemRefType type, ArrayRef<int64_t> permutation);

} // namespace fusion

#endif // FUSION_ANALYSIS_MEMORYLAYOUT_H
