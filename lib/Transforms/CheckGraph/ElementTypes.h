// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Element types that verifiers let pass and upstream's lowerings do not take: they make invalid IR of them, or assert.

#ifndef FUSION_LIB_TRANSFORMS_CHECKGRAPH_ELEMENTTYPES_H
#define FUSION_LIB_TRANSFORMS_CHECKGRAPH_ELEMENTTYPES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// Emits an error at an operation of TOSA or linalg that is not defined for the element types it has.
LogicalResult checkElementTypes(Operation *op);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_CHECKGRAPH_ELEMENTTYPES_H
