// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Attention as a kernel family.

#ifndef FUSION_FAMILIES_ATTENTION_FAMILY_H
#define FUSION_FAMILIES_ATTENTION_FAMILY_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

inline constexpr llvm::StringLiteral kAttentionFamilyName = "attention";
inline constexpr llvm::StringLiteral kAttentionSM80FamilyName = "attention_sm80";

/// Two products with a softmax between them, in one pass over the keys (AttentionPlan.h), by wgmma and TMA.
std::unique_ptr<KernelFamily> createAttentionFamily();
/// The same by mma.sync, on any chip.
std::unique_ptr<KernelFamily> createAttentionSM80Family();

} // namespace fusion

#endif // FUSION_FAMILIES_ATTENTION_FAMILY_H
