// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// n / (1 + e^z) within 4 ULP of f32.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_PRECISELOGISTIC_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_PRECISELOGISTIC_H

#include "MathBuilder.h"

namespace fusion::mathexpand {

/// z = x (c1 x^2 + c0), as gelu has it. The constants stand for high + low: what f32 rounded off is in `low`.
struct Cubic {
  Value x, square;
  std::pair<double, double> c0, c1;
};

/// `y`, computed as n / (1 + e^z), or n where that is infinite and the divisor is not.
Expr keepInfinite(Expr n, Expr z, Expr y);

/// For any n. `low` is the rounding error of z, or null. From |z| = 174 on the exponential is zero; only an infinite
/// one gives NaN for an infinite n.
Expr preciseLogistic(Expr n, Expr z, Expr low);

/// z = factor * x, |factor| in [2^-100, 2^100], where |n| is at most 5792 = 2^12.5 if factor * x is 112.6 or more:
/// n 2^-162.5 is zero then.
Expr linearLogistic(Expr n, Expr x, double factor);

/// The same of a cubic in x whose constants have the same sign, |c0| in [2^-100, 2^100] and |c1| at most 2^20 |c0|.
Expr cubicLogistic(Expr n, Expr x, const Cubic &z);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_PRECISELOGISTIC_H
