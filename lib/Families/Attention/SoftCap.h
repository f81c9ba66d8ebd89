// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Soft caps of scores: tanh of a multiple of the first product, and nothing else.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SOFTCAP_H
#define FUSION_LIB_FAMILIES_ATTENTION_SOFTCAP_H

#include "fusion/Families/Common/KernelBuilder.h"
#include <cmath>

namespace fusion {

/// An odd polynomial in place of tanh (a) for |a| <= range: a (c1 + c3 a^2 + c5 a^4).
struct CapPolynomial {
  double range, c1, c3, c5;
};

/// Scores are `offset + gain * tanh(factor * x)`, x the first product; `gain` and `factor` are positive. As long as no
/// argument of a row's largest scores is far from zero, a polynomial will do.
struct SoftCap {
  double factor, gain, offset;
  double mostError; ///< how far exponents may be off

  /// The largest size of a score.
  double getMost() const { return std::abs(offset) + gain; }

  /// Of degree 3, as far as exponents 2 ^ (exponentFactor s) are off by `mostError` at most, and two of them differ by
  /// `mostGrowth` at most. None if products that far from zero have no squares.
  std::optional<CapPolynomial> getCubic(double exponentFactor, double mostGrowth) const;
  /// Whether (i1) all products of a thread are in the cubic's range, and its exponents exceed those of the references,
  /// scores, by `mostGrowth` at most.
  Value isInside(KernelBuilder &kb, const CapPolynomial &cubic, ArrayRef<Value> products, ArrayRef<Value> references,
                 double exponentFactor, double mostGrowth) const;
  /// Of degree 5, if it changes exponents by 2^-12 at most. It grows everywhere.
  std::optional<CapPolynomial> getQuintic(double exponentFactor) const;
  /// Whether (i1) the quintic will do for a row whose largest product so far and whose reference, a score, these are:
  /// the largest argument is in its range, and scores of arguments below it weigh nothing beside the reference.
  Value isNear(KernelBuilder &kb, const CapPolynomial &quintic, Value largestProduct, Value reference,
               double exponentFactor) const;
  /// exponentFactor (s - offset) + shift, of a score s by a polynomial.
  Value emitExponent(KernelBuilder &kb, const CapPolynomial &polynomial, Value x, double exponentFactor,
                     Value shift) const;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SOFTCAP_H
