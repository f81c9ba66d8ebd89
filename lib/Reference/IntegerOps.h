// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How integers are kept in lanes.

#ifndef FUSION_LIB_REFERENCE_INTEGEROPS_H
#define FUSION_LIB_REFERENCE_INTEGEROPS_H

#include "LaneKernels.h"
#include "llvm/Support/MathExtras.h"

namespace fusion::reference {

// Integers are kept sign-extended to 64 bits, but i1 as 0 or 1. integers[0] is the operands' width, integers[1] the
// result's. Where a compiled program may have other integers, an operation tries them if they are few; else nothing is
// known of its result.

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

/// Says that an integer is one from `first` to `last`. Its value may be none of them: that is what follows from a
/// float64, which may be between the numbers that narrower floats have there (2 of 1 + tanh(9) in f16). It stays, so
/// that it is the original graph's value, to which bounds are moved (`withBoundsOf`).
inline void setPossible(Register &dst, int l, int64_t first, int64_t last) {
  dst.lo[l].i = first;
  dst.hi[l].i = last;
}

/// Says that nothing is known of an integer of `width` bits. (An i1 is 0 or 1: operations on it try both.)
inline void setUnknown(Register &dst, int l, unsigned width) {
  dst.lo[l].i = width == 1 ? 0 : INT64_MIN;
  dst.hi[l].i = width == 1 ? 1 : INT64_MAX;
}

/// Says that an integer of `width` bits is one of the whole numbers from `low` to `high`, before they are cut to the
/// width. Nothing is known where they wrap round on the way.
inline void setRange(Register &dst, int l, int64_t low, int64_t high, unsigned width) {
  int64_t first = normalize(low, width), last = normalize(high, width);
  uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  if (first > last || static_cast<uint64_t>(last) - static_cast<uint64_t>(first) != span) {
    setUnknown(dst, l, width);
    return;
  }
  setPossible(dst, l, first, last);
}

/// Whether a compiled program has the value, and nothing else.
inline bool isCertain(const Register &r, int l) {
  return r.exact || (r.lo[l].i == r.hi[l].i && r.lo[l].i == r.value[l].i);
}

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_INTEGEROPS_H
