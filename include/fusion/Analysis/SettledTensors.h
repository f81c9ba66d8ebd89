// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settled inputs (docs/Runtime.md) as far as a graph of tensors shows them, for those who choose schedules. What is
// read early is decided on buffers, in the lowering.

#ifndef FUSION_ANALYSIS_SETTLEDTENSORS_H
#define FUSION_ANALYSIS_SETTLEDTENSORS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace mlir::fusion {

/// Whether kernels after this one start only when it has waited for those before it, as they do if it runs at all: it
/// does where no size of its results is 0.
bool surelyHoldsOthersBack(KernelOp kernel); ///< all sizes are known, and none is 0
bool mayHoldOthersBack(KernelOp kernel);     ///< no known size is 0

/// Whether `input`, which `reader` reads, is a constant, an argument of the function that carries fusion.constant, or
/// another one behind a kernel that may hold others back; reshaped or not.
bool isSettledTensor(Value input, KernelOp reader);

} // namespace mlir::fusion

#endif // FUSION_ANALYSIS_SETTLEDTENSORS_H
