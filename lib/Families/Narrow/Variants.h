// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variants of kernels with narrow weights.

#ifndef FUSION_LIB_FAMILIES_NARROW_VARIANTS_H
#define FUSION_LIB_FAMILIES_NARROW_VARIANTS_H

#include "Schedule.h"
#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// The kernel's schedule with copies of 16 bytes, where types allow them; and a small one that asks for nothing.
ArrayAttr selectNarrowVariants(KernelOp kernel);
KernelVariants createNarrowVariants(KernelOp kernel, ArrayRef<VariantAttr> variants);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_NARROW_VARIANTS_H
