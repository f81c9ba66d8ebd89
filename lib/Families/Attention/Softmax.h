// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Softmax of rows whose scores come block by block.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H
#define FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// What a thread knows of its two rows (f32): row h + 8 of accumulators has index h.
struct RowState {
  Value largest[2]; ///< of the scores so far
  Value sum[2];     ///< of this thread's exponentials so far
  Value growth[2];  ///< by what sums of values that were taken before the last block are to be multiplied
  static constexpr int64_t size = 6;

  void pack(SmallVectorImpl<Value> &values) const;
  static RowState unpack(ValueRange values);
};

/// Softmax of scores that come in blocks of keys, in accumulators of 64 rows: element 4 j + 2 h + e of a thread is
/// column 8 j + 2 (lane % 4) + e of its row h.
///
///   m' = max(m, s); growth = 2 ^ (factor (m - m')); e = 2 ^ (factor (s - m')); l' = l growth + sum of e
class OnlineSoftmax {
public:
  /// Exponentials are 2 ^ (factor s), of weights of 16 bits.
  OnlineSoftmax(KernelBuilder &kb, Type weightType, double factor) : kb(kb), weightType(weightType), factor(factor) {}

  RowState begin();
  /// Elements whose column is `count` (i32) or more, counted from this thread's first, are left out.
  void maskBehind(MutableArrayRef<Value> elements, Value count);
  void takeMaximum(ArrayRef<Value> elements, RowState &rows);
  /// Behind takeMaximum: the exponentials in pairs (i32), as the left factor of a product.
  SmallVector<Value> takeExponentials(ArrayRef<Value> elements, RowState &rows);
  /// Sums of whole rows in each of their threads.
  void finish(RowState &rows);

private:
  /// factor m, or 0 where there was no key: exponentials are then 0, not NaN.
  Value scale(Value largest);

  KernelBuilder &kb;
  Type weightType;
  double factor;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SOFTMAX_H
