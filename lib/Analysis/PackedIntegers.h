// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Small integers that a kernel computes of the elements of one of its inputs.

#ifndef FUSION_LIB_ANALYSIS_PACKEDINTEGERS_H
#define FUSION_LIB_ANALYSIS_PACKEDINTEGERS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <optional>

namespace fusion {

/// How many neighbouring positions share `index`: 1 of a position itself, c of it divided by c; 0 of a constant zero.
std::optional<int64_t> getSharing(Value index, Value position);

/// Integers as they lie in memory: in elements of `bits` · `parts` bits, each of which holds neighbours along a
/// dimension of the positions, the first in the lowest bits.
struct Packing {
  int64_t bits, parts, dim;
};

/// A matrix of integers that is computed position by position of the elements of an argument of a kernel's body, each
/// of one. How that is spelled out does not matter: what it gives is computed for each value that an integer may have
/// in memory, where bits around it are not known.
///
///   odd ? byte >> 4 : byte & 15
///   (odd ? byte : byte << 4) >> 4
///   ((word >> 4 * (k % 8)) & 15) - 8
struct PackedIntegers {
  BlockArgument source;
  Packing packing;
  int64_t share = 1; ///< positions along the other dimension that read the same element; 0: all do
  bool isUnsigned = false;
  int64_t bias = 0; ///< what is taken off the integers in memory

  /// `isUnsigned` says how the result is read that `integers` are.
  static std::optional<PackedIntegers> find(Value integers, bool isUnsigned);

  /// The least and the largest integer.
  std::pair<int64_t, int64_t> getRange() const;
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_PACKEDINTEGERS_H
