// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stable inputs (docs/dev/Launch.md): the rules, and what follows from them in a graph of tensors, for those who
// choose schedules. What is read early is decided on buffers, in the lowering, by the same rules.

#ifndef FUSION_ANALYSIS_STABLETENSORS_H
#define FUSION_ANALYSIS_STABLETENSORS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Whether kernels after this one start only when it has waited for those before it, as they do if it runs at all: it
/// does where no size of its results is 0.
bool surelyHoldsOthersBack(KernelOp kernel); ///< all sizes are known, and none is 0
bool mayHoldOthersBack(KernelOp kernel);     ///< no known size is 0

/// Whether a kernel may read an argument of its function before it has waited, as far as the function says: it carries
/// fusion.constant, or `isHeldBack` (asked where that matters) says that a kernel before holds this one back. Nobody
/// may read one early that a result is written into.
bool isStableArgument(BlockArgument argument, function_ref<bool()> isHeldBack);

/// Whether a tensor is a constant, or an argument of the function that carries fusion.constant; reshaped or not.
bool isConstantTensor(Value tensor);

/// Whether `input`, which `reader` reads, is such a tensor, or an argument behind a kernel that may hold others back.
bool isStableTensor(Value input, KernelOp reader);

} // namespace fusion

#endif // FUSION_ANALYSIS_STABLETENSORS_H
