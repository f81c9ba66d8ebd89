// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operands of whole numbers, and the results that follow from them.

#include "Product.h"
#include "fusion/Runtime/Random.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::exact;

/// Multiply-adds of a task: a few milliseconds.
static constexpr int64_t kChunkWork = 1 << 24;

static bool isFloat8(FusionDType type) { return type == FUSION_F8E4M3FN || type == FUSION_F8E5M2; }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Problem::Problem(const FusionEntry &entry, const ProductOptions &options, Size size)
    : entry(&entry), options(options), size_(size) {}

Shape Problem::inputShape(size_t input) const {
  const FusionTensorSpec &spec = entry->inputs[input];
  auto [m, n, k] = size_;
  if (spec.rank == 1)
    return {n};
  if (input == 0)
    return options.ta ? Shape{k, m + options.lead} : Shape{m, k + options.lead};
  if (input == 1)
    return options.tb ? Shape{n, k + options.lead} : Shape{k, n + options.lead};
  if (spec.shape[1] == 1)
    return {m, 1};
  return {m, n + options.lead};
}

/// Columns of NaN in front of a matrix of that shape; a column of M has none.
static int64_t leadOf(const ProductOptions &options, const FusionTensorSpec &spec) {
  return spec.rank == 1 || spec.shape[1] == 1 ? 0 : options.lead;
}

int64_t Problem::inputElements(size_t input) const {
  Shape shape = inputShape(input);
  return shape.size() == 1 ? shape[0] : shape[0] * (shape[1] - leadOf(options, entry->inputs[input]));
}

/// Which elements are special depends on the shape, so that operands of one shape are the same for all sizes. Large
/// numbers are in X alone: products of two would not be exact.
std::vector<std::pair<int64_t, float>> Problem::specials(size_t input) const {
  std::vector<std::pair<int64_t, float>> list;
  int64_t count = inputElements(input);
  if (options.data != Data::Special || count == 0)
    return list;
  Shape shape = inputShape(input);
  uint64_t key = input + 8 * static_cast<uint64_t>(shape[0] + 100003 * shape.back());
  constexpr float kinds[] = {NAN, INFINITY, -INFINITY, 32768, -32768, 0, 0, 0};
  for (uint64_t i = 0; i < 2; ++i) {
    float value = kinds[randomBits(11, key, 2 * i) % 8];
    bool isNarrow = input < 2 && isFloat8(type(entry->inputs[input])); // tensor cores keep 14 bits of the sums
    if ((input == 1 || isNarrow) && std::isfinite(value))
      value = 0;
    list.emplace_back(static_cast<int64_t>(randomBits(11, key, 2 * i + 1) % static_cast<uint64_t>(count)), value);
  }
  return list;
}

void Problem::writeInput(size_t input, const Source &source, void *to) const {
  const FusionTensorSpec &spec = entry->inputs[input];
  Shape shape = inputShape(input);
  int64_t bytes = elementSize(type(spec)), lead = leadOf(options, spec);
  int64_t rows = lead ? shape[0] : 1, columns = lead ? shape[1] - lead : inputElements(input);
  auto *data = static_cast<char *>(to);
  const auto *from = static_cast<const char *>(source.stored.data());
  for (int64_t i = 0; i < rows; ++i) {
    std::memset(data + i * (lead + columns) * bytes, 0xff, lead * bytes); // NaN in every type
    std::memcpy(data + (i * (lead + columns) + lead) * bytes, from + i * columns * bytes, columns * bytes);
  }
  for (auto [element, value] : specials(input)) {
    HostTensor one = *HostTensor::allocate(type(spec), {1});
    one.setValue(0, value);
    int64_t at = element + (lead ? lead * (element / columns + 1) : 0);
    std::memcpy(data + at * bytes, one.data(), bytes);
  }
}

std::vector<float> Problem::gather(size_t input, const std::vector<Source> &sources) const {
  const std::vector<float> &all = sources[input].values;
  std::vector<float> values(all.begin(), all.begin() + inputElements(input));
  bool hasInfinity = type(entry->inputs[input]) != FUSION_F8E4M3FN && (input >= 2 || !isSplitF32());
  for (auto [element, value] : specials(input))
    values[element] = std::isinf(value) && !hasInfinity ? NAN : value;
  return values;
}

static std::vector<float> transpose(const std::vector<float> &matrix, int64_t rows, int64_t columns) {
  std::vector<float> result(matrix.size());
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      result[j * rows + i] = matrix[i * columns + j];
  return result;
}

void Problem::prepare(const std::vector<Source> &sources) {
  auto [m, n, k] = size_;
  x = gather(0, sources);
  w = gather(1, sources);
  if (options.ta)
    x = transpose(x, k, m);
  if (options.tb)
    w = transpose(w, n, k);
  for (int64_t input = 2; input < countGiven(*entry); ++input)
    after.push_back(gather(input, sources));
  if (options.data == Data::Normal) {
    value.resize(m * n);
    bound.resize(m * n);
    return;
  }
  for (int64_t i = 0; i < entry->numOutputs; ++i)
    expected.push_back(*HostTensor::allocate(type(entry->outputs[i]), outputShape()));
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

// Wider vectors where the processor has them. Whole numbers are exact in f32, fused or not.
#if defined(__x86_64__) && defined(__linux__)
#define WIDE_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDE_VECTORS
#endif

WIDE_VECTORS static void addProducts(float *row, const float *x, const float *w, int64_t n, int64_t k) {
  int64_t l = 0;
  for (; l + 4 <= k; l += 4)
    for (int64_t j = 0; j < n; ++j)
      row[j] += x[l] * w[l * n + j] + x[l + 1] * w[(l + 1) * n + j] + x[l + 2] * w[(l + 2) * n + j] +
                x[l + 3] * w[(l + 3) * n + j];
  for (; l < k; ++l)
    for (int64_t j = 0; j < n; ++j)
      row[j] += x[l] * w[l * n + j];
}

WIDE_VECTORS static void addProducts(double *row, const float *x, const float *w, int64_t n, int64_t k) {
  for (int64_t l = 0; l < k; ++l)
    for (int64_t j = 0; j < n; ++j)
      row[j] += static_cast<double>(x[l]) * w[l * n + j];
}

WIDE_VECTORS static void addMagnitudes(double *row, const float *x, const float *w, int64_t n, int64_t k) {
  for (int64_t l = 0; l < k; ++l)
    for (int64_t j = 0; j < n; ++j)
      row[j] += std::fabs(static_cast<double>(x[l]) * w[l * n + j]);
}

int64_t Problem::chunks() const {
  auto [m, n, k] = size_;
  return std::clamp<int64_t>(m * n * std::max<int64_t>(k, 1) / kChunkWork, 1, std::max<int64_t>(m / 4, 1));
}

/// relu(sums + vectors) + matrices. Keeps NaN. Adds what is added to `magnitude`, if there is one.
template <typename T> void Problem::computeRow(int64_t i, T *row, T *magnitude) const {
  int64_t n = size_.n;
  auto add = [&](bool vectors) {
    for (size_t input = 2; input < 2 + after.size(); ++input) {
      if (isVector(input) != vectors)
        continue;
      const float *values = after[input - 2].data();
      bool column = !vectors && entry->inputs[input].shape[1] == 1;
      for (int64_t j = 0; j < n; ++j) {
        T other = values[vectors ? j : column ? i : i * n + j];
        row[j] += other;
        if (magnitude)
          magnitude[j] += std::fabs(other);
      }
    }
  };
  add(/*vectors=*/true);
  for (int64_t j = 0; j < n; ++j)
    row[j] = row[j] < 0 ? 0 : row[j];
  add(/*vectors=*/false);
}

void Problem::computeRows(int64_t chunk) {
  auto [m, n, k] = size_;
  std::vector<float> row(n);
  std::vector<double> wide(n), magnitude(n), products(n);
  for (int64_t i = m * chunk / chunks(), end = m * (chunk + 1) / chunks(); i < end; ++i) {
    if (options.data == Data::Integer) {
      std::fill(row.begin(), row.end(), 0);
      addProducts(row.data(), x.data() + i * k, w.data(), n, k);
      computeRow<float>(i, row.data(), nullptr);
      storeRow(i, row.data());
      continue;
    }
    std::fill(wide.begin(), wide.end(), 0);
    addProducts(wide.data(), x.data() + i * k, w.data(), n, k);
    if (options.data == Data::Special) {
      computeRow<double>(i, wide.data(), nullptr);
      storeRow(i, wide.data());
      continue;
    }
    std::fill(magnitude.begin(), magnitude.end(), 0);
    addMagnitudes(magnitude.data(), x.data() + i * k, w.data(), n, k);
    products = magnitude;
    computeRow(i, wide.data(), magnitude.data());
    for (int64_t j = 0; j < n; ++j) {
      value[i * n + j] = wide[j];
      bound[i * n + j] = productError(magnitude[j], products[j]);
    }
  }
}

void Problem::finish() {
  x = w = {};
  after.clear();
}

namespace {
/// The stored forms of whole numbers up to `limit` in magnitude.
template <typename Bits> struct WholeNumbers {
  static constexpr int64_t limit = 1 << 18;
  std::vector<Bits> bits;

  explicit WholeNumbers(FusionDType type) {
    HostTensor all = *HostTensor::allocate(type, {2 * limit + 1});
    for (int64_t i = 0; i <= 2 * limit; ++i)
      all.setValue(i, static_cast<double>(i - limit));
    bits.assign(all.as<Bits>(), all.as<Bits>() + 2 * limit + 1);
  }
};
} // namespace

/// Stores whole numbers of f16 or bf16.
template <FusionDType type> static void store16(HostTensor &to, int64_t first, const float *row, int64_t n) {
  static const WholeNumbers<uint16_t> table(type);
  auto *out = to.as<uint16_t>() + first;
  for (int64_t j = 0; j < n; ++j) {
    auto number = static_cast<int64_t>(row[j]);
    if (std::abs(number) <= table.limit)
      out[j] = table.bits[number + table.limit];
    else
      to.setValue(first + j, row[j]);
  }
}

void Problem::storeRow(int64_t i, const float *row) {
  int64_t n = size_.n, first = i * n;
  for (HostTensor &output : expected) {
    if (output.dtype() == FUSION_F32)
      std::copy(row, row + n, output.as<float>() + first);
    else if (output.dtype() == FUSION_F16)
      store16<FUSION_F16>(output, first, row, n);
    else if (output.dtype() == FUSION_BF16)
      store16<FUSION_BF16>(output, first, row, n);
    else
      for (int64_t j = 0; j < n; ++j)
        output.setValue(first + j, output.dtype() == FUSION_I1 ? row[j] > 0 : row[j]);
  }
}

void Problem::storeRow(int64_t i, const double *row) {
  for (HostTensor &output : expected)
    for (int64_t j = 0; j < size_.n; ++j)
      output.setValue(i * size_.n + j, output.dtype() == FUSION_I1 ? row[j] > 0 : row[j]);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// What an f32 result may be off by (T1 of docs/Verification.md): sums in any order, on tensor cores with truncation;
/// the operands' rounding; `product` is the sum of |x||w|, `magnitude` that of all that is added.
double Problem::productError(double magnitude, double product) const {
  bool f32 = type(entry->inputs[0]) == FUSION_F32, float8 = isFloat8(type(entry->inputs[0]));
  double roundoff = f32 && options.precision == "ieee" ? 0x1p-24 : 0x1p-23;
  // Of 8-bit floats four steps cut 32 products and two sums below 2^-13 of the largest. Numbers below the normal ones
  // count as those, but normal random numbers have few.
  double chains = float8 ? 4 * 34 * 0x1p-13 : 0;
  double operands = !f32 || options.precision == "ieee" ? 0 : options.precision == "tf32" ? 0x1p-10 : 3.5 * 0x1p-21;
  return (static_cast<double>(size_.k) + 2) * roundoff * magnitude + (operands + chains) * product;
}

/// Unit roundoff and smallest subnormal.
static std::pair<double, double> format(FusionDType type) {
  if (type == FUSION_F16)
    return {0x1p-11, 0x1p-24};
  return type == FUSION_BF16 ? std::pair(0x1p-8, 0x1p-133) : std::pair(0x1p-24, 0x1p-149);
}

int64_t Problem::compare(size_t output, const char *actual, double &ratio, std::string &message) const {
  bool isKnown = output < expected.size() && expected[output].elements() == size_.m * size_.n;
  FusionDType dtype = type(entry->outputs[output]);
  int64_t count = size_.m * size_.n, bytes = elementSize(dtype), different = 0;
  if (isKnown && std::memcmp(actual, expected[output].data(), count * bytes) == 0)
    return 0;
  HostTensor got = *HostTensor::allocate(dtype, {count});
  std::memcpy(got.data(), actual, count * bytes);
  auto report = [&](int64_t i, double wanted) {
    if (different++ == 0 && message.empty())
      message =
          concat(size_.name(), ": output ", output, ", element ", i, " is ", got.valueAt(i), ", expected ", wanted);
  };
  for (int64_t i = 0; i < count; ++i) {
    double is = got.valueAt(i);
    if (isKnown) {
      double wanted = expected[output].valueAt(i);
      const char *bits = static_cast<const char *>(expected[output].data()) + i * bytes;
      // All NaN are one, unless they are to be those of an earlier run.
      if (std::memcmp(actual + i * bytes, bits, bytes) != 0 &&
          (options.data == Data::Normal || !std::isnan(is) || !std::isnan(wanted)))
        report(i, wanted);
      continue;
    }
    double limit = bound[i], wanted = value[i];
    if (dtype == FUSION_I1) {
      if (is != (wanted > 0) && std::fabs(wanted) > limit)
        report(i, wanted > 0);
      continue;
    }
    auto [roundoff, subnormal] = format(dtype);
    double error = std::fabs(is - wanted) / (limit + roundoff * std::fabs(wanted) + subnormal);
    if (!(error <= 1)) // NaN too
      report(i, wanted);
    ratio = std::max(ratio, error);
  }
  return different;
}

void Problem::expect(size_t output, const char *actual) {
  if (expected.empty())
    expected.resize(static_cast<size_t>(entry->numOutputs));
  expected[output] = *HostTensor::allocate(type(entry->outputs[output]), outputShape());
  std::memcpy(expected[output].data(), actual, expected[output].bytes());
}
