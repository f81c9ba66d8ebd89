// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations that move or repeat elements, without computing any.

#ifndef FUSION_DIALECT_FUSION_UTILS_MOVES_H
#define FUSION_DIALECT_FUSION_UTILS_MOVES_H

#include "mlir/IR/PatternMatch.h"

namespace fusion {
using namespace mlir;

/// The operand of which `op` moves or repeats elements, or null.
Value getMovedOperand(Operation *op);

/// Moves `source`, which has the shape of the moved operand of `op`, as `op` does; its element type may be another.
Value repeatMove(RewriterBase &rewriter, Operation *op, Value source);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_MOVES_H
