// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations of the index dialect, which arith has too.

#ifndef FUSION_LIB_TRANSFORMS_CHECKGRAPH_INDEXOPS_H
#define FUSION_LIB_TRANSFORMS_CHECKGRAPH_INDEXOPS_H

#include "mlir/IR/Operation.h"

namespace fusion {

/// Replaces `op`, one of the index dialect, by that of arith with the same meaning: what is defined of arith's operands
/// (division by zero, shifts by the width) is defined of all. Whether it was one.
bool replaceIndexOp(mlir::Operation *op);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_CHECKGRAPH_INDEXOPS_H
