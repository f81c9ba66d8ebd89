// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The quotients n / (1 + e^z) of a program.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_LOGISTIC_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_LOGISTIC_H

#include "MathBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion::mathexpand {

/// Exponents of approximate forms are shifted by it, so that instructions that flush subnormal numbers keep all results
/// (Logistic.cpp).
constexpr double kShift = 24;

/// divf(n, addf(1, exp(z))), the sum's operands in either order, of f32 values; its roundings inside are no part of its
/// meaning.
struct Logistic {
  arith::DivFOp quotient;
  arith::AddFOp sum;
  math::ExpOp exp;

  bool isApproximate() const;
  bool usesApproxTanh() const;
  /// Replaces the quotient, and erases what only it used.
  void replace(RewriterBase &rewriter, Value result);
  void eraseDead(RewriterBase &rewriter);
};

/// Null, with the reason, for what is no such quotient.
std::optional<Logistic> matchLogistic(arith::DivFOp op, StringRef &reason);

/// One whose tail needs no care: n is a small constant, or x itself where n is small wherever the quotient is not zero.
struct SimpleLogistic {
  Value x;
  double c0, c1;                  ///< z = x (c1 x^2 + c0), of one sign
  std::optional<double> constant; ///< n, if it is not x

  /// |z| log2(e) with the sign given, + `offset`.
  Expr exponent(Expr x, double sign, double offset) const;
};

std::optional<SimpleLogistic> matchSimpleLogistic(Logistic logistic);

/// Computes approximate logistic functions on NVPTX two by two (LogisticPairs.cpp).
void pairLogistics(Operation *root, RewriterBase &rewriter);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_LOGISTIC_H
