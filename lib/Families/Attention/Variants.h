// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The functions that an attention kernel is lowered to.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_VARIANTS_H
#define FUSION_LIB_FAMILIES_ATTENTION_VARIANTS_H

#include "Schedule.h"
#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// The kernel by wgmma and TMA, and one that takes any sizes and addresses (GeneralVariant.cpp).
ArrayAttr selectAttentionVariants(KernelOp kernel);
KernelVariants createAttentionVariants(KernelOp kernel, ArrayRef<VariantAttr> variants);

/// A warp for each row, which walks over the keys one by one. For what the copy engine cannot read.
std::unique_ptr<KernelVariant> createGeneralAttentionVariant(KernelOp kernel, StringRef suffix);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_VARIANTS_H
