// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise expressions seen as polynomials and products.

#ifndef FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_EXPRESSIONS_H
#define FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_EXPRESSIONS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <array>

namespace fusion {

/// Coefficients of 1, x, x², x³.
using Polynomial = std::array<double, 4>;

/// `value` as a polynomial in `x`, through sums, products, divisions by constants and constant powers of tensors of
/// x's type; nothing if it is none or of a higher degree.
std::optional<Polynomial> matchPolynomial(Value value, Value x);

/// a + b·x with b not 0; nothing if `value` is anything else.
std::optional<std::pair<double, double>> matchLinear(Value value, Value x);

/// The values of which `value` may be a polynomial: itself and what it is computed from.
SmallVector<Value> getPolynomialVariables(Value value);

/// `value` as constant · x · gate, through products and divisions by constants; gives the constant.
std::optional<double> matchGatedProduct(Value value, Value x, Value gate);

/// The factors of `value` that are no constants, intermediate products included.
SmallVector<Value> getFactors(Value value);

/// Whether two numbers are equal but for roundings to f32.
bool equalButForRounding(double a, double b);

/// Whether a float type has the number.
bool isNumberOf(double value, Type elementType);

/// Whether `value` is `exact`, or what it is rounded to `elementType`.
bool isRoundingOf(double value, double exact, Type elementType);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_EXPRESSIONS_H
