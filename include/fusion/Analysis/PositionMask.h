// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Masks by position between the scores of attention and the reductions of their rows.

#ifndef FUSION_ANALYSIS_POSITIONMASK_H
#define FUSION_ANALYSIS_POSITIONMASK_H

#include "fusion/Analysis/PositionCondition.h"
#include <limits>

namespace fusion {

inline constexpr double kNegativeInfinity = -std::numeric_limits<double>::infinity();

/// A mask: where `masked` holds, the value that is reduced is at most `atMost`, whatever the score is.
///
/// - `atMost` is -inf: the element has weight zero in a softmax, and a block in which `masked` is AlwaysTrue adds
///   nothing. A row that keeps no key is NaN in the formula, and 0 / 0, so NaN too, where all its blocks are skipped.
/// - `atMost` is finite: a block may be skipped only where each row keeps a key (keepsKeyInEachRow), and only by who
///   holds kept scores to be so far above `atMost` that the weight is zero. A row that keeps none is the mean of all.
struct PositionMask {
  PositionCondition masked;
  double atMost;
  /// The mask, or something after it, is a sum with data, which must be neither NaN nor +inf for `atMost` to hold; if
  /// it is finite, it holds but for what the data add. What a select puts in the place of the score needs no such
  /// thing.
  bool assumesData;
};

/// The mask on the way from `scores` to `reduced`, a tensor that elementwise operations compute from it: all selects,
/// and sums with something of positions, as one condition. Behind a mask may stand what keeps its value low: casts,
/// sums, positive constant factors, further selects. Nothing if there is no value of at most `atMost` for sure, which
/// is where constants, functions of positions and conditions are looked at; what depends on data alone is no mask, but
/// a condition may have parts of data (padding), of which nothing is known.
std::optional<PositionMask> findPositionMask(Value scores, Value reduced, double atMost = kNegativeInfinity);

/// Whether in each row, for all positions of the other dimensions, the mask surely keeps a position along `keyDim`.
/// False where that is not proved.
bool keepsKeyInEachRow(const PositionCondition &masked, ArrayRef<PositionRange> box, int64_t keyDim);

} // namespace fusion

#endif // FUSION_ANALYSIS_POSITIONMASK_H
