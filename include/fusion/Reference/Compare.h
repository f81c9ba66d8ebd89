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
  /// Elements about which the analysis knows nothing; they are not checked.
  int64_t unbounded = 0;
  /// Elements that are checked, but whose bound is wider than the largest value: passing says little about them. Bounds
  /// grow with the depth of a graph; check deep ones kernel by kernel.
  int64_t wide = 0;
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
  /// Whether at least half of the elements are bounded. Where fewer are, that nothing is wrong says little.
  bool isConclusive() const { return 2 * getBounded() >= numElements; }
};

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
