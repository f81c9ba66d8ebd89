// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variants of a product by mma.sync: those with wide accesses, and the one that asks for nothing.

#ifndef FUSION_FAMILIES_SM80_VARIANTS_H
#define FUSION_FAMILIES_SM80_VARIANTS_H

#include "fusion/Families/SM80/Schedule.h"
#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// The variants of a product with its epilogue that runs `schedule`, which is that of its variants: with the widest
/// accesses that types allow; and where that asks for something, one that asks for nothing. The kernel's own schedule
/// is null.
ArrayAttr selectSM80Variants(const KernelPlan &plan, ScheduleAttr schedule);
/// The last of them alone.
VariantAttr selectSM80FallbackVariant(const KernelPlan &plan);

/// What the lowering makes of such variants. `leastBlocks` of them must fit a multiprocessor; 0 leaves that to ptxas,
/// which may spill so that more do (tf32 with W [K,N]: 4 bytes at 96 registers, none at 124).
FailureOr<KernelVariants> createSM80Variants(const KernelPlan &plan, ArrayRef<VariantAttr> variants,
                                             int64_t leastBlocks = 0);
/// The variant in which kernels are one launch, of the first that `variants` has for each of them, if they can be one;
/// see KernelFamily::createSharedVariants.
FailureOr<KernelVariants> createSharedSM80Variants(ArrayRef<KernelPlan> plans,
                                                   ArrayRef<SmallVector<VariantAttr>> variants);

} // namespace fusion

#endif // FUSION_FAMILIES_SM80_VARIANTS_H
