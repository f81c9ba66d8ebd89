// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Interval arithmetic of running error analysis: how far a computed value may lie from the float64 one.

#ifndef FUSION_LIB_REFERENCE_INTERVAL_H
#define FUSION_LIB_REFERENCE_INTERVAL_H

#include "fusion/Support/LLVM.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace fusion::reference {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The lesser and the greater of two ends, of which -0 is the lesser zero: signs of zeros are copied, and divide. NaN
/// beside a number is ignored.
inline double lesser(double a, double b) { return a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b); }
inline double greater(double a, double b) { return a == b ? (std::signbit(a) ? b : a) : std::fmax(a, b); }

/// A float64 value and what a compiled program may have instead: a number in [lo, hi], and NaN if `nan`. Both ends are
/// NaN where it can be nothing else. The value itself need not be possible.
struct Interval {
  double value, lo, hi;
  bool nan = false;

  bool isNaN() const { return std::isnan(lo) && std::isnan(hi); }
  bool mayBeNaN() const { return nan || std::isnan(lo) || std::isnan(hi); }
  /// Whether the value is no possible one: a narrow float on the way was another number than float64's, or NaN, and a
  /// choice or a function made much of the difference.
  bool excludesValue() const { return !std::isnan(value) && !(value >= lo && value <= hi); }
  bool mayBeZero() const { return lo <= 0 && hi >= 0; }
  bool mayBeInfinite() const { return std::isinf(lo) || std::isinf(hi); }
  bool isUnknown() const { return nan && lo == -kInfinity && hi == kInfinity; }
  /// Whether nothing but the value is possible. Of what saturates one other value may be: erf(-5) is -1 in f32.
  bool isCertain() const { return !nan && lo == hi && value == lo; }
  /// Half width, to either side; 0 where the value is not finite and certain.
  double radius() const { return isCertain() ? 0 : std::max(value - lo, hi - value); }
  static Interval around(double value, double radius) { return {value, value - radius, value + radius}; }
  static Interval exact(double value) { return {value, value, value}; }
  static Interval unknown(double value) { return {value, -kInfinity, kInfinity, true}; }

  /// The two ends as tensors and registers hold them (Tensor.h): in reverse where NaN is possible beside the numbers.
  static Interval decode(double value, double lo, double hi) {
    return lo > hi ? Interval{value, hi, lo, true} : Interval{value, lo, hi};
  }
  void encode(double &first, double &second) const {
    first = lo;
    second = hi;
    if (!nan || isNaN())
      return;
    first = hi;
    second = lo;
    if (lo == hi) // two ends that differ
      (hi == -kInfinity ? first : second) = hi == -kInfinity ? std::nextafter(hi, 0) : std::nextafter(lo, -kInfinity);
  }
};

/// What is possible in either.
inline Interval unite(double value, Interval x, Interval y) {
  bool nan = x.mayBeNaN() || y.mayBeNaN();
  if (x.isNaN() && y.isNaN())
    return Interval{value, x.lo, x.hi};
  if (x.isNaN() || y.isNaN()) {
    Interval &known = x.isNaN() ? y : x;
    return {value, known.lo, known.hi, nan};
  }
  for (double end : {x.lo, x.hi, y.lo, y.hi})
    if (std::isnan(end)) // beside a number
      return Interval::unknown(value);
  return {value, lesser(x.lo, y.lo), greater(x.hi, y.hi), nan};
}

/// What rounding adds to a result x: relative · |x| + absolute, and infinity beyond `maxFinite`, or NaN where the
/// format has none. A correctly rounded operation (`precision` > 0) gives a result that is certain and a number of the
/// format as it is.
struct Rounding {
  double relative = 0;
  double absolute = 0;
  double maxFinite = kInfinity;
  int precision = 0; ///< bits of the significand
  int minExponent = 0;
  bool hasInfinity = true;
  /// Error of the tanh in an activation, which adds to its results, times the operand where that is a factor.
  double ofTanh = 0;
  /// Of a function within [-1, 1] that is ±1 where the exact value is nearer to it than an eighth of the roundoff.
  bool saturates = false;

  /// Whether x is a number of the format.
  bool represents(double x) const {
    if (x == 0 || std::abs(x) > maxFinite || precision == 0)
      return x == 0;
    if (precision == 24)
      return static_cast<float>(x) == x;
    double scaled = std::ldexp(x, precision - 1 - std::max(std::ilogb(x), minExponent));
    return scaled == std::nearbyint(scaled);
  }

  /// What `end`, widened from `exact`, is of a function that saturates.
  double limit(double exact, double end) const {
    if (!saturates)
      return end;
    return 1 - std::abs(exact) <= std::min(relative, 0x1p-24) / 8 ? std::copysign(1, exact)
                                                                  : std::clamp(end, -1.0, 1.0);
  }

  bool isNone() const { return relative == 0 && absolute == 0 && maxFinite == kInfinity; }

  Interval apply(Interval x) const {
    if (x.isNaN())
      return x;
    // An end that came out as NaN (infinity - infinity, 0 · infinity) tells nothing.
    if (std::isnan(x.lo) || std::isnan(x.hi))
      return Interval::unknown(x.value);
    if (precision && x.lo == x.hi && represents(x.lo))
      return x;
    // Half a step and more beyond the last number there is nothing but NaN.
    double end = maxFinite * (1 + relative);
    if (!hasInfinity && (x.lo > end || x.hi < -end))
      return {x.value, kNaN, kNaN};
    if (std::isfinite(x.lo))
      x.lo = limit(x.lo, x.lo - (relative * std::abs(x.lo) + absolute));
    if (std::isfinite(x.hi))
      x.hi = limit(x.hi, x.hi + relative * std::abs(x.hi) + absolute);
    if (!hasInfinity) {
      x.nan |= x.lo < -maxFinite || x.hi > maxFinite;
      x.lo = std::clamp(x.lo, -maxFinite, maxFinite);
      x.hi = std::clamp(x.hi, -maxFinite, maxFinite);
      return x;
    }
    if (x.lo < -maxFinite)
      x.lo = -kInfinity;
    if (x.hi > maxFinite)
      x.hi = kInfinity;
    return x;
  }
};

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_INTERVAL_H
