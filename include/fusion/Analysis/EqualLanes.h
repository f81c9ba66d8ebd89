// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which of adjacent lanes have the same scalars of a map's region.

#ifndef FUSION_ANALYSIS_EQUALLANES_H
#define FUSION_ANALYSIS_EQUALLANES_H

#include "fusion/Analysis/LaneForms.h"

namespace fusion {

/// The lanes of LaneForms in which a scalar is surely the same, also where nothing else is known of it. What follows
/// from equal scalars is equal:
///
///   %group = arith.shrui %j, %c2                     0, 0, 0, 0, 1, 1, 1, 1 beside its base
///   %w:4 = fusion.philox %group, %seed, %offset      the same in the lanes 0 to 3, and in 4 to 7
///
/// Lanes that are a power of two are also taken in halves, quarters and so on. With eight of them at multiples of
/// eight:
///
///   %row = arith.divui %j, %c60                      the same in the lanes 0 to 3, and in 4 to 7
///   %column = arith.remui %j, %c60                   one more from lane to lane, in each of the two
class EqualLanes {
public:
  /// `forms` are those of `map` in `lanes` lanes at a multiple of `multiple`, and live as long as this does.
  EqualLanes(MapOp map, int64_t lanes, int64_t multiple, const LaneForms &forms);

  /// The first lane that surely has the scalar of `lane`, which may be `lane` itself.
  int64_t getFirst(Value scalar, int64_t lane) const;
  /// By how much an integer of `lane` is more than that of `other`, modulo the numbers of its type.
  std::optional<int64_t> getDistance(Value scalar, int64_t lane, int64_t other) const;

private:
  void compare(Value scalar, int64_t lanes, llvm::function_ref<bool(int64_t lane, int64_t other)> isEqual);

  const LaneForms &forms;
  SmallVector<std::pair<int64_t, LaneForms>, 2> blocks; ///< the same of each half, quarter, …, by their lanes
  llvm::DenseMap<Value, SmallVector<int64_t, 8>> first;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_EQUALLANES_H
