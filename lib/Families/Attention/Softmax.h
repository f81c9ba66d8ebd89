// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Softmax of rows whose scores come block by block.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H
#define FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// Whether a condition holds in a thread of the warp, in all of them.
Value emitAny(KernelBuilder &kb, Value condition);

/// What a thread knows of its two rows (f32): row h + 8 of accumulators has index h.
struct RowState {
  Value largest[2];   ///< of the scores so far
  Value reference[2]; ///< the score whose exponential is 1; the largest so far, or some time ago
  Value sum[2];       ///< of this thread's exponentials so far
  Value growth[2];    ///< by what sums of values that were taken before the last block are to be multiplied, if `grown`
  Value grown;        ///< i1, the same for the warp: whether that is not 1 in all of its rows
  Value isHuge;       ///< i1, the same for the warp: whether a reference is so large that its multiples are far off
  static constexpr int64_t size = 10;

  void pack(SmallVectorImpl<Value> &values) const;
  static RowState unpack(ValueRange values);
};

/// Softmax of scores that come in blocks of keys, in accumulators of 64 rows: element 4 j + 2 h + e of a thread is
/// column 8 j + 2 (lane % 4) + e of its row h.
///
///   m = max(m, s); growth = 2 ^ (factor (r - r')); e = 2 ^ (factor (s - r')); l' = l growth + sum of e
///
/// The reference r' becomes m in all rows of a warp once factor (m - r) exceeds 8 in one of them, and else remains r.
/// Multiplying sums of values by their growth can then mostly be left out. Exponentials are at most 2^8, of which sums
/// and rounded weights lose no bit.
class OnlineSoftmax {
public:
  /// Exponentials are 2 ^ (factor s), of weights of 16 bits. Scores `mayBeHuge` where masks are finite numbers.
  OnlineSoftmax(KernelBuilder &kb, Type weightType, double factor, bool mayBeHuge)
      : kb(kb), weightType(weightType), factor(factor), mayBeHuge(mayBeHuge) {}

  /// Elements whose column is `count` (i32) or more, counted from this thread's first, are left out.
  void maskBehind(MutableArrayRef<Value> elements, Value count);
  /// The first block of a row: there is nothing yet to be multiplied by the growth.
  RowState begin(ArrayRef<Value> elements);
  void takeMaximum(ArrayRef<Value> elements, RowState &rows);
  /// The same of the block's largest score in each row.
  void takeLargest(ArrayRef<Value> largest, RowState &rows);
  /// The largest of a block in row `half`, in all threads of the row.
  Value getLargest(ArrayRef<Value> elements, int64_t half);
  /// Behind either: the exponentials in pairs (i32), as the left factor of a product. In a warp whose references are
  /// huge, of rows that are masked whole, the difference is rounded in front of its multiple, so that 2^0 is 1; that
  /// takes an operation more. No such warp looks at scores of which none `canBeHuge`.
  SmallVector<Value> takeExponentials(ArrayRef<Value> elements, RowState &rows, bool canBeHuge);
  /// The same of exponents, that of element i.
  SmallVector<Value> takeWeights(size_t count, RowState &rows, function_ref<Value(size_t)> exponent);
  /// The exponent of a score, which is not huge, is factor s + shift.
  Value getShift(Value reference) { return kb.create<arith::NegFOp>(scale(getFinite(reference))); }
  double getFactor() const { return factor; }
  /// How far exponents that are known to be bounded may exceed 0: weights of 16 bits, and sums of them with values
  /// below 2^64 in bf16 and all values in f16, stay finite.
  double getMostGrowth() const { return weightType.isF16() ? 15 : 40; }
  /// Sums of whole rows in each of their threads, with the largest for the reference: sums of values have then to be
  /// multiplied with the growth.
  void finish(RowState &rows);

private:
  /// r, or 0 where there was no key: exponentials are then 0, not NaN.
  Value getFinite(Value reference);
  Value scale(Value value);
  /// Whether a reference of the warp is huge.
  Value emitIsHuge(ArrayRef<Value> references);
  SmallVector<Value> emitDifferences(ArrayRef<Value> elements, ArrayRef<Value> references);

  KernelBuilder &kb;
  Type weightType;
  double factor;
  bool mayBeHuge;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H
