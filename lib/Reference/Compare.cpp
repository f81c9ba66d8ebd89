// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Reference/Compare.h"
#include "FloatFormat.h"
#include "fusion/Reference/Interpreter.h"
#include "fusion/Support/SeededFault.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InterleavedRange.h"
#include <cmath>

using namespace mlir;
using namespace mlir::fusion::reference;

namespace {
/// The element-by-element state of one comparison.
struct Comparer {
  Comparison result;
  CompareMode mode;
  double largest = 0; ///< finite magnitude of the reference

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

  void compareFloat(int64_t index, double value, double lo, double hi, double actual, const FloatFormat &format) {
    double rounded = format.round(value);
    bool same = std::isnan(value) ? std::isnan(actual)
                                  : rounded == actual && (seeded("compare-sign-of-zero") ||
                                                          std::signbit(rounded) == std::signbit(actual));
    result.exact &= same;
    if (mode == CompareMode::Bounds && lo == -HUGE_VAL && hi == HUGE_VAL) {
      ++result.unbounded;
      return;
    }
    if (std::isnan(value) || std::isnan(actual)) {
      record(index, value, actual, same ? 0 : HUGE_VAL, 0, same || seeded("compare-nan-equal"));
      return;
    }
    if (std::isinf(actual) || std::isinf(value)) {
      bool ok = same;
      if (mode == CompareMode::Bounds)
        ok |= actual >= format.round(lo) && actual <= format.round(hi);
      record(index, value, actual, ok ? 0 : HUGE_VAL, 0, ok);
      return;
    }
    double error = std::abs(actual - value),
           bound = actual >= value || seeded("compare-one-sided") ? hi - value : value - lo;
    bool ok = mode == CompareMode::Exact ? same : error <= bound || rounded == actual;
    result.wide += bound > largest;
    record(index, value, actual, error, bound, ok);
  }

  void compareInteger(int64_t index, int64_t value, int64_t lo, int64_t hi, int64_t actual) {
    result.exact &= value == actual;
    if (mode == CompareMode::Bounds && lo == INT64_MIN && hi == INT64_MAX) {
      ++result.unbounded;
      return;
    }
    bool ok = mode == CompareMode::Exact ? value == actual
                                         : lo <= actual + seeded("compare-integers-loosely") && actual <= hi;
    double error = std::abs(static_cast<double>(actual) - static_cast<double>(value));
    double bound = actual >= value ? static_cast<double>(hi) - value : static_cast<double>(value) - lo;
    record(index, value, actual, error, bound, ok);
  }
};
} // namespace

FailureOr<Comparison> mlir::fusion::reference::compareOutputs(const Tensor &expected, ArrayRef<char> actual, Type dtype,
                                                              CompareMode mode) {
  if (expected.getElementType() != dtype)
    return failure();
  FailureOr<Tensor> decoded = Tensor::fromBytes(dtype, expected.getShape(), actual);
  if (failed(decoded))
    return failure();
  Tensor reference = expected.contiguous();
  Comparer comparer;
  comparer.mode = mode;
  comparer.result.numElements = reference.getNumElements();
  const Scalar *value = reference.value(), *lo = reference.lo(), *hi = reference.hi(), *got = decoded->value();
  if (auto floatType = dyn_cast<FloatType>(dtype)) {
    FloatFormat format = FloatFormat::get(floatType);
    for (int64_t i = 0; i < comparer.result.numElements; ++i)
      if (std::isfinite(value[i].f))
        comparer.largest = std::max(comparer.largest, std::abs(value[i].f));
    comparer.largest = std::max(comparer.largest, format.minSubnormal);
    for (int64_t i = 0; i < comparer.result.numElements; ++i)
      comparer.compareFloat(i, value[i].f, lo[i].f, hi[i].f, got[i].f, format);
  } else {
    for (int64_t i = 0; i < comparer.result.numElements; ++i)
      comparer.compareInteger(i, value[i].i, lo[i].i, hi[i].i, got[i].i);
  }
  return comparer.result;
}

void mlir::fusion::reference::printComparison(raw_ostream &os, StringRef name, const Comparison &c,
                                              ArrayRef<int64_t> shape, CompareMode mode) {
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
  if (c.unbounded)
    os << ", " << c.unbounded << " not bounded";
  if (c.wide && mode == CompareMode::Bounds)
    os << ", " << c.wide << " with a bound wider than the largest value";
  if (c.exact)
    os << ", bit-identical";
  os << "\n";
}

/// The interval of `value` moved to that of `v`. Where the values are not both finite nothing but equality is allowed,
/// unless nothing is known of one.
static void recentre(double v, double lowest, double highest, double value, double &lo, double &hi) {
  if (lowest == -HUGE_VAL && highest == HUGE_VAL) {
    lo = lowest;
    hi = highest;
  }
  if (lo == -HUGE_VAL && hi == HUGE_VAL)
    return;
  if (!std::isfinite(v) || !std::isfinite(value)) {
    lo = hi = v;
    return;
  }
  lo = lowest - (value - lo);
  hi = highest + (hi - value);
}

Tensor mlir::fusion::reference::withBoundsOf(const Tensor &values, const Tensor &bounds) {
  if (bounds.isExact())
    return values;
  Tensor result = values.copy(/*bounds=*/true), own = values.contiguous(), source = bounds.contiguous();
  const Scalar *value = source.value(), *lo = source.lo(), *hi = source.hi();
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    Scalar v = result.valueMut()[i], newLo = lo[i], newHi = hi[i];
    if (values.isFloat())
      recentre(v.f, own.lo()[i].f, own.hi()[i].f, value[i].f, newLo.f, newHi.f);
    else if (lo[i].i == hi[i].i)
      newLo = own.lo()[i], newHi = own.hi()[i];
    result.loMut()[i] = newLo;
    result.hiMut()[i] = newHi;
  }
  return result;
}
