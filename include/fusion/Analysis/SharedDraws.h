// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which maps draw random words that the threads of a quad can compute for each other.

#ifndef FUSION_ANALYSIS_SHAREDDRAWS_H
#define FUSION_ANALYSIS_SHAREDDRAWS_H

#include "fusion/Dialect/Fusion/IR/ScalarOps.h"

namespace fusion {

/// Columns of a row that have one call of fusion.philox in common.
inline constexpr int64_t kDrawColumns = 8;

/// The only fusion.philox of a map, where eight adjacent lanes, from a multiple of eight on, make the same call, and
/// lanes 2 i and 2 i + 1 need nothing of it but word i. Its operands follow from positions, and from tensors of one
/// element. Null if it is otherwise.
///
///   %group = arith.shrui %j, %c3          one call for columns 8 g to 8 g + 7
///   %w:4 = fusion.philox %group, %s, %o
///   ...                                   word (j / 2) mod 4
PhiloxOp findSharedDraw(MapOp map);

} // namespace fusion

#endif // FUSION_ANALYSIS_SHAREDDRAWS_H
