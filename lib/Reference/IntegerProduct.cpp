// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Multiplies integers row by row, and their ranges where they are uncertain.

#include "IntegerProduct.h"
#include "IntegerOps.h"
#include "Threads.h"
#include "fusion/Support/Parallel.h"
#include <vector>

using namespace mlir;
using namespace fusion::reference;

namespace {
/// The least and the largest integer that an element may be.
struct Range {
  int64_t lo, hi;
};

/// A factor's elements in row-major order: their values, and ranges where `bounds`.
struct Elements {
  std::vector<int64_t> values;
  std::vector<Range> ranges;

  Elements(IntegerFactor factor, bool bounds) {
    const Tensor &t = factor.tensor;
    unsigned width = getWidth(t.getElementType());
    auto own = [&](int64_t value) {
      return factor.isUnsigned ? static_cast<int64_t>(asUnsigned(value, width)) : value;
    };
    int64_t largest = factor.isUnsigned ? llvm::maxUIntN(width) : llvm::maxIntN(width);
    int64_t least = factor.isUnsigned ? 0 : llvm::minIntN(width);
    forEachOffset(t.getShape(), t.getStrides(), t.getStrides(), [&](int64_t offset, int64_t) {
      values.push_back(own(t.value()[offset].i));
      if (!bounds)
        return;
      int64_t lo = t.lo()[offset].i, hi = t.hi()[offset].i;
      bool known = lo >= llvm::minIntN(width) && hi <= llvm::maxIntN(width) && own(lo) <= own(hi);
      ranges.push_back(known ? Range{own(lo), own(hi)} : Range{least, largest});
    });
  }
};

Range multiplyRanges(Range x, Range y) {
  auto [lo, hi] = std::minmax({x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi});
  return {lo, hi};
}

/// One matrix of a batch. Sums wrap as unsigned ones do, which C++ defines.
class MatrixProduct {
public:
  MatrixProduct(const Elements &a, const Elements &b, Tensor &result) : a(a), b(b), result(result) {}

  void runRow(int64_t batch, int64_t row, int64_t m, int64_t n, int64_t k, bool bounds) {
    unsigned width = getWidth(result.getElementType());
    const int64_t *left = a.values.data() + (batch * m + row) * k, *right = b.values.data() + batch * k * n;
    std::vector<uint64_t> sums(n, 0);
    for (int64_t i = 0; i < k; ++i)
      for (int64_t j = 0; j < n; ++j)
        sums[j] += static_cast<uint64_t>(left[i] * right[i * n + j]);
    int64_t first = (batch * m + row) * n;
    for (int64_t j = 0; j < n; ++j) {
      result.valueMut()[first + j].i = normalize(static_cast<int64_t>(sums[j]), width);
      if (bounds)
        boundElement(batch, row, j, m, n, k, first + j, width);
    }
  }

private:
  /// Of no more than 2^31 terms the range of the sum fits 64 bits: products have 17.
  void boundElement(int64_t batch, int64_t row, int64_t column, int64_t m, int64_t n, int64_t k, int64_t element,
                    unsigned width) {
    Range sum = {0, 0};
    for (int64_t i = 0; i < k; ++i) {
      Range term = multiplyRanges(a.ranges[(batch * m + row) * k + i], b.ranges[batch * k * n + i * n + column]);
      sum = {sum.lo + term.lo, sum.hi + term.hi};
    }
    bool wraps = sum.lo != sum.hi && (sum.lo < llvm::minIntN(width) || sum.hi > llvm::maxIntN(width));
    int64_t value = result.valueMut()[element].i;
    bool certain = sum.lo == sum.hi;
    result.loMut()[element].i = certain ? value : wraps ? INT64_MIN : sum.lo;
    result.hiMut()[element].i = certain ? value : wraps ? INT64_MAX : sum.hi;
  }

  const Elements &a, &b;
  Tensor &result;
};
} // namespace

Tensor fusion::reference::multiplyIntegers(IntegerFactor a, IntegerFactor b, Type elementType, bool bounds,
                                           unsigned numThreads) {
  int64_t batches = a.tensor.getDim(0), m = a.tensor.getDim(1), k = a.tensor.getDim(2), n = b.tensor.getDim(2);
  bool uncertain = bounds && !(a.tensor.isExact() && b.tensor.isExact());
  Tensor result = Tensor::allocate(elementType, {batches, m, n}, uncertain);
  Elements left(a, uncertain), right(b, uncertain);
  MatrixProduct product(left, right, result);
  fusion::parallelFor(batches * m, limitThreads(numThreads, batches * m * n * k / 4), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      product.runRow(row / m, row % m, m, n, k, uncertain);
  });
  if (uncertain)
    result.dropTrivialBounds();
  return result;
}
