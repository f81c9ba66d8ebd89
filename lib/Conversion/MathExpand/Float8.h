// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions between f32 and the 8-bit floats, whose values are bytes (i8, or vectors of them).

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_FLOAT8_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_FLOAT8_H

#include "MathBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace fusion::mathexpand {

/// f8E4M3FN or f8E5M2, or a vector or memref of it.
inline bool isFloat8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type)); }

/// A format, by the numbers that conversions need.
struct Float8 {
  int mantissaBits, bias;
  bool hasInfinity;
  uint32_t firstOverflow; ///< bits of the least f32 that is rounded to no finite number
  StringRef name;         ///< in PTX, of a pair

  static Float8 get(Type type);
};

/// To f32. Exact; NaN becomes the quiet NaN of f32 without a sign.
Expr emitFromFloat8(Expr bytes, const Float8 &format);
/// From f32, to nearest even; overflow gives an infinity, or NaN where there is none. NaN is 0x7F.
Expr emitToFloat8(Expr x, const Float8 &format);

/// The same by instructions, which convert two numbers at once, of the chips that have them (ChipTable). Scalars, or
/// vectors of rank 1.
Expr emitFromFloat8ByInstructions(Expr bytes, const Float8 &format);
Expr emitToFloat8ByInstructions(Expr x, const Float8 &format);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_FLOAT8_H
