// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Parts of tensors have a step of 1 where they have one element.

#ifndef FUSION_LIB_TRANSFORMS_HOST_STEPUNITS_H
#define FUSION_LIB_TRANSFORMS_HOST_STEPUNITS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// Gives each dimension of size 1 of slices and insertions a step of 1. Another step would be the stride of a view, and
/// where the view has a lower rank upstream (MLIR 22) then does not find which dimensions it has not, and crashes.
///
///   tensor.extract_slice %x[0, 6] [1, 1] [3, 1] : tensor<3x18xf32> to tensor<1xf32>
///     ->
///   tensor.extract_slice %x[0, 6] [1, 1] [1, 1] : tensor<3x18xf32> to tensor<1xf32>
void stepUnitsByOne(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_STEPUNITS_H
