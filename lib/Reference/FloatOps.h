// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Float functions that both arith and math ops and fusion ops compute, with their intervals.

#ifndef FUSION_LIB_REFERENCE_FLOATOPS_H
#define FUSION_LIB_REFERENCE_FLOATOPS_H

#include "LaneKernels.h"

namespace fusion::reference {

inline double rsqrtOf(double x) { return 1 / std::sqrt(x); }
/// In whatever direction float64 rounds.
inline double roundEvenOf(double x) {
  return std::abs(x - std::trunc(x)) == 0.5 ? 2 * std::round(x / 2) : std::round(x);
}

struct Identity {
  static double value(double x, const Instruction &) { return x; }
  static Interval interval(Interval x, double, const Instruction &) { return x; }
};

struct Neg {
  static double value(double x, const Instruction &) { return -x; }
  static Interval interval(Interval x, double y, const Instruction &) { return {y, -x.hi, -x.lo}; }
};

struct Abs {
  static double value(double x, const Instruction &) { return std::abs(x); }
  static Interval interval(Interval x, double y, const Instruction &) {
    double a = std::abs(x.lo), b = std::abs(x.hi);
    return {y, x.lo <= 0 && x.hi >= 0 ? 0 : std::min(a, b), std::max(a, b)};
  }
};

/// The sum of two ends, or the next number towards `outside` where double does not have it: logarithms of 1 + x ask for
/// more digits than those of 1. The rest of a sum is Knuth's (The Art of Computer Programming 2, 4.2.2).
inline double addEnds(double a, double b, double outside) {
  double sum = a + b, ofB = sum - a, rest = (a - (sum - ofB)) + (b - ofB);
  return std::isfinite(sum) && rest != 0 ? std::nextafter(sum, outside) : sum;
}

struct Add {
  static double value(double x, double y, const Instruction &) { return x + y; }
  static Interval interval(Interval x, Interval y, double z, const Instruction &) {
    bool opposite = (x.hi == kInfinity && y.lo == -kInfinity) || (x.lo == -kInfinity && y.hi == kInfinity);
    return {z, addEnds(x.lo, y.lo, -kInfinity), addEnds(x.hi, y.hi, kInfinity), x.nan || y.nan || opposite};
  }
};

struct Sub {
  static double value(double x, double y, const Instruction &) { return x - y; }
  static Interval interval(Interval x, Interval y, double z, const Instruction &in) {
    return Add::interval(x, {-y.value, -y.hi, -y.lo, y.nan}, z, in);
  }
};

/// Least and greatest of four corners; NaN is possible where one is NaN, and certain where all are.
inline Interval hull(double value, double a, double b, double c, double d) {
  bool nan = std::isnan(a) || std::isnan(b) || std::isnan(c) || std::isnan(d);
  return {value, lesser(lesser(a, b), lesser(c, d)), greater(greater(a, b), greater(c, d)), nan};
}

/// `corners` of a product or quotient of x and y. All are NaN where one operand is 0 (or a divisor infinite) and the
/// other has two infinite ends: then a finite one gives 0.
inline Interval withFinite(Interval corners, Interval x, Interval y) {
  bool between = corners.isNaN() && (x.lo < x.hi || y.lo < y.hi);
  return between ? Interval{corners.value, 0, 0, true} : corners;
}

struct Mul {
  static double value(double x, double y, const Instruction &) { return x * y; }
  static Interval interval(Interval x, Interval y, double z, const Instruction &) {
    Interval result = withFinite(hull(z, x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi), x, y);
    result.nan |= x.nan || y.nan || (x.mayBeZero() && y.mayBeInfinite()) || (x.mayBeInfinite() && y.mayBeZero());
    return result;
  }
};

struct Div {
  static double value(double x, double y, const Instruction &) { return x / y; }
  static Interval interval(Interval x, Interval y, double z, const Instruction &) {
    bool nan = x.nan || y.nan || (x.mayBeZero() && y.mayBeZero()) || (x.mayBeInfinite() && y.mayBeInfinite());
    if (y.mayBeZero() && y.lo != y.hi)
      return {z, -kInfinity, kInfinity, nan};
    Interval result = withFinite(hull(z, x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi), x, y);
    result.nan |= nan;
    return result;
  }
};

struct Power : DecidesNaN {
  static double value(double x, double y, const Instruction &) { return std::pow(x, y); }
  static Interval interval(Interval x, Interval y, double z, const Instruction &) {
    if (x.mayBeNaN() || y.mayBeNaN()) { // pow(1, NaN) and pow(NaN, 0) are 1
      double ofNaN = std::pow(kNaN, y.lo);
      return x.isNaN() && y.isCertain() ? Interval{z, ofNaN, ofNaN} : Interval::unknown(z);
    }
    if (x.lo >= 0) // monotone in either operand
      return hull(z, std::pow(x.lo, y.lo), std::pow(x.lo, y.hi), std::pow(x.hi, y.lo), std::pow(x.hi, y.hi));
    if (y.lo != y.hi || (y.lo < 0 && x.hi >= 0))
      return Interval::unknown(z);
    double a = std::pow(x.lo, y.lo), b = std::pow(x.hi, y.lo);
    double low = lesser(a, b), high = greater(a, b);
    if (x.hi >= 0) { // through 0, where an even power is least
      low = lesser(low, 0.0);
      high = greater(high, 0.0);
    }
    return std::isnan(a + b) ? Interval::unknown(z) : Interval{z, low, high};
  }
};

// Extrema. Max(-0.0, +0.0) is +0.0.

struct Maximum {
  static double value(double x, double y, const Instruction &) {
    if (std::isnan(x) || std::isnan(y))
      return NAN;
    return x == y ? (std::signbit(x) ? y : x) : std::max(x, y);
  }
  static Interval interval(Interval x, Interval y, double, const Instruction &in) {
    return {value(x.value, y.value, in), value(x.lo, y.lo, in), value(x.hi, y.hi, in)};
  }
};

struct Minimum {
  static double value(double x, double y, const Instruction &) {
    if (std::isnan(x) || std::isnan(y))
      return NAN;
    return x == y ? (std::signbit(x) ? x : y) : std::min(x, y);
  }
  static Interval interval(Interval x, Interval y, double, const Instruction &in) {
    return {value(x.value, y.value, in), value(x.lo, y.lo, in), value(x.hi, y.hi, in)};
  }
};

/// The variant that ignores a NaN.
template <class Extremum> struct IgnoringNaN : DecidesNaN {
  static double value(double x, double y, const Instruction &in) {
    return std::isnan(x) ? y : std::isnan(y) ? x : Extremum::value(x, y, in);
  }
  static Interval interval(Interval x, Interval y, double z, const Instruction &in) {
    if (x.isNaN() || y.isNaN())
      return x.isNaN() ? y : x;
    Interval result{z, Extremum::value(x.lo, y.lo, in), Extremum::value(x.hi, y.hi, in)};
    if (x.nan)
      result = unite(z, result, {z, y.lo, y.hi});
    if (y.nan)
      result = unite(z, result, {z, x.lo, x.hi});
    result.nan = x.nan && y.nan;
    return result;
  }
};
using MaxNum = IgnoringNaN<Maximum>;
using MinNum = IgnoringNaN<Minimum>;

/// Nothing is known, but where the operand is certain.
inline Interval unlessExact(Interval x, double y) { return x.isCertain() ? Interval::exact(y) : Interval::unknown(y); }

struct Sin {
  static double value(double x, const Instruction &) { return std::sin(x); }
  static Interval interval(Interval x, double y, const Instruction &) {
    return x.mayBeInfinite() ? unlessExact(x, y) : bySlope(x, y, std::cos(x.value), 1, 1);
  }
};

struct Cos {
  static double value(double x, const Instruction &) { return std::cos(x); }
  static Interval interval(Interval x, double y, const Instruction &) {
    return x.mayBeInfinite() ? unlessExact(x, y) : bySlope(x, y, std::sin(x.value), 1, 1);
  }
};

struct Tan {
  static double value(double x, const Instruction &) { return std::tan(x); }
  static Interval interval(Interval x, double y, const Instruction &) {
    // Grows between poles; an interval that holds one tells nothing.
    if (std::floor(x.lo / M_PI + 0.5) != std::floor(x.hi / M_PI + 0.5))
      return Interval::unknown(y);
    return {y, std::tan(x.lo), std::tan(x.hi)};
  }
};

// Encoders that several families share.

/// Appends a comparison of two float operands; `predicate` is a value of arith::CmpFPredicate.
LogicalResult appendCompare(LaneCompiler &compiler, Operation *op, int64_t predicate);
/// Chooses src[1] or src[2] by src[0].
Kernel getSelectKernel(Type type);
/// Appends a choice: operand 0 is the condition.
LogicalResult appendSelect(LaneCompiler &compiler, Operation *op);
/// Between float types: the value stays, a narrower type may round it. One of 8 bits does.
LogicalResult appendFloatCast(LaneCompiler &compiler, Operation *op);
/// The same, limited to the finite numbers of the result's type.
LogicalResult appendSaturatingFloatCast(LaneCompiler &compiler, Operation *op);
/// To a float of 8 bits, to which every program rounds.
LogicalResult appendByteCast(LaneCompiler &compiler, Operation *op, bool saturates);
LogicalResult appendIntToFloat(LaneCompiler &compiler, Operation *op, bool isSigned);
/// What is out of range becomes the nearest integer of the type, and NaN becomes 0.
LogicalResult appendFloatToInt(LaneCompiler &compiler, Operation *op, bool isSigned);
/// Integer to integer: truncates or extends.
LogicalResult appendResize(LaneCompiler &compiler, Operation *op, bool isSigned);
LogicalResult appendFloatNonZero(LaneCompiler &compiler, Operation *op);
/// Any type to i1: whether it is not zero.
LogicalResult appendNonZero(LaneCompiler &compiler, Operation *op);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_FLOATOPS_H
