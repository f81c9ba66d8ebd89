// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Soft caps of scores: tanh of a multiple of the first product, and nothing else.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SOFTCAP_H
#define FUSION_LIB_FAMILIES_ATTENTION_SOFTCAP_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// Scores are `offset + gain * tanh(factor * x)`, x the first product; `gain` and `factor` are positive. As long as no
/// argument of a row's largest scores is far from zero, a polynomial will do.
struct SoftCap {
  double factor, gain, offset;

  /// The largest error of what the code of scores gives that changes exponents 2 ^ (exponentFactor s) by 2^-12 at most,
  /// is that of the polynomial.
  bool isSmooth(double exponentFactor) const;
  /// Whether (i1) the polynomial will do for a row whose largest product so far and whose reference, a score, these
  /// are: the largest argument is in its range, and scores of arguments below it weigh nothing beside the reference.
  Value isNear(KernelBuilder &kb, Value largestProduct, Value reference, double exponentFactor) const;
  /// exponentFactor (s - offset) + shift, of a score s by the polynomial. It grows with x everywhere.
  Value emitExponent(KernelBuilder &kb, Value x, double exponentFactor, Value shift) const;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SOFTCAP_H
