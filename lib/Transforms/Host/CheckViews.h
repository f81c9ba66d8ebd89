// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks of views, paddings and windows when a program runs.

#ifndef FUSION_LIB_TRANSFORMS_HOST_CHECKVIEWS_H
#define FUSION_LIB_TRANSFORMS_HOST_CHECKVIEWS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// Asserts in front of `op` what types and verifiers leave open: that the sizes of an expansion fit, that parts of
/// tensors and windows of convolutions lie inside of them, that joined tensors are equally wide, that padding cuts off
/// no more than there is. Returns the number of assertions.
int64_t insertViewChecks(Operation *op);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_CHECKVIEWS_H
