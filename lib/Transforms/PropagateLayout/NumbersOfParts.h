// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The numbers, one for each part of an element, by which graphs take integers apart: shifts, masks.

#ifndef FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_NUMBERSOFPARTS_H
#define FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_NUMBERSOFPARTS_H

#include "RowsOfGroups.h"

namespace fusion {

/// Those that `value` is, constants or what follows from positions, for `dims.size` neighbours. Null: it is something
/// else.
DenseIntElementsAttr getNumbersOfParts(Value value, const JoinedDims &dims);

/// The number that belongs to a position, in a map's body: (%j & 7) * 4 of shifts, or %j % 2 == 1 ? 4 : 0.
Value selectByPart(OpBuilder &builder, Location loc, DenseIntElementsAttr numbers, Value position);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_NUMBERSOFPARTS_H
