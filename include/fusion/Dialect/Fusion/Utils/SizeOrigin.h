// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What decides a size, so that equal sizes are known to be equal.

#ifndef FUSION_DIALECT_FUSION_UTILS_SIZEORIGIN_H
#define FUSION_DIALECT_FUSION_UTILS_SIZEORIGIN_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace fusion {

/// What decides a size: a number (`value` is null), a value (`dim` is negative), or a dimension of a tensor. Equal ones
/// are equal sizes; sizes whose origins differ may be equal all the same.
struct SizeOrigin {
  Value value;
  int64_t dim;

  bool operator==(const SizeOrigin &other) const { return value == other.value && dim == other.dim; }
  bool operator!=(const SizeOrigin &other) const { return !(*this == other); }

  static SizeOrigin get(OpFoldResult size);
  /// Of a dimension of a tensor, looked for through views, destinations and elementwise operations.
  static SizeOrigin get(Value tensor, int64_t dim);

  /// The size as an index, asked of what is reshaped, joined or padded, not of what that gives.
  Value materialize(OpBuilder &builder, Location loc) const;
};

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_SIZEORIGIN_H
