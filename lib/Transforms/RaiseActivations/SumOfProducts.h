// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise expressions multiplied out: sums of products of a few values, whatever the order and the brackets.

#ifndef FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_SUMOFPRODUCTS_H
#define FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_SUMOFPRODUCTS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <map>

namespace fusion {

/// What a product is made of: a value, or the function of one. Two logistic functions of one value are one factor.
struct Factor {
  enum class Kind { Plain, Logistic, Tanh, Erf, Exp };
  Kind kind;
  Value of;

  bool operator<(const Factor &other) const {
    return std::make_pair(kind, of.getAsOpaquePointer()) < std::make_pair(other.kind, other.of.getAsOpaquePointer());
  }
  bool operator==(const Factor &other) const { return kind == other.kind && of == other.of; }
};

/// The factors of a product, each with how often it occurs.
using Product = std::map<Factor, unsigned>;

/// Products with their constants.
struct SumOfProducts {
  std::map<Product, double> terms;
  SmallVector<Factor> order; ///< of `multiplyOut`: the factors in the order of the expression

  void add(const Product &product, double constant) { terms[product] += constant; }
  /// Leaves out what cancelled.
  void dropZeros();
};

/// `value` multiplied out, down to functions and to values that are no sums, products or divisions by constants, and to
/// those that have neither `x` nor a function in them. Nothing if there are too many terms.
std::optional<SumOfProducts> multiplyOut(Value value, Value x);

/// The functions that `value` is a sum of products of, as far as a few steps show.
SmallVector<Factor> findFunctions(Value value);

/// The product that `sum` is `pattern` times, with its constant; nothing if it is no multiple of it. The factors of
/// `pattern` are none of that product's.
std::optional<std::pair<Product, double>> divide(const SumOfProducts &sum, const SumOfProducts &pattern);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_SUMOFPRODUCTS_H
