// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integers of a map's region in 32 bits.

#ifndef FUSION_LIB_FAMILIES_COMMON_NARROWSCALARS_H
#define FUSION_LIB_FAMILIES_COMMON_NARROWSCALARS_H

#include "fusion/Analysis/ScalarWidth.h"
#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// Computes what a map's region has as indices, or integers of 64 bits, in 32 bits where these hold it: an operation of
/// 64 bits takes a GPU two to four instructions.
class NarrowScalars {
public:
  NarrowScalars(KernelBuilder &kb, MapOp map) : kb(kb), known(findNarrowScalars(map)) {}

  /// What `op` of the region gives, in its own type; null where it needs 64 bits, or none of it is so wide. `getScalar`
  /// gives an operand of it that is no constant, in its own type or null.
  Value build(Operation *op, llvm::function_ref<Value(Value operand)> getScalar);

private:
  bool isSameInNarrow(Operation *op) const;
  Value getNarrow(Value operand, llvm::function_ref<Value(Value)> getScalar);
  Value widen(Value scalar, Value result);

  KernelBuilder &kb;
  llvm::DenseMap<Value, NarrowScalar> known;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_COMMON_NARROWSCALARS_H
