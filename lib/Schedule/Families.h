// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_LIB_SCHEDULE_FAMILIES_H
#define FUSION_LIB_SCHEDULE_FAMILIES_H

#include "fusion/Schedule/KernelFamily.h"

namespace mlir::fusion {

/// Kernels without an anchor.
std::unique_ptr<KernelFamily> createElementwiseFamily();
/// Products by mma.sync, and on the ordinary units (f32 in ieee precision).
std::unique_ptr<KernelFamily> createSM80Family();
std::unique_ptr<KernelFamily> createSIMTFamily();
/// Products by wgmma and TMA.
std::unique_ptr<KernelFamily> createSM90Family();

} // namespace mlir::fusion

#endif // FUSION_LIB_SCHEDULE_FAMILIES_H
