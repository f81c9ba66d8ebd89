// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions that a narrower rounding may follow (truncateToOdd of Fusion.h is the one of floats).

#ifndef FUSION_DIALECT_FUSION_IR_ROUNDTOODD_H
#define FUSION_DIALECT_FUSION_IR_ROUNDTOODD_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Builders.h"

namespace fusion {

/// An integer (or a vector of them) in f32, rounded to odd where f32 does not hold it. Rounded to f16 or bf16
/// afterwards, it gives what rounding once would. More than 64 bits are rounded to f64 first.
Value convertToOdd(OpBuilder &builder, Location loc, Value integer, bool isSigned);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_ROUNDTOODD_H
