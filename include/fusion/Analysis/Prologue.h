// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel reads for the factors of its product.

#ifndef FUSION_ANALYSIS_PROLOGUE_H
#define FUSION_ANALYSIS_PROLOGUE_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Whether an input of a kernel whose one anchor is a product is a factor of it, or a factor is computed of it.
bool isReadForFactor(KernelOp kernel, Value input);

} // namespace fusion

#endif // FUSION_ANALYSIS_PROLOGUE_H
