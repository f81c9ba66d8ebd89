// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Extrema with their positions, as numbers.

#ifndef FUSION_LIB_FAMILIES_ROWS_POSITIONS_H
#define FUSION_LIB_FAMILIES_ROWS_POSITIONS_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// The first position, of what is below all elements: what a reduction of positions begins with.
inline constexpr int64_t kNoPosition = 0xffffffff;

/// A number of 64 bits, the larger (unsigned) the better an extremum `value` (in its compute type, 32 bits at most) is,
/// and of equal ones the one at the lowest `position` (i32).
Value rankOfPosition(KernelBuilder &kb, arith::AtomicRMWKind kind, Value value, Value position);

/// The position in such a number, as an integer of `type`, i32 or i64.
Value positionOfRank(KernelBuilder &kb, Value rank, Type type);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_POSITIONS_H
