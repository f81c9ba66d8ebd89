// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a compiled product must give: relu(X W + vectors) + matrices, computed on the host without the compiler.

#ifndef FUSION_VERIFY_EXACTPRODUCTS_PRODUCT_H
#define FUSION_VERIFY_EXACTPRODUCTS_PRODUCT_H

#include "Sizes.h"
#include "fusion/Runtime/Module.h"

namespace fusion::exact {

enum class Data {
  Integer, ///< whole numbers in [-4,4]: every bit of the result is known (T0)
  Special, ///< some of them replaced by NaN, infinities and large numbers (T4)
  Normal,  ///< normal random numbers: results have a bound (T1), runs are equal (T3)
};

/// How the operands of an entry lie, and what they hold.
struct ProductOptions {
  bool ta = false, tb = false; ///< X is [K,M], W is [N,K]
  int64_t lead = 0;            ///< columns in front of those of X, W and the matrices that count; they hold NaN
  Data data = Data::Integer;
  /// Of f32 products. In tf32x3 an infinite element of X or W gives NaN: its parts are infinity and infinity -
  /// infinity.
  std::string precision = "tf32x3";
};

/// The first elements of an endless random tensor, as stored and as numbers. Operands of all sizes begin there, so that
/// one upload serves many sizes.
struct Source {
  runtime::HostTensor stored;
  std::vector<float> values;
};

/// One size: its operands and results.
class Problem {
public:
  Problem(const FusionEntry &entry, const ProductOptions &options, Size size);

  Size size() const { return size_; }
  /// The shape of an input as the entry takes it.
  runtime::Shape inputShape(size_t input) const;
  runtime::Shape outputShape() const { return {size_.m, size_.n}; }
  /// Elements of a Source that the input needs.
  int64_t inputElements(size_t input) const;

  /// Writes an input as it lies in memory.
  void writeInput(size_t input, const Source &source, void *to) const;

  /// Operands as numbers; before computeRows.
  void prepare(const std::vector<Source> &sources);
  /// Tasks that share the work of computeRows.
  int64_t chunks() const;
  /// Computes the rows of a chunk. After the last one, `expected` holds the results, or with normal data `value` and
  /// `bound` do.
  void computeRows(int64_t chunk);
  /// Gives back the memory that only computeRows needs.
  void finish();

  /// Elements of an output that differ from what is expected; describes the first in `message` if that is empty.
  /// Raises `ratio` to the largest error over its bound.
  int64_t compare(size_t output, const char *actual, double &ratio, std::string &message) const;
  /// Whether later runs must give what the first one gave: with normal data.
  bool learns() const { return options.data == Data::Normal; }
  /// Later results must be this one.
  void expect(size_t output, const char *actual);

private:
  bool isVector(size_t input) const { return entry->inputs[input].rank == 1; }
  bool isSplitF32() const { return type(entry->inputs[0]) == FUSION_F32 && options.precision == "tf32x3"; }
  FusionDType type(const FusionTensorSpec &spec) const { return static_cast<FusionDType>(spec.dtype); }
  /// The elements of an input in row-major order, as the entry takes them, without the columns in front.
  std::vector<float> gather(size_t input, const std::vector<Source> &sources) const;
  /// Element of an input to be replaced, and what by; nothing but with special data.
  std::vector<std::pair<int64_t, float>> specials(size_t input) const;
  template <typename T> void computeRow(int64_t i, T *row, T *magnitude) const;
  void storeRow(int64_t i, const float *row);
  void storeRow(int64_t i, const double *row);
  double productError(double magnitude, double product) const;

  const FusionEntry *entry;
  ProductOptions options;
  Size size_;
  std::vector<float> x, w;                   ///< [M,K] and [K,N]
  std::vector<std::vector<float>> after;     ///< of the inputs behind them
  std::vector<runtime::HostTensor> expected; ///< of each output, once known
  std::vector<double> value, bound;          ///< with normal data
};

} // namespace fusion::exact

#endif // FUSION_VERIFY_EXACTPRODUCTS_PRODUCT_H
