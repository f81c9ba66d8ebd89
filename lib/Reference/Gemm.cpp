// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products in blocks, in threads; their magnitudes and bounds along with them.

#include "Gemm.h"
#include "FloatOps.h"
#include "SumBounds.h"
#include "Threads.h"
#include "fusion/Support/Parallel.h"
#include <cstring>
#include <vector>

using namespace mlir;
using namespace fusion::reference;

// The machine's widest vectors, chosen when the program starts.
#if defined(__x86_64__) && defined(__linux__)
#define FUSION_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FUSION_VECTOR_CLONES
#endif

namespace {
constexpr int kRows = 4, kColumns = 8; // of the micro kernel's accumulators
constexpr int kBlockK = 256, kBlockN = 32;

/// What is multiplied: the values, their magnitudes, or magnitudes with radii.
enum class Part { Value, Magnitude, Bound };

double take(const Tensor &t, int64_t offset, Part part) {
  double v = t.value()[offset].f;
  if (part == Part::Value)
    return v;
  Interval x = Interval::decode(v, t.lo()[offset].f, t.hi()[offset].f);
  if (part == Part::Magnitude)
    return std::abs(v);
  return x.mayBeNaN() ? kInfinity : std::abs(v) + x.radius();
}

/// c[i * ldc + j] += Σ a[i * lda + k] · panel[k * kColumns + j] for 4 rows and 8 columns, of which `rows` x `columns`
/// exist.
FUSION_VECTOR_CLONES
void multiplyBlock(const double *a, int64_t lda, const double *panel, int64_t depth, double *c, int64_t ldc, int rows,
                   int columns) {
  typedef double Vector __attribute__((vector_size(kColumns * sizeof(double)), aligned(8)));
  Vector sum[kRows] = {};
  const double *row[kRows];
  for (int i = 0; i < kRows; ++i)
    row[i] = a + (i < rows ? i : 0) * lda;
  for (int64_t k = 0; k < depth; ++k) {
    Vector b;
    std::memcpy(&b, panel + k * kColumns, sizeof(b));
    for (int i = 0; i < kRows; ++i)
      sum[i] += row[i][k] * b;
  }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      c[i * ldc + j] += sum[i][j];
}

/// One product of matrices: a packed, b strided.
struct Product {
  const double *a;
  const Tensor &b;
  Part part;
  int64_t m, n, k, bOffset;
  double *c;

  void packPanels(int64_t k0, int64_t depth, int64_t n0, int64_t columns, double *panels) const {
    int64_t strideK = b.getStrides()[1], strideN = b.getStrides()[2];
    for (int64_t p = 0; p < columns; p += kColumns)
      for (int64_t j = p; j < p + kColumns; ++j)
        for (int64_t i = 0; i < depth; ++i)
          panels[p * depth + i * kColumns + (j - p)] =
              j < columns ? take(b, bOffset + (k0 + i) * strideK + (n0 + j) * strideN, part) : 0;
  }

  /// Computes columns [begin, end), in blocks of kBlockN.
  void runColumns(int64_t begin, int64_t end) const {
    std::vector<double> panels(kBlockK * kBlockN);
    for (int64_t k0 = 0; k0 < k; k0 += kBlockK) {
      int64_t depth = std::min<int64_t>(kBlockK, k - k0);
      for (int64_t n0 = begin; n0 < end; n0 += kBlockN) {
        int64_t columns = std::min<int64_t>(kBlockN, end - n0);
        packPanels(k0, depth, n0, columns, panels.data());
        for (int64_t i = 0; i < m; i += kRows)
          for (int64_t p = 0; p < columns; p += kColumns)
            multiplyBlock(a + i * k + k0, k, panels.data() + p * depth, depth, c + i * n + n0 + p, n,
                          std::min<int64_t>(kRows, m - i), std::min<int64_t>(kColumns, columns - p));
      }
    }
  }
};

/// All batches of one part: c [batch, m, n].
std::vector<double> multiplyPart(const Tensor &a, const Tensor &b, Part partA, Part partB, unsigned numThreads) {
  int64_t batch = a.getDim(0), m = a.getDim(1), k = a.getDim(2), n = b.getDim(2);
  std::vector<double> c(batch * m * n, 0.0), packed(m * k);
  for (int64_t i = 0; i < batch; ++i) {
    if (i == 0 || a.getStrides()[0] != 0)
      for (int64_t row = 0; row < m; ++row)
        for (int64_t col = 0; col < k; ++col)
          packed[row * k + col] =
              take(a, i * a.getStrides()[0] + row * a.getStrides()[1] + col * a.getStrides()[2], partA);
    Product product{packed.data(), b, partB, m, n, k, i * b.getStrides()[0], c.data() + i * m * n};
    int64_t blocks = (n + kBlockN - 1) / kBlockN;
    fusion::parallelFor(blocks, limitThreads(numThreads, m * n * k / 4), [&](int64_t begin, int64_t end) {
      product.runColumns(begin * kBlockN, std::min(end * kBlockN, n));
    });
  }
  return c;
}
} // namespace

/// Whether all elements are exactly known whole numbers that every operand type holds.
static bool isSmallIntegers(const Tensor &tensor) {
  constexpr double kLargest = 256;
  if (!tensor.isExact())
    return false;
  bool small = true;
  forEachOffset(tensor.getShape(), tensor.getStrides(), tensor.getStrides(), [&](int64_t offset, int64_t) {
    double value = tensor.value()[offset].f;
    small &= std::abs(value) <= kLargest && value == std::trunc(value);
  });
  return small;
}

/// Whether a sum of whole numbers is exact in whatever order.
static bool isExactSum(double magnitude, Interval init, double most) {
  return init.lo == init.hi && init.value == std::trunc(init.value) && magnitude + std::abs(init.value) <= most;
}

/// Σ|x| along dimension `depth` of x [batch, M, K] or [batch, K, N], of finite elements.
static std::vector<double> sumMagnitudes(const Tensor &t, unsigned depth) {
  unsigned outer = 3 - depth;
  std::vector<double> sums;
  for (int64_t batch = 0; batch < t.getDim(0); ++batch)
    for (int64_t i = 0; i < t.getDim(outer); ++i) {
      double &sum = sums.emplace_back(0);
      for (int64_t k = 0; k < t.getDim(depth); ++k) {
        double x =
            take(t, batch * t.getStrides()[0] + i * t.getStrides()[outer] + k * t.getStrides()[depth], Part::Bound);
        sum += std::isfinite(x) ? x : 0;
      }
    }
  return sums;
}

static double getMagnitude(const Tensor &t, int64_t offset) {
  double magnitude = take(t, offset, Part::Bound);
  return std::isfinite(magnitude) ? magnitude : 0; // bounded in another way
}

static bool hasAtLeast(const Tensor &t, double least) {
  bool any = false;
  forEachOffset(t.getShape(), t.getStrides(), t.getStrides(),
                [&](int64_t offset, int64_t) { any |= take(t, offset, Part::Bound) >= least; });
  return any;
}

static bool hasSmaller(const Tensor &t, double least) {
  bool any = false;
  forEachOffset(t.getShape(), t.getStrides(), t.getStrides(), [&](int64_t offset, int64_t) {
    double magnitude = getMagnitude(t, offset);
    any |= magnitude > 0 && magnitude < least;
  });
  return any;
}

/// The magnitudes of `t` with radii, those that are not 0 at least `least`.
static Tensor raise(const Tensor &t, double least) {
  Tensor raised = Tensor::allocate(Float64Type::get(t.getElementType().getContext()), t.getShape(), /*bounds=*/false);
  forEachOffset(t.getShape(), t.getStrides(), raised.getStrides(), [&](int64_t from, int64_t to) {
    double magnitude = getMagnitude(t, from);
    raised.valueMut()[to].f = magnitude > 0 ? std::max(magnitude, least) : 0;
  });
  return raised;
}

static double getRelativeError(int64_t k, const ProductError &error) {
  return (k + 2) * error.contraction.perTerm + error.contraction.ofOperand;
}

/// Element `index` ([batch, row, column]) from its terms one by one: where infinities and NaN meet, or an operand or a
/// partial sum may overflow.
static Interval boundByTerms(const Tensor &a, const Tensor &b, ArrayRef<int64_t> index, Interval init, double value,
                             const ProductError &error, double absolute) {
  SumBounds sum;
  sum.add(init);
  bool allZero = true;
  Instruction none;
  auto element = [](const Tensor &t, ArrayRef<int64_t> at) {
    int64_t offset = 0;
    for (auto [stride, position] : llvm::zip_equal(t.getStrides(), at))
      offset += stride * position;
    return Interval::decode(t.value()[offset].f, t.lo()[offset].f, t.hi()[offset].f);
  };
  auto asRead = [&](Interval x) {
    double infinite = error.contraction.infinite;
    return Interval{x.value, x.lo <= -infinite ? -kInfinity : x.lo, x.hi >= infinite ? kInfinity : x.hi, x.nan};
  };
  for (int64_t k = 0, depth = a.getDim(2); k < depth; ++k) {
    Interval x = asRead(element(a, {index[0], index[1], k})), y = asRead(element(b, {index[0], k, index[2]}));
    Interval term = x.isNaN() ? x : y.isNaN() ? y : Mul::interval(x, y, x.value * y.value, none);
    term.nan |= error.contraction.splits && (x.mayBeInfinite() || y.mayBeInfinite());
    allZero &= term.lo == 0 && term.hi == 0;
    sum.add(term);
  }
  return error.store.apply(
      sum.finish(value, getRelativeError(a.getDim(2), error), error.contraction.maxFinite, allZero ? 0 : absolute));
}

static Interval boundElement(double value, double magnitude, double bound, Interval init, int64_t k,
                             const ProductError &error, double absolute) {
  double result = value + init.value;
  double relative = getRelativeError(k, error);
  double radius =
      std::max(bound - magnitude, 0.0) + relative * (bound + std::abs(init.value)) + absolute + init.radius();
  return error.store.apply(Interval::around(result, radius));
}

Tensor fusion::reference::multiply(const Tensor &a, const Tensor &b, const Tensor &init, Type elementType,
                                   const ProductError *error, unsigned numThreads) {
  int64_t shape[] = {a.getDim(0), a.getDim(1), b.getDim(2)}, k = a.getDim(2);
  Tensor result = Tensor::allocate(elementType, shape, error != nullptr);
  std::vector<double> values = multiplyPart(a, b, Part::Value, Part::Value, numThreads), magnitudes, bounds;
  if (error)
    magnitudes = multiplyPart(a, b, Part::Magnitude, Part::Magnitude, numThreads);
  if (error && !(a.isExact() && b.isExact()))
    bounds = multiplyPart(a, b, a.isExact() ? Part::Magnitude : Part::Bound,
                          b.isExact() ? Part::Magnitude : Part::Bound, numThreads);
  bool integers = error && error->exactIntegers && isSmallIntegers(a) && isSmallIntegers(b);
  std::vector<double> sumsA, sumsB;
  if (error && error->contraction.lostPart != 0) {
    sumsA = sumMagnitudes(a, 2);
    sumsB = sumMagnitudes(b, 1);
  }
  std::vector<double> aligned;
  if (double least = error ? error->contraction.leastNormal : 0;
      least > 0 && (hasSmaller(a, least) || hasSmaller(b, least)))
    aligned = multiplyPart(raise(a, least), raise(b, least), Part::Magnitude, Part::Magnitude, numThreads);
  double infinite = error ? error->contraction.infinite : kInfinity;
  bool mayOverflow = infinite < kInfinity && (hasAtLeast(a, infinite) || hasAtLeast(b, infinite));
  ProductError storeAlone = error ? ProductError{{0, 0}, error->store} : ProductError();
  Tensor start = init ? init : Tensor::splat(elementType, shape, makeFloat(0));
  int64_t i = 0;
  forEachOffset(shape, result.getStrides(), start.getStrides(), [&](int64_t, int64_t offset) {
    Interval initial = Interval::decode(start.value()[offset].f, start.lo()[offset].f, start.hi()[offset].f);
    result.valueMut()[i].f = init ? values[i] + initial.value : values[i];
    if (error) {
      double bound = bounds.empty() ? magnitudes[i] : bounds[i];
      int64_t index[] = {i / (shape[1] * shape[2]), i / shape[2] % shape[1], i % shape[2]};
      double largest = std::min(error->contraction.maxFinite, std::numeric_limits<double>::max());
      double absolute = bound == 0 ? 0 : (k + 2) * error->contraction.underflow;
      if (!sumsA.empty())
        absolute += std::min(error->contraction.lostPart *
                                 (sumsA[index[0] * shape[1] + index[1]] + sumsB[index[0] * shape[2] + index[2]]),
                             3 * bound);
      if (!aligned.empty())
        absolute += getRelativeError(k, *error) * std::max(aligned[i] - bound, 0.0);
      bool usual =
          bound + std::abs(initial.value) + initial.radius() <= largest / 2 && !initial.mayBeNaN() && !mayOverflow;
      bool exact = integers && isExactSum(magnitudes[i], initial, error->contraction.mostExact);
      Interval x = usual ? boundElement(values[i], magnitudes[i], bound, initial, k, exact ? storeAlone : *error,
                                        exact ? 0 : absolute)
                         : boundByTerms(a, b, index, initial, result.value()[i].f, *error, absolute);
      x.encode(result.loMut()[i].f, result.hiMut()[i].f);
    }
    ++i;
  });
  result.dropTrivialBounds();
  return result;
}
