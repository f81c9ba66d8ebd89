// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What becomes of the scalar operations of an all-parallel body.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_BODYPLAN_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_BODYPLAN_H

#include "ScalarForms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// A value of a body that becomes a tensor: by the named operation that stands for the scalar one, or by a fusion.map.
struct BodyStep {
  Value value;
  TensorFormBuilder form;          ///< of the operation that defines `value`; null: it is a map
  SmallVector<Operation *> mapped; ///< the operations of the map, in order; none: `value` is an argument
};

/// The plan of a body. Named operations stay named, so that activations can be raised; what has no name, between them,
/// is in maps, one for each value that a named operation or the yield needs.
struct BodyPlan {
  SmallVector<BodyStep> steps; ///< in an order in which each can be built
  std::string reason;          ///< why the body cannot be converted; empty if it can

  static BodyPlan get(linalg::LinalgOp op);
};

/// Whether the operand that `argument` of a body stands for is read as a tensor that broadcasts: not through a map that
/// computes places.
bool isReadAligned(linalg::LinalgOp op, BlockArgument argument);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_BODYPLAN_H
