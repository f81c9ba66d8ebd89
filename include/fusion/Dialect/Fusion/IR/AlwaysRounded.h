// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types to which every kernel rounds.

#ifndef FUSION_DIALECT_FUSION_IR_ALWAYSROUNDED_H
#define FUSION_DIALECT_FUSION_IR_ALWAYSROUNDED_H

#include "mlir/IR/BuiltinTypes.h"

namespace fusion {

/// Whether kernels round each value of `elementType` to it, in all numerics: floats of 8 bits, which a graph casts to
/// for their rounding. Of wider floats strict kernels alone do.
inline bool isAlwaysRounded(mlir::Type elementType) {
  return mlir::isa<mlir::FloatType>(elementType) && elementType.getIntOrFloatBitWidth() <= 8;
}

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_ALWAYSROUNDED_H
