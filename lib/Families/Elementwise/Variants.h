// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variants of an elementwise kernel.

#ifndef FUSION_LIB_FAMILIES_ELEMENTWISE_VARIANTS_H
#define FUSION_LIB_FAMILIES_ELEMENTWISE_VARIANTS_H

#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// The variants of a kernel without an anchor: eight columns a thread where types allow that, and one.
ArrayAttr selectElementwiseVariants(KernelOp kernel);
KernelVariants createElementwiseVariants(KernelOp kernel, ArrayRef<VariantAttr> variants);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ELEMENTWISE_VARIANTS_H
