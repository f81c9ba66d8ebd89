// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integers that graphs write as floats, to subtract zero points and multiply with scales.

#ifndef FUSION_ANALYSIS_INTEGERSASFLOATS_H
#define FUSION_ANALYSIS_INTEGERSASFLOATS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// What casts between floats of 16 bits and more that do not saturate begin with: in relaxed numerics they round
/// nothing.
Value skipFloatCasts(Value value);

/// The integers that `value` is as floats, a tensor, and whether those have no sign: of a cast, or a map that is one.
/// Null where it is something else.
std::pair<Value, bool> getIntegers(Value value);

/// A whole number that all elements of a constant of floats are.
std::optional<int64_t> getWholeNumber(Value value);

} // namespace fusion

#endif // FUSION_ANALYSIS_INTEGERSASFLOATS_H
