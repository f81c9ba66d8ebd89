// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What fills the result of a reduction is no launch of its own: the reduction begins with the value.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_FILLS_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_FILLS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// What fills the results of the reduction `op`, each of which it writes whole and nothing else touches before.
SmallVector<std::pair<Value, linalg::LinalgOp>> findFills(linalg::GenericOp op);

/// Whoever adds to an element of `memref` under `scope` begins with what `fill` fills it with, if it reads it but once:
/// then `fill` goes away.
void takeInFill(RewriterBase &rewriter, Operation *scope, Value memref, linalg::LinalgOp fill);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_FILLS_H
