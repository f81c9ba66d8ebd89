// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether a kernel may read an operand before the kernels in front of it have ended.

#ifndef FUSION_FAMILIES_COMMON_STABLEINPUTS_H
#define FUSION_FAMILIES_COMMON_STABLEINPUTS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Whether the kernel's operand `memref` is marked (fusion.stable) in all its places: nobody writes it who may still
/// be at work when the kernel starts, so that it may be read before the kernel has waited. `convert-fusion-to-gpu`
/// marks operands before variants are made.
bool isStable(KernelOp kernel, Value memref);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_STABLEINPUTS_H
