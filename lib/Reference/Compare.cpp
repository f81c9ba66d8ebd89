// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compares elements with their intervals, and moves intervals of one tensor to another's values.

#include "fusion/Reference/Compare.h"
#include "FloatFormat.h"
#include "Interval.h"
#include "fusion/Reference/Interpreter.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InterleavedRange.h"
#include <cmath>

using namespace mlir;
using namespace fusion::reference;

/// Whether a number lies between what the ends of an interval round to. Where there is no infinity, ends beyond the
/// largest number are that.
static bool isBetweenEnds(Interval possible, double actual, const FloatFormat &format) {
  double most = format.hasInfinity ? kInfinity : format.maxFinite;
  return actual >= format.round(std::clamp(possible.lo, -most, most)) &&
         actual <= format.round(std::clamp(possible.hi, -most, most));
}

namespace {
/// The element-by-element state of one comparison.
struct Comparer {
  Comparison result;
  CompareMode mode;
  double rms = 0; ///< of the finite elements of the reference; 0 where all are zero

  void record(int64_t index, double expected, double actual, double error, double bound, bool ok) {
    double ratio = error == 0 ? 0 : bound > 0 ? error / bound : HUGE_VAL;
    if (std::isfinite(error))
      result.maxError = std::max(result.maxError, error);
    result.mismatches += !ok;
    if (result.worstIndex >= 0 && !(ratio > result.maxBoundRatio))
      return;
    result.maxBoundRatio = ratio;
    result.boundAtMax = bound;
    result.errorAtMax = error;
    result.worstIndex = index;
    result.expectedAtWorst = expected;
    result.actualAtWorst = actual;
  }

  /// Counts elements whose bound says little. Zeros have no size of their own: theirs is 1. Some units of the least
  /// number are what underflow takes.
  void judgeBound(double value, double bound, const FloatFormat &format) {
    double size = std::max(std::abs(value), rms), least = kFewRoundings * format.minSubnormal;
    result.wide += bound > (rms == 0 ? 1 : std::max(kBoundedShare * size, least));
    result.loose += bound > std::max(kFewRoundings * format.roundoff * size, least);
  }

  /// Counts elements that are no numbers, in both or in one alone.
  void judgeKind(double rounded, double actual, bool unknown) {
    bool same = std::isnan(rounded) ? std::isnan(actual) : rounded == actual;
    bool finite = std::isfinite(rounded) && std::isfinite(actual);
    result.zeros += rounded == 0 && actual == 0;
    result.loose += !finite || unknown;
    result.unbounded += unknown;
    if (!finite && (!same || !unknown))
      ++(!same ? result.apart : std::isnan(rounded) ? result.nan : result.infinite);
  }

  /// Of an element that float64's value says nothing of, but what is possible.
  void compareElsewhere(int64_t index, Interval possible, double actual, const FloatFormat &format) {
    bool ok = std::isnan(actual) ? possible.mayBeNaN() : isBetweenEnds(possible, actual, format);
    double error = std::abs(actual - possible.value);
    double bound = std::max(std::abs(possible.lo - possible.value), std::abs(possible.hi - possible.value));
    if (!ok || !std::isfinite(error + bound)) {
      record(index, possible.value, actual, ok ? 0 : HUGE_VAL, 0, ok);
      return;
    }
    judgeBound(possible.value, possible.hi - possible.lo, format);
    record(index, possible.value, actual, error, bound, ok);
  }

  void compareFloat(int64_t index, double value, double lo, double hi, double actual, const FloatFormat &format) {
    double rounded = format.round(value);
    bool same =
        std::isnan(rounded) ? std::isnan(actual) : rounded == actual && std::signbit(rounded) == std::signbit(actual);
    result.exact &= same;
    Interval possible = Interval::decode(value, lo, hi);
    bool unknown = mode == CompareMode::Bounds && possible.isUnknown();
    judgeKind(rounded, actual, unknown);
    if (unknown)
      return;
    bool ok = same;
    if (mode == CompareMode::Bounds && !std::isfinite(value + actual))
      ok |= std::isnan(actual) ? possible.mayBeNaN() : isBetweenEnds(possible, actual, format);
    if (mode == CompareMode::Bounds && possible.excludesValue())
      return compareElsewhere(index, possible, actual, format);
    if (std::isnan(value) || std::isnan(actual)) {
      record(index, value, actual, ok ? 0 : HUGE_VAL, 0, ok);
      return;
    }
    if (std::isinf(actual) || std::isinf(value)) {
      record(index, value, actual, ok ? 0 : HUGE_VAL, 0, ok);
      return;
    }
    double error = std::abs(actual - value), bound = actual >= value ? possible.hi - value : value - possible.lo;
    ok = mode == CompareMode::Exact ? same : error <= bound || rounded == actual;
    judgeBound(value, std::max(possible.hi - value, value - possible.lo), format);
    record(index, value, actual, error, bound, ok);
  }

  void compareInteger(int64_t index, int64_t value, int64_t lo, int64_t hi, int64_t actual, bool isBool) {
    result.exact &= value == actual;
    result.loose += lo != hi;
    result.zeros += value == 0 && actual == 0;
    bool unknown = isBool ? lo == 0 && hi == 1 : lo == INT64_MIN && hi == INT64_MAX;
    if (mode == CompareMode::Bounds && unknown) {
      ++result.unbounded;
      return;
    }
    bool ok = mode == CompareMode::Exact ? value == actual : lo <= actual && actual <= hi;
    double error = std::abs(static_cast<double>(actual) - static_cast<double>(value));
    double bound = actual >= value ? static_cast<double>(hi) - value : static_cast<double>(value) - lo;
    record(index, value, actual, error, bound, ok);
  }
};
} // namespace

/// The root mean square of the finite elements, without overflow of the squares.
static double getRootMeanSquare(const Scalar *values, int64_t count) {
  double largest = 0, sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0; i < count; ++i)
    if (std::isfinite(values[i].f))
      largest = std::max(largest, std::abs(values[i].f)), ++finite;
  if (largest == 0)
    return 0;
  for (int64_t i = 0; i < count; ++i)
    if (std::isfinite(values[i].f))
      sum += (values[i].f / largest) * (values[i].f / largest);
  return largest * std::sqrt(sum / static_cast<double>(finite));
}

FailureOr<Comparison> fusion::reference::compareOutputs(const Tensor &expected, ArrayRef<char> actual, Type dtype,
                                                        CompareMode mode) {
  if (expected.getElementType() != dtype)
    return failure();
  FailureOr<Tensor> decoded = Tensor::fromBytes(dtype, expected.getShape(), actual);
  if (failed(decoded))
    return failure();
  return compareOutputs(expected, *decoded, mode);
}

Comparison fusion::reference::compareOutputs(const Tensor &expected, const Tensor &actual, CompareMode mode) {
  Type dtype = expected.getElementType();
  Tensor reference = expected.contiguous(), decoded = actual.contiguous();
  Comparer comparer;
  comparer.mode = mode;
  comparer.result.numElements = reference.getNumElements();
  const Scalar *value = reference.value(), *lo = reference.lo(), *hi = reference.hi(), *got = decoded.value();
  if (auto floatType = dyn_cast<FloatType>(dtype)) {
    FloatFormat format = FloatFormat::get(floatType);
    comparer.rms = getRootMeanSquare(value, comparer.result.numElements);
    for (int64_t i = 0; i < comparer.result.numElements; ++i)
      comparer.compareFloat(i, value[i].f, lo[i].f, hi[i].f, got[i].f, format);
  } else {
    for (int64_t i = 0; i < comparer.result.numElements; ++i)
      comparer.compareInteger(i, value[i].i, lo[i].i, hi[i].i, got[i].i, dtype.isInteger(1));
  }
  return comparer.result;
}

void fusion::reference::printComparison(raw_ostream &os, StringRef name, const Comparison &c, ArrayRef<int64_t> shape,
                                        CompareMode mode) {
  if (!name.empty())
    os << name << ": ";
  os << "max error " << llvm::format("%.2e", c.maxError);
  if (mode == CompareMode::Bounds && c.worstIndex >= 0)
    os << llvm::format(", worst error/bound %.2e/%.2e = %.3f", c.errorAtMax, c.boundAtMax, c.maxBoundRatio);
  if (c.worstIndex >= 0) {
    SmallVector<int64_t> index;
    int64_t rest = c.worstIndex;
    for (int64_t size : llvm::reverse(shape)) {
      index.insert(index.begin(), rest % size);
      rest /= size;
    }
    os << " at [" << llvm::interleaved(index) << "]"
       << llvm::format(" (expected %.9g, got %.9g)", c.expectedAtWorst, c.actualAtWorst);
  }
  os << "; " << c.mismatches << " of " << c.numElements << " elements differ"
     << (mode == CompareMode::Bounds ? " too much" : "");
  if (c.apart)
    os << ", " << c.apart << " are NaN or infinite in one alone";
  if (c.unbounded)
    os << ", " << c.unbounded << " not bounded";
  if (c.wide && mode == CompareMode::Bounds)
    os << ", " << c.wide << " with a bound wider than half of the root mean square";
  if (c.exact)
    os << ", bit-identical";
  os << "\n";
}

/// Whether both runs have one value, but for errors of float64, and a compiled program another.
static bool isSameElsewhere(Interval own, Interval bound) {
  double largest = std::max({std::abs(own.value), std::abs(bound.lo), std::abs(bound.hi)});
  return bound.excludesValue() && std::abs(own.value - bound.value) <= own.radius() + 0x1p-40 * largest;
}

/// `end` moved by `step`. Where one is infinite, towards `outside`, nothing is known of the sum on that side, wherever
/// the other goes.
static double moveEnd(double end, double step, double outside) {
  return end == outside || step == outside ? outside : end + step;
}

/// The interval of `bound` moved to that of `own`, beside its own place if the value is within: an end that comes of
/// overflow, such as 0 of 1 / infinity, does not move with the value. Where the values are not both finite, all is
/// possible that is in either if they are the same, or if `own` is not certain and something is possible in both; else
/// nothing but what `own` says is, unless nothing is known of one.
static Interval recentre(Interval own, Interval bound) {
  if (own.isUnknown() || bound.isUnknown())
    return Interval::unknown(own.value);
  if (std::isfinite(own.value) && std::isfinite(bound.value)) {
    Interval moved = {own.value, moveEnd(own.lo, bound.lo - bound.value, -kInfinity),
                      moveEnd(own.hi, bound.hi - bound.value, kInfinity), own.nan || bound.nan};
    bool within = own.value >= bound.lo && own.value <= bound.hi;
    return within || isSameElsewhere(own, bound) ? unite(own.value, moved, bound) : moved;
  }
  bool same = own.value == bound.value || (std::isnan(own.value) && std::isnan(bound.value));
  bool certain = own.isNaN() || (own.lo == own.hi && !own.nan);
  bool meet = (own.lo <= bound.hi && bound.lo <= own.hi) || (own.mayBeNaN() && bound.mayBeNaN());
  return same || (meet && !certain) ? unite(own.value, own, bound) : own;
}

/// The same for integers [lo, hi] with a value, which are certain or few.
static void recentre(Scalar ownLo, Scalar ownHi, Scalar ownValue, Scalar value, bool isBool, Scalar &lo, Scalar &hi) {
  auto isUnknown = [](Scalar from, Scalar to) { return from.i == INT64_MIN && to.i == INT64_MAX; };
  if (isUnknown(lo, hi))
    return;
  if (isUnknown(ownLo, ownHi) || (lo.i == hi.i && lo.i == value.i)) {
    lo = ownLo, hi = ownHi;
    return;
  }
  bool within = ownValue.i >= lo.i && ownValue.i <= hi.i;
  int64_t low = ownLo.i - (value.i - lo.i), high = ownHi.i + (hi.i - value.i);
  low = within ? std::min(low, lo.i) : low, high = within ? std::max(high, hi.i) : high;
  lo.i = isBool ? std::max<int64_t>(low, 0) : low;
  hi.i = isBool ? std::min<int64_t>(high, 1) : high;
}

Tensor fusion::reference::withBoundsOf(const Tensor &values, const Tensor &bounds) {
  if (bounds.isExact())
    return values;
  Tensor result = values.copy(/*bounds=*/true), own = values.contiguous(), source = bounds.contiguous();
  const Scalar *value = source.value(), *lo = source.lo(), *hi = source.hi();
  bool isBool = values.getElementType().isInteger(1);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    Scalar v = result.valueMut()[i], newLo = lo[i], newHi = hi[i];
    if (values.isFloat())
      recentre(Interval::decode(v.f, own.lo()[i].f, own.hi()[i].f), Interval::decode(value[i].f, lo[i].f, hi[i].f))
          .encode(newLo.f, newHi.f);
    else
      recentre(own.lo()[i], own.hi()[i], v, value[i], isBool, newLo, newHi);
    result.loMut()[i] = newLo;
    result.hiMut()[i] = newHi;
  }
  return result;
}
