// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pieces of the exponential that other functions are made of.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_EXP_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_EXP_H

#include "MathBuilder.h"

namespace fusion::mathexpand {

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2 = 0.69314718055994530942;

/// (1 + fraction) 2^exponent, 1 + fraction in [0.7, 1.42]. The sum is left to the user, who can multiply by it with one
/// rounding: y (1 + fraction) = fma(y, fraction, y).
struct Scaled {
  Expr fraction, exponent;

  Expr mantissa() const { return fraction + 1.0; }
};

/// 2^n for an i32 n in [-126, 127]; 0 for -127.
Expr pow2(Expr n);
/// x 2^n, rounded once, for n in [-252, 254].
Expr scale(Expr x, Expr n);
/// The nearest integer of x (|x| < 2^22) as a float and as i32.
struct Rounded {
  Expr value, integer;
};
Rounded roundNearest(Expr x);
/// The same of x y, which is not rounded before.
Rounded roundProduct(Expr x, Expr y);

/// e^(x + low) for |x| <= 1000 and a tiny `low` (a rounding error of x; null if none).
Scaled expParts(Expr x, Expr low = {nullptr, {}});
/// 2^(x + low), likewise.
Scaled exp2Parts(Expr x, Expr low = {nullptr, {}});
/// 2^r - 1 for |r| <= 0.5: relative error 5.4e-9.
Expr exp2Fraction(Expr r);
/// e^x - 1 for -1000 <= x <= 88.
Expr expm1Core(Expr x);

/// For n 2^-t with t >= 0 where |n| is at most 2^12.5 if t is 162.5 or more: the product is computed 2^kTailShift times
/// as large, by factors that are normal numbers. From kTailEnd - 1/2 on 2^-t counts as zero, as pow2(-127) is, so that
/// an infinite n gives NaN. t is limited to kTailLimit, which leaves a positive fraction, so that zero keeps n's sign.
constexpr double kTailEnd = 163, kTailLimit = kTailEnd - 0.25, kTailShift = kTailEnd - 127;
constexpr double kTailUnit = 0x1p-36; ///< 2^-kTailShift

/// e^x, 2^x, as far as the operation's accuracy asks for.
Expr emitExp(Expr x);
Expr emitExp2(Expr x);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_EXP_H
