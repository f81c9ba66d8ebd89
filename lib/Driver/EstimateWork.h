// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How much an operation computes, for deciding how much of it is computed again.

#ifndef FUSION_LIB_DRIVER_ESTIMATEWORK_H
#define FUSION_LIB_DRIVER_ESTIMATEWORK_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// Scalar operations of an op and of what is in it, roughly; a size that is not known counts as 128.
double estimateWork(Operation *op);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_ESTIMATEWORK_H
