// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How many bits the integers of a map's region need.

#ifndef FUSION_ANALYSIS_SCALARWIDTH_H
#define FUSION_ANALYSIS_SCALARWIDTH_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "llvm/ADT/DenseMap.h"

namespace fusion {

/// What is known of an integer of 64 bits, or an index, that 32 bits hold as a signed number.
enum class NarrowScalar { Signed, NotNegative };

/// The scalars of a map's region that 32 bits hold at each position of its result. Positions along dynamic dimensions,
/// and along those that are repeated, may be anything.
llvm::DenseMap<Value, NarrowScalar> findNarrowScalars(MapOp map);

} // namespace fusion

#endif // FUSION_ANALYSIS_SCALARWIDTH_H
