// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps sums of loops in registers.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_CARRYACCUMULATORS_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_CARRYACCUMULATORS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

/// In the loops below `root`, which are those of linalg operations on memory:
/// a loop that adds to an element of memory adds to a value instead, and stores that at its end: the element is no
/// other operand's (of linalg operations on memory, what is read is not written). Inner loops come first.
void carryAccumulators(RewriterBase &rewriter, Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_CARRYACCUMULATORS_H
