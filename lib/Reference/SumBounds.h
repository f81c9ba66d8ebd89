// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a sum may be whose terms are added in any order, with a rounding for each addition.

#ifndef FUSION_LIB_REFERENCE_SUMBOUNDS_H
#define FUSION_LIB_REFERENCE_SUMBOUNDS_H

#include "Interval.h"

namespace fusion::reference {

class SumBounds {
public:
  void add(Interval term) {
    bool isNaN = term.isNaN();
    nan |= term.mayBeNaN() || (term.lo == -kInfinity && highest == kInfinity) ||
           (term.hi == kInfinity && lowest == -kInfinity);
    certainNaN |=
        isNaN || (term.lo == kInfinity && highest == -kInfinity) || (term.hi == -kInfinity && lowest == kInfinity);
    lowest += term.lo;
    highest += term.hi;
    positive += std::max(term.hi, 0.0);
    negative += std::max(-term.lo, 0.0);
    // Of a term without end the finite part: beyond it the sum grows faster than its error.
    magnitude +=
        std::max(std::isfinite(term.lo) ? std::abs(term.lo) : 0, std::isfinite(term.hi) ? std::abs(term.hi) : 0);
  }

  /// Σ|terms|.
  double getMagnitude() const { return magnitude; }

  /// The sum, where its error is `relative` · Σ|terms| + `absolute` and partial sums beyond `maxFinite` are infinite.
  Interval finish(double value, double relative, double maxFinite, double absolute = 0) const {
    if (certainNaN)
      return {value, NAN, NAN};
    double error = relative * magnitude + absolute;
    Interval x{value, lowest - error, highest + error, nan};
    // Positive and negative terms may be summed apart, and each sum may overflow.
    bool above = positive * (1 + relative) > maxFinite, below = negative * (1 + relative) > maxFinite;
    if (above && highest != -kInfinity)
      x.hi = kInfinity;
    if (below && lowest != kInfinity)
      x.lo = -kInfinity;
    x.nan |= above && below;
    // Of NaN in a sum of ends, which infinities of both signs give, nothing is known.
    return std::isnan(x.lo) || std::isnan(x.hi) ? Interval::unknown(value) : x;
  }

private:
  double lowest = 0, highest = 0, magnitude = 0;
  double positive = 0, negative = 0; ///< the most that the positive terms may sum up to, and the negative ones
  bool nan = false, certainNaN = false;
};

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_SUMBOUNDS_H
