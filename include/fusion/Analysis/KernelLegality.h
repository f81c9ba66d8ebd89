// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel must be to be lowered.

#ifndef FUSION_ANALYSIS_KERNELLEGALITY_H
#define FUSION_ANALYSIS_KERNELLEGALITY_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Fails with an error if the kernel cannot be lowered; `chip` is empty where none is asked for. `families` says
/// whether a family of the chip takes its formula.
LogicalResult verifyKernel(KernelOp kernel, StringRef chip = "", const FusionVerdict &families = FusionVerdict::yes());

} // namespace fusion

#endif // FUSION_ANALYSIS_KERNELLEGALITY_H
