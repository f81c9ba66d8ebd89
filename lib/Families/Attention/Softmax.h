// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Softmax of rows whose scores come block by block.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H
#define FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H

#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/Product/AccumulatorLayout.h"

namespace fusion {

/// Whether a condition holds in a thread of the warp, in all of them.
Value emitAny(KernelBuilder &kb, Value condition);

/// What a thread knows of each of its rows (f32).
struct RowState {
  using Rows = SmallVector<Value, 2>;
  Rows largest;   ///< of the scores so far
  Rows reference; ///< the score whose exponential is 1; the largest so far, or some time ago
  Rows shift;     ///< the exponent of a score s is factor s + shift
  Rows sum;       ///< of this thread's exponentials so far
  Rows growth;    ///< by what sums of values that were taken before the last block are to be multiplied, if `grown`
  Value grown;    ///< i1, the same for the warp: whether that is not 1 in all of its rows
  Value isHuge;   ///< i1, the same for the warp: whether the exponent of a reference is huge

  /// How many values so many rows have, and these values.
  static int64_t getSize(int64_t rows) { return 5 * rows + 2; }
  void pack(SmallVectorImpl<Value> &values) const;
  static RowState unpack(ValueRange values);
};

/// Softmax of scores that come in blocks of keys, the elements of a thread of accumulators.
///
///   m = max(m, s); growth = 2 ^ (factor (r - r')); e = 2 ^ (factor (s - r')); l' = l growth + sum of e
///
/// The reference r' becomes m in all rows of a warp once factor (m - r) exceeds 8 in one of them, and else remains r.
/// Multiplying sums of values by their growth can then mostly be left out. Exponentials are at most 2^8, of which sums
/// and rounded weights lose no bit.
class OnlineSoftmax {
public:
  /// Exponentials are 2 ^ (factor s), of weights of 16 bits, or of 32. No finite score s exceeds `mostScore` in size.
  OnlineSoftmax(KernelBuilder &kb, const async::AccumulatorLayout &layout, Type weightType, double factor,
                double mostScore)
      : kb(kb), layout(layout), weightType(weightType), factor(factor),
        mayBeHuge(!isWide() && isHuge(factor * mostScore)) {}

  /// Whether the rounding of an exponent factor s of this size changes weights by more than 2e-5.
  static bool isHuge(double exponent) { return exponent > kMostExponent; }

  /// Elements whose column is `count` (i32) or more, counted from this thread's first, are left out.
  void maskBehind(MutableArrayRef<Value> elements, Value count);
  /// The first block of a row: there is nothing yet to be multiplied by the growth. The elements may be changed to what
  /// takeExponentials wants.
  RowState begin(MutableArrayRef<Value> elements);
  void takeMaximum(MutableArrayRef<Value> elements, RowState &rows);
  /// The same of the block's largest score in each row. There are no elements where they are not taken to
  /// takeExponentials.
  void takeLargest(ArrayRef<Value> largest, RowState &rows, MutableArrayRef<Value> elements = {});
  /// The largest of a block in row number `row`, in all threads of the row.
  Value getLargest(ArrayRef<Value> elements, int64_t row);
  /// The same of all rows.
  RowState::Rows getLargest(ArrayRef<Value> elements);
  /// Whether weights have 32 bits: their exponents are differences to the reference, times the factor, which are exact
  /// enough whatever the size of scores.
  bool isWide() const { return weightType.isF32(); }
  /// Behind either: the exponentials as the left factor of a product (i32), pairs of 16 bits or one of 32.
  SmallVector<Value> takeExponentials(ArrayRef<Value> elements, RowState &rows);
  /// The same of exponents, that of element i.
  SmallVector<Value> takeWeights(size_t count, RowState &rows, function_ref<Value(size_t)> exponent);
  double getFactor() const { return factor; }
  /// How far exponents that are known to be bounded may exceed 0: weights of 16 bits, and sums of them with values
  /// below 2^64 in bf16 and all values in f16, stay finite.
  double getMostGrowth() const { return weightType.isF16() ? 15 : 40; }
  /// Sums of whole rows in each of their threads, with the largest for the reference: sums of values have then to be
  /// multiplied with the growth.
  void finish(RowState &rows);

private:
  static constexpr double kMostExponent = 1024;

  /// r, or 0 where there was no key: exponentials are then 0, not NaN.
  Value getFinite(Value reference);
  Value scale(Value value);
  /// Whether the exponent of a reference of the warp is huge (i1).
  Value emitIsHuge(ArrayRef<Value> references);
  /// Computes what follows from new references. The exponent of a score s is fma(factor, s, -factor r), whose last term
  /// is rounded: where that is huge, the largest score's exponent would be far from 0. There, differences s - r take
  /// the place of the elements.
  void takeReferences(MutableArrayRef<Value> elements, RowState &rows);

  /// The elements of a row, combined: first ones of pairs and second ones, and these, so that two chains run at once.
  Value combineElements(ArrayRef<Value> elements, int64_t row, function_ref<Value(Value, Value)> combine);

  KernelBuilder &kb;
  const async::AccumulatorLayout &layout;
  Type weightType;
  double factor;
  bool mayBeHuge;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H
