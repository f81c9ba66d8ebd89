// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether lookups need no test, and which conditions always hold.

#ifndef FUSION_ANALYSIS_LOOKUPRANGE_H
#define FUSION_ANALYSIS_LOOKUPRANGE_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Whether it is proved that all indices of a lookup are in range at each position of the map's result where its
/// condition holds, whatever the elements of tensors are that are no constants: of the halves of a rotary embedding,
/// say.
bool isSurelyInRange(LookupOp op);

/// Whether it is proved that a condition of the region of a map holds at each position, as `user` in it may assume.
bool isSurelyTrue(Value condition, Operation *user);

} // namespace fusion

#endif // FUSION_ANALYSIS_LOOKUPRANGE_H
