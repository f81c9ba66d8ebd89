// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pieces of the exponential that other functions are made of.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_EXP_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_EXP_H

#include "MathBuilder.h"

namespace mlir::fusion::mathexpand {

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2 = 0.69314718055994530942;

/// (1 + fraction) 2^exponent, 1 + fraction in [0.7, 1.42]. The sum is left to the user, who can multiply by it with one
/// rounding: y (1 + fraction) = fma(y, fraction, y).
struct Scaled {
  Expr fraction, exponent;

  Expr mantissa() const { return fraction + 1.0; }
};

/// 2^n for an i32 n in [-126, 127].
Expr pow2(Expr n);
/// x 2^n, rounded once, for n in [-252, 254].
Expr scale(Expr x, Expr n);
/// The nearest integer of x (|x| < 2^22) as a float and as i32.
struct Rounded {
  Expr value, integer;
};
Rounded roundNearest(Expr x);

/// e^(x + low) for |x| <= 1000 and a tiny `low` (a rounding error of x; null if none).
Scaled expParts(Expr x, Expr low = {nullptr, {}});
/// 2^(x + low), likewise.
Scaled exp2Parts(Expr x, Expr low = {nullptr, {}});
/// e^x - 1 for -1000 <= x <= 88.
Expr expm1Core(Expr x);

/// e^x, 2^x, as far as the operation's accuracy asks for.
Expr emitExp(Expr x);
Expr emitExp2(Expr x);

} // namespace mlir::fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_EXP_H
