// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Flags of operations that promise what no one checks.

#ifndef FUSION_LIB_TRANSFORMS_CHECKGRAPH_PROMISES_H
#define FUSION_LIB_TRANSFORMS_CHECKGRAPH_PROMISES_H

#include "mlir/IR/Operation.h"

namespace fusion {

/// Drops the flags of `op` by which LLVM takes some results for poison: that an integer does not overflow (nsw, nuw),
/// that nothing is lost of one (exact), that no float is NaN or infinite (nnan, ninf). The operation has one result for
/// every operand then. Whether there were any.
bool dropPromises(mlir::Operation *op);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_CHECKGRAPH_PROMISES_H
