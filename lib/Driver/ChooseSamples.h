// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which elements of large results are checked.

#ifndef FUSION_LIB_DRIVER_CHOOSESAMPLES_H
#define FUSION_LIB_DRIVER_CHOOSESAMPLES_H

#include "fusion/Reference/Sample.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// Elements of each result of `op`, of these shapes: all, or so many that the work stays bounded, in whole rows and
/// columns that are spread evenly. Dimensions of one size have the same positions, so that results that share rows or
/// columns agree.
SmallVector<reference::Sample> chooseSamples(Operation *op, ArrayRef<ArrayRef<int64_t>> shapes);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_CHOOSESAMPLES_H
