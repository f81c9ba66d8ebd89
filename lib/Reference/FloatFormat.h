// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Float formats as numbers: roundoff, range, rounding, bit patterns.

#ifndef FUSION_LIB_REFERENCE_FLOATFORMAT_H
#define FUSION_LIB_REFERENCE_FLOATFORMAT_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinTypes.h"

namespace fusion::reference {

struct FloatFormat {
  FloatType type;
  unsigned bytes;
  int precision;       ///< bits of the significand, the implicit one included
  int minExponent;     ///< of the smallest normal number
  double roundoff;     ///< 2^-precision
  double minSubnormal; ///< smallest positive number
  double maxFinite;
  bool hasInfinity; ///< else NaN stands for what is too large

  static FloatFormat get(FloatType type);

  /// To nearest even; overflow gives infinity, or NaN where there is none. `round` of a bit pattern's value is that
  /// value.
  double round(double value) const;
  double decode(const char *bytes) const;
  /// `value` must be a value of the format: apply `round` first. NaN of 8 bits is 0x7F.
  void encode(double value, char *bytes) const;
};

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_FLOATFORMAT_H
