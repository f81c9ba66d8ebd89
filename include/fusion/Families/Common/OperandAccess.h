// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses of a kernel's operands along its iteration space.

#ifndef FUSION_FAMILIES_COMMON_OPERANDACCESS_H
#define FUSION_FAMILIES_COMMON_OPERANDACCESS_H

#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion {

/// An input or output as it is spread over a kernel's iteration space [outer..., row, column]. Strides are in bytes
/// (i64), null where it does not vary.
struct OperandAccess {
  Type elementType;
  Value pointer;                                ///< of the first element
  Value base;                                   ///< the same at the outer indices entered last
  SmallVector<std::pair<int64_t, Value>> outer; ///< position among the outer indices, stride
  Value rowStride, colStride;

  /// `rank` is that of the iteration space, with which the argument's dimensions are aligned at the end. Of one of
  /// more dimensions the addresses are not known here (ScatterStore).
  static OperandAccess get(KernelBuilder &kb, const MemRefArgument &argument, int64_t rank);
  /// Fixes the outer indices (i64) for the addresses that follow.
  void enterOuter(KernelBuilder &kb, ValueRange indices);
  /// Address of an element; row and column are i32 or i64, and ignored where the operand does not vary.
  Value address(KernelBuilder &kb, Value row, Value col) const;
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_OPERANDACCESS_H
