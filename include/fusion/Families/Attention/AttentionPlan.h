// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The formula of attention in a kernel, found by what its values are computed of.

#ifndef FUSION_FAMILIES_ATTENTION_ATTENTIONPLAN_H
#define FUSION_FAMILIES_ATTENTION_ATTENTIONPLAN_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// What a value of a row (one for all keys) does to exponentials.
struct RowFactor {
  enum Kind {
    Multiplies,
    Divides,
    Clears, ///< where it is true, they are zero
    Keeps,  ///< where it is false, they are zero
  };
  Value value;
  Kind kind;
};

/// base ^ (scale (s - shift)) factors, for each key, of scores s. Shift and factors do not vary along the keys.
struct RowExponential {
  Operation *op = nullptr; ///< fusion.exp or fusion.exp2
  double scale = 1;
  Value score;                       ///< s
  Value shift;                       ///< null if there is none
  SmallVector<RowFactor, 1> factors; ///< the last one comes first

  bool isNatural() const { return isa<ExpOp>(op); }
  /// Whether they differ by a factor of the row alone.
  bool isProportional(const RowExponential &other) const {
    return score == other.score && scale == other.scale && isNatural() == other.isNatural();
  }
};

/// Two products with exponentials of rows between them:
///
///   query [.., rows, depth], key [.., keys, depth]
///     -> first product -> score formula -> s [.., rows, keys]
///     maximum of s along the keys; e = exponentials of s; sum of such along the keys
///   e [.., rows, keys], value [.., keys, columns]
///     -> second product -> epilogue -> outputs [.., rows, columns]
///   values of rows -> further outputs [.., rows, 1]
///
/// Scores, what they are computed of, and exponentials alone vary along the keys. So with any shift z of a row the
/// second product is
///
///   base ^ (scale (z - shift)) factors  sum over keys of base ^ (scale (s - z)) value
///
/// and shift and factors need to be known when all keys have been seen: a kernel takes the largest s so far for z, and
/// computes values of rows at the end. That covers divisions on both sides of the second product, and shifts by the
/// logarithm of the sum. It is exact but for rounding: weights are rounded without their factors.
struct AttentionPlan {
  ProductSum first, second;
  /// Inputs of the kernel: the factors of the first product, and the right one of the second.
  BlockArgument query, key, value;
  /// The first product is that of the inputs times this: query or key are multiplied with numbers.
  double factorScale = 1;
  /// Elementwise operations between the first product and scores, in order.
  SmallVector<Operation *> scoreFormula;
  RowExponential weights; ///< the left factor of the second product
  ReduceOp maximum;       ///< of the scores; null if nothing is computed of it
  ReduceOp sum;           ///< of `summed`; null if weights do not add up to one
  RowExponential summed;
  /// Whether all scores of a row are -inf (andi), or whether some score is not (ori).
  SmallVector<ReduceOp, 1> hidden;
  /// What values of rows are computed by, of the maximum and the sum, in order.
  SmallVector<Operation *> rowFormula;

  /// For each output, whether it is a value of rows.
  SmallVector<bool> isOfRows;

  /// The plan of a kernel that has one; else nothing, and `verdict` says why.
  static std::optional<AttentionPlan> get(const KernelPlan &kernel, FusionVerdict &verdict);

  bool hasRowOutputs() const { return llvm::is_contained(isOfRows, true); }
  int64_t getDepth() const { return first.k; }
  int64_t getColumns() const { return second.columns; }
  /// Whether the key lies as [.., keys, depth] in memory, and the value as [.., columns, keys].
  bool isKeyByRows() const { return first.isTransposedB(); }
  bool isValueTransposed() const { return second.isTransposedB(); }
};

/// A value in front of casts between floats.
Value skipCasts(Value value);
/// The one number (float) that a value has everywhere.
std::optional<double> getSplatNumber(Value value);
/// A value without a number that it is multiplied with or divided by, which goes into `scale`; null if there is none.
Value skipScale(Value value, double &scale);

} // namespace fusion

#endif // FUSION_FAMILIES_ATTENTION_ATTENTIONPLAN_H
