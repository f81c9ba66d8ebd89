// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The families of products by mma.sync, and by the ordinary units.

#ifndef FUSION_FAMILIES_SM80_FAMILY_H
#define FUSION_FAMILIES_SM80_FAMILY_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Products by mma.sync, and on the ordinary units (f32 in ieee precision).
std::unique_ptr<KernelFamily> createSM80Family();
std::unique_ptr<KernelFamily> createSIMTFamily();

} // namespace fusion

#endif // FUSION_FAMILIES_SM80_FAMILY_H
