// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The one table from scalar arith and math operations to elementwise fusion operations.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_SCALARFORMS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_SCALARFORMS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/PatternMatch.h"
#include <functional>
#include <string>

namespace fusion {

/// Builds the fusion form on tensor operands that stand for the scalar operands of the operation it was looked up for.
/// The result has the broadcast shape of the operands.
using TensorFormBuilder = std::function<Value(OpBuilder &, Location, ValueRange)>;

/// The fusion form of `op`, which works on scalars or on tensors; null with a reason where there is none.
TensorFormBuilder lookupTensorForm(Operation *op, std::string &reason);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_SCALARFORMS_H
