// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds fusion.map of scalar operations.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_MAPBUILDER_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_MAPBUILDER_H

#include "BodyPlan.h"
#include "mlir/IR/IRMapping.h"

namespace fusion {

/// Builds the fusion.map of `step`. `tensors` has what values of the body are as tensors; `space` is the loops in the
/// order of the results' dimensions. The map has size 1 along what its value does not depend on.
Value buildMap(OpBuilder &builder, linalg::LinalgOp op, const BodyStep &step, ArrayRef<int64_t> space,
               const IRMapping &tensors);

/// An operation of arith or math on tensors, and scalars, as a fusion.map. Null if it is none that works on elements.
Value buildMapOfTensors(OpBuilder &builder, Operation *op);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_MAPBUILDER_H
