// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants of tensor graphs: reading splats, making scalars.

#ifndef FUSION_DIALECT_FUSION_UTILS_CONSTANTS_H
#define FUSION_DIALECT_FUSION_UTILS_CONSTANTS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/APFloat.h"
#include <optional>

namespace fusion {

/// The value of a float constant all of whose elements are equal, rank-0 tensors and scalars included; else nothing.
std::optional<llvm::APFloat> getSplatFloat(Value value);

/// The same as a double, which holds every value of the supported float types.
std::optional<double> getSplatDouble(Value value);

/// Whether `value` is a splat of +0.0 or -0.0, seen through linalg.fill and linalg.broadcast.
bool isZeroTensor(Value value);

/// A rank-0 tensor constant of a float element type, rounded to it.
Value createScalarTensor(OpBuilder &builder, Location loc, Type elementType, double value);

/// A scalar as a rank-0 tensor: a constant where the scalar is one, else tensor.from_elements.
Value wrapScalar(OpBuilder &builder, Location loc, Value scalar);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_CONSTANTS_H
