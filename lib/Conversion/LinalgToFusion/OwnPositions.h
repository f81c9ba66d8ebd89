// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements that a body extracts at its own position become operands.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_OWNPOSITIONS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_OWNPOSITIONS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// What bodies of parallel loops extract from tensors at their own positions becomes an operand, so that it is a view
/// or a broadcast where nothing else is computed. Positions are compared with sizes as far as the graph tells them.
void readOwnPositions(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_OWNPOSITIONS_H
