// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Differences of integers, as graphs take zero points off weights.

#ifndef FUSION_LIB_ANALYSIS_INTEGERDIFFERENCE_H
#define FUSION_LIB_ANALYSIS_INTEGERDIFFERENCE_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <optional>

namespace fusion {

/// Integers that are a difference of two tensors, less a number: q - z - 1 and q - (z + 1) alike, in one map or
/// several, where nothing wraps.
struct IntegerDifference {
  Value minuend, subtrahend; ///< tensors
  int64_t less = 0;
  int64_t size = 0; ///< what numbers in it add up to at most, in size

  /// The difference that `integers`, a tensor, are.
  static std::optional<IntegerDifference> find(Value integers);

private:
  Value takeNumbers(Value scalar, MapOp map, int64_t sign);
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_INTEGERDIFFERENCE_H
