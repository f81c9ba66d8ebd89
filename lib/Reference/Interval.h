// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Interval arithmetic of running error analysis: how far a computed value may lie from the float64 one.

#ifndef FUSION_LIB_REFERENCE_INTERVAL_H
#define FUSION_LIB_REFERENCE_INTERVAL_H

#include <algorithm>
#include <cmath>
#include <limits>

namespace mlir::fusion::reference {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A float64 value and what a compiled program may have instead.
struct Interval {
  double value, lo, hi;

  /// Half width, to either side; 0 where the value is not finite and certain.
  double radius() const { return lo == hi ? 0 : std::max(value - lo, hi - value); }
  static Interval around(double value, double radius) { return {value, value - radius, value + radius}; }
  static Interval exact(double value) { return {value, value, value}; }
  static Interval unknown(double value) { return {value, -kInfinity, kInfinity}; }
};

/// What rounding adds to a result x: relative · |x| + absolute, and infinity beyond `maxFinite`. A correctly rounded
/// operation (`precision` > 0) gives a result that is certain and a number of the format as it is.
struct Rounding {
  double relative = 0;
  double absolute = 0;
  double maxFinite = kInfinity;
  int precision = 0; ///< bits of the significand
  int minExponent = 0;

  /// Whether x is a number of the format.
  bool represents(double x) const {
    if (x == 0 || std::abs(x) > maxFinite || precision == 0)
      return x == 0;
    if (precision == 24)
      return static_cast<float>(x) == x;
    double scaled = std::ldexp(x, precision - 1 - std::max(std::ilogb(x), minExponent));
    return scaled == std::nearbyint(scaled);
  }

  bool isNone() const { return relative == 0 && absolute == 0 && maxFinite == kInfinity; }

  Interval apply(Interval x) const {
    if (std::isnan(x.value))
      return Interval::exact(x.value);
    // A bound that came out as NaN (infinity - infinity, 0 · infinity) tells nothing.
    if (std::isnan(x.lo) || std::isnan(x.hi))
      return Interval::unknown(x.value);
    if (precision && x.lo == x.hi && represents(x.value))
      return x;
    if (std::isfinite(x.lo))
      x.lo -= relative * std::abs(x.lo) + absolute;
    if (std::isfinite(x.hi))
      x.hi += relative * std::abs(x.hi) + absolute;
    if (x.lo < -maxFinite)
      x.lo = -kInfinity;
    if (x.hi > maxFinite)
      x.hi = kInfinity;
    return x;
  }
};

} // namespace mlir::fusion::reference

#endif // FUSION_LIB_REFERENCE_INTERVAL_H
