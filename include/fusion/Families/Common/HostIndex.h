// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Index arithmetic of the host program.

#ifndef FUSION_FAMILIES_COMMON_HOSTINDEX_H
#define FUSION_FAMILIES_COMMON_HOSTINDEX_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Builders.h"

namespace fusion {

/// Index arithmetic of the host program, folded where operands are constants. Sizes are not negative.
struct HostIndex {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t value);
  Value dim(Value memref, int64_t position);
  /// Address of the first element.
  Value address(Value memref);

  Value add(Value x, Value y);
  Value sub(Value x, Value y);
  Value mul(Value x, Value y);
  Value div(Value x, Value y);
  Value ceilDiv(Value x, Value y);
  Value rem(Value x, Value y);
  Value min(Value x, Value y);
  Value orI(Value x, Value y);
  Value mul(Value x, int64_t y) { return mul(x, constant(y)); }
  Value ceilDiv(Value x, int64_t y) { return ceilDiv(x, constant(y)); }
  Value rem(Value x, int64_t y) { return rem(x, constant(y)); }
  Value min(Value x, int64_t y) { return min(x, constant(y)); }

  // i1:
  Value equals(Value x, int64_t y);
  Value isPositive(Value x);
  Value isAtMost(Value x, int64_t y);
  Value isMultipleOf(Value x, int64_t powerOfTwo);
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_HOSTINDEX_H
