// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Between which numbers a float surely lies.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_FLOATBOUNDS_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_FLOATBOUNDS_H

#include "mlir/IR/Value.h"
#include <limits>

namespace fusion::mathexpand {

/// Numbers that a value does not go beyond, unless it is NaN: a quotient by NaN is NaN, whichever instruction computes
/// it. (FloatRange of lib/Analysis counts NaN as a number of the range.) Roundings and approximate instructions are
/// counted in.
struct FloatBounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

/// What follows from the operations that make `value`, a scalar or vector of f32 or narrower floats:
///
///   %m = math.exp %n : f32      [0, 1], where %n is the negative of math.absf
///   %d = arith.addf %m, %one    [1, 2]
FloatBounds getBounds(mlir::Value value);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_FLOATBOUNDS_H
