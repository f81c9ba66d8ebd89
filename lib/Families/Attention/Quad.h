// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the four lanes of a quad do together: they hold a row of accumulators.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_QUAD_H
#define FUSION_LIB_FAMILIES_ATTENTION_QUAD_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// The value (32 bits) of the lane whose number differs by the bit `distance`. All lanes of the warp take part.
Value exchangeInQuad(KernelBuilder &kb, Value value, int64_t distance);

/// All four values combined, in each of their lanes.
Value combineQuad(KernelBuilder &kb, Value value, function_ref<Value(Value, Value)> combine);

/// Four words (i32) of each lane, transposed: lane c, of number `quadLane`, gets word c of lanes 0 to 3.
void transposeQuad(KernelBuilder &kb, MutableArrayRef<Value> words, Value quadLane);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_QUAD_H
