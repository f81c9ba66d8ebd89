// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How integers are kept in lanes.

#ifndef FUSION_LIB_REFERENCE_INTEGEROPS_H
#define FUSION_LIB_REFERENCE_INTEGEROPS_H

#include "LaneKernels.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::fusion::reference {

// Integers are kept sign-extended to 64 bits, but i1 as 0 or 1. integers[0] is the operands' width, integers[1] the
// result's. Where a compiled program may have another integer, nothing is known of the result, except for i1, whose
// two values are tried.

inline int64_t normalize(int64_t value, unsigned width) {
  if (width == 1)
    return value & 1;
  return width >= 64 ? value : llvm::SignExtend64(value, width);
}
inline uint64_t asUnsigned(int64_t value, unsigned width) {
  return width >= 64 ? value : static_cast<uint64_t>(value) & llvm::maskTrailingOnes<uint64_t>(width);
}
inline int64_t asSigned(int64_t value, unsigned width) { return width == 1 ? -value : value; }

inline unsigned getWidth(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto floatType = dyn_cast<FloatType>(type))
    return floatType.getWidth();
  return type.isIndex() ? 64 : cast<IntegerType>(type).getWidth();
}

/// Says that nothing is known of an integer of `width` bits. (An i1 is 0 or 1: operations on it try both.)
inline void setUnknown(Register &dst, int l, unsigned width) {
  dst.lo[l].i = width == 1 ? 0 : INT64_MIN;
  dst.hi[l].i = width == 1 ? 1 : INT64_MAX;
}

inline bool isCertain(const Register &r, int l) { return r.exact || r.lo[l].i == r.hi[l].i; }

} // namespace mlir::fusion::reference

#endif // FUSION_LIB_REFERENCE_INTEGEROPS_H
