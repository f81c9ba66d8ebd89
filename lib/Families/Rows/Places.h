// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_FAMILIES_ROWS_PLACES_H
#define FUSION_LIB_FAMILIES_ROWS_PLACES_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace mlir::fusion {

/// The first place, of what is below all elements: what a reduction of places begins with.
inline constexpr int64_t kNoPlace = 0xffffffff;

/// A number of 64 bits, the larger (unsigned) the better an extremum `value` (in its compute type, 32 bits at most) is,
/// and of equal ones the one at the lowest `place` (i32).
Value rankOfPlace(KernelBuilder &kb, arith::AtomicRMWKind kind, Value value, Value place);

/// The place in such a number, as an integer of `type`, i32 or i64.
Value placeOfRank(KernelBuilder &kb, Value rank, Type type);

} // namespace mlir::fusion

#endif // FUSION_LIB_FAMILIES_ROWS_PLACES_H
