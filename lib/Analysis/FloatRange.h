// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Intervals of floats: what is computed from positions as floats, for classify() of PositionCondition.

#ifndef FUSION_LIB_ANALYSIS_FLOATRANGE_H
#define FUSION_LIB_ANALYSIS_FLOATRANGE_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/APFloat.h"
#include <optional>

namespace fusion {

/// Numbers from `low` to `high`, both included and no NaN, and NaN where `nan` is set. Arithmetic rounds bounds outward
/// and takes denormal numbers to zero, so that a range holds what any rounding, contraction to fma or flush to zero
/// makes of the numbers in it.
struct FloatRange {
  APFloat low, high;
  bool nan = false;

  static FloatRange all(const llvm::fltSemantics &semantics);
  static FloatRange constant(const APFloat &value);
  static FloatRange fromIntegers(const ConstantIntRanges &integers, bool isSigned, const llvm::fltSemantics &semantics);

  /// The one number, if there is one and no NaN.
  std::optional<APFloat> getConstant() const;
  bool isFinite() const { return !nan && low.isFinite() && high.isFinite(); }

  FloatRange operator+(const FloatRange &other) const;
  FloatRange operator-(const FloatRange &other) const { return *this + -other; }
  FloatRange operator*(const FloatRange &other) const;
  FloatRange operator/(const FloatRange &other) const;
  FloatRange operator-() const;
  FloatRange abs() const;
  FloatRange convert(const llvm::fltSemantics &semantics) const;
  FloatRange join(const FloatRange &other) const;
  /// The larger of two numbers; NaN where one of them is.
  FloatRange maximum(const FloatRange &other) const;
  FloatRange minimum(const FloatRange &other) const { return -(-*this).maximum(-other); }

  enum Relation : unsigned { Equal = 1, Greater = 2, Less = 4, Unordered = 8 };
  /// The relations for which a predicate holds.
  static unsigned getRelations(arith::CmpFPredicate predicate);

  /// What a comparison gives for all numbers of both ranges, if it is the same.
  static std::optional<bool> compare(arith::CmpFPredicate predicate, const FloatRange &lhs, const FloatRange &rhs);
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_FLOATRANGE_H
