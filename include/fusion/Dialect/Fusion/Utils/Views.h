// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Views as copies, outside of kernels.

#ifndef FUSION_DIALECT_FUSION_UTILS_VIEWS_H
#define FUSION_DIALECT_FUSION_UTILS_VIEWS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// A tensor of the elements that `view` shows of `input`, which stands for its operand: a transposition of linalg where
/// it is one, else a parallel loop that reads an element for each of its own.
Value copyView(OpBuilder &builder, ViewOp view, Value input);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_VIEWS_H
