// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a compiled program rounds where: the part of the bound that depends on types, kernels and numerics.

#ifndef FUSION_LIB_REFERENCE_ROUNDINGMODEL_H
#define FUSION_LIB_REFERENCE_ROUNDINGMODEL_H

#include "Interval.h"
#include "fusion/Reference/Interpreter.h"

namespace fusion::reference {

/// Errors of functions in units of 2⁻²⁴ (half an ULP of f32); docs/Numerics.md lists them. Up to kBasic they are
/// correctly rounded, and so are quotients except where approximate ones are allowed.
enum FunctionError { kExact = 0, kBasic = 1, kQuotient = 2, kMath = 4, kComposite = 8 };

/// Products of a contraction: what accumulation adds to each element.
struct ContractionError {
  double perTerm;               ///< times (K + 2) · Σ|a||b|
  double ofOperand;             ///< times Σ|a||b|: operands rounded on the way in (tf32)
  double maxFinite = kInfinity; ///< of the accumulator
  bool splits = false;          ///< operands are split in halves, which of an infinite one give NaN
  double underflow = 0;         ///< times K + 2: products and sums below the normal numbers
  double lostPart = 0;          ///< times Σ|a| + Σ|b|: what of an operand is below the numbers of tf32
  /// Tensor cores line products up by the exponents of their operands, and take that of a subnormal number for the
  /// least normal one's: it counts as this. 0 for units that do not.
  double leastNormal = 0;
  double infinite = kInfinity; ///< the magnitude from which on an operand may be rounded to infinity
  double mostExact = 0x1p24;   ///< up to which sums of whole numbers are exact, in any order
};

/// On products in f32 whose operands are 8-bit floats times scales of blocks along K: what tensor cores multiply may be
/// the 8-bit floats, and their sums are multiplied with the scales.
inline constexpr llvm::StringLiteral kBlockScaledAttrName = "reference.block_scaled";

/// The model for one op (a linalg op, a fusion op, a scalar op) at its place in the module.
class RoundingModel {
public:
  RoundingModel(Operation *scope, const InterpreterOptions &options);

  /// Of an operation whose f32 (or f64) form has an error of `error`, with results of type `type`. `rounds`: whether
  /// the result may need rounding to its type although the operation itself is exact (a cast).
  Rounding get(Type type, FunctionError error, bool rounds = true) const;
  /// The same of `op`. Of the interpreter's own values too where only constants go in: the compiler may compute that in
  /// the op's type, and then the fused form has a constant, which rounds nothing.
  Rounding getOf(Operation *op, Type type, FunctionError error, bool rounds = true) const;
  /// Of a conversion to `type` of numbers that f32 does not hold (wide integers, f64). What stays in f32 is rounded to
  /// odd there, by up to one unit, so that it can be rounded again.
  Rounding getOfWide(Operation *op, Type type) const;
  /// Of storing a value to a tensor of `type`.
  static Rounding getStore(Type type);
  /// Error of the tanh that tanh, sigmoid, silu and gelu are made of, where it is more than that of other functions.
  double getTanhError() const;
  /// Whether functions that grow to ±1 are exact where they reach it. In float64 they are rounded there: 1 + erf(-9) is
  /// 0 for float64, and 2.3e-19 for a kernel that knows better.
  bool saturates() const { return !options.ofFloat64; }
  const InterpreterOptions &getOptions() const { return options; }
  ContractionError getContraction(Type lhsType, Type rhsType) const;
  /// Of summing terms of `type` one by one, in any order, times the number of terms and the sum of their magnitudes.
  double getSum(Type type) const;

private:
  Operation *scope;
  InterpreterOptions options;
  bool inRelaxedKernel; ///< in a kernel whose ops do not round one by one
  bool isFast;          ///< in a kernel under fast numerics
  bool approximate;     ///< the kernel has narrow outputs (hasNarrowOutputs): fast functions are allowed
};

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_ROUNDINGMODEL_H
