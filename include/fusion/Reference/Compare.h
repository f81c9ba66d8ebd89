// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compares what a compiled program computed with the reference.

#ifndef FUSION_REFERENCE_COMPARE_H
#define FUSION_REFERENCE_COMPARE_H

#include "fusion/Reference/Tensor.h"
#include "llvm/Support/raw_ostream.h"

namespace fusion::reference {

enum class CompareMode {
  Bounds, ///< each element within its interval (T1 of docs/Verification.md)
  Exact,  ///< bit-identical to the reference rounded to nearest even (T0)
};

struct Comparison {
  int64_t numElements = 0;
  /// Elements outside their bound, NaN or infinite where the reference is not, or (mode Exact) different.
  int64_t mismatches = 0;
  /// Elements that are NaN or infinite in the run and not in the reference, rounded to its type, or the other way
  /// round, or infinite with both signs. A bound may allow that, since f32 overflows where float64 does not; but then
  /// the run does not show that it is right. Some of them may be mismatches.
  int64_t apart = 0;
  /// Elements about which the analysis knows nothing; they are not checked.
  int64_t unbounded = 0;
  /// Elements that are checked, but whose bound is wider than `kBoundedShare` of the root mean square of the output and
  /// of the element: passing says little about them. Bounds grow with the depth of a graph; check deep ones kernel by
  /// kernel.
  int64_t wide = 0;
  /// Elements whose bound is wider than `kFewRoundings` roundings of that size, or that are no numbers: a fault that
  /// changes them by more may hide.
  int64_t loose = 0;
  int64_t nan = 0;      ///< elements that are NaN in both
  int64_t infinite = 0; ///< elements that are the same infinity in both
  int64_t zeros = 0;    ///< elements that are zero in both
  /// Largest |actual - expected| over finite elements.
  double maxError = 0;
  /// Largest error / bound, with the bound and the row-major index of that element. A mismatch in kind (NaN, infinity)
  /// has ratio infinity.
  double maxBoundRatio = 0;
  double boundAtMax = 0;
  double errorAtMax = 0;
  int64_t worstIndex = -1;
  double expectedAtWorst = 0, actualAtWorst = 0;
  /// Whether every element is bit-identical to the rounded reference (any NaN equals any NaN).
  bool exact = true;

  bool passed() const { return mismatches == 0; }
  /// Elements whose bound says something.
  int64_t getBounded() const { return numElements - unbounded - wide; }
};

/// A bound says something up to this share of the output's root mean square: an element that is 0 instead, or has the
/// other sign, is then seen.
inline constexpr double kBoundedShare = 0.5;
/// Roundings of the output's type up to which a bound hides nothing.
inline constexpr double kFewRoundings = 8;

/// Compares packed row-major data of type `dtype` (the format of Tensor::fromBytes) with `expected`, element by
/// element. Fails if the sizes or types do not fit.
FailureOr<Comparison> compareOutputs(const Tensor &expected, ArrayRef<char> actual, Type dtype,
                                     CompareMode mode = CompareMode::Bounds);

/// The same for elements that are decoded already.
Comparison compareOutputs(const Tensor &expected, const Tensor &actual, CompareMode mode = CompareMode::Bounds);

/// One line (without `NAME: ` if the name is empty): `NAME: max error 1.2e-03, worst error/bound 3.1e-04/4.8e-03 =
/// 0.065 at [3, 17] (expected 1.25, got 1.2503); 0 of 262144 elements differ too much`.
void printComparison(raw_ostream &os, StringRef name, const Comparison &comparison, ArrayRef<int64_t> shape,
                     CompareMode mode = CompareMode::Bounds);

} // namespace fusion::reference

#endif // FUSION_REFERENCE_COMPARE_H
