// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The family of products whose weights are integers of 8 or 4 bits.

#ifndef FUSION_FAMILIES_NARROW_FAMILY_H
#define FUSION_FAMILIES_NARROW_FAMILY_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Products by mma.sync of weights that become floats in registers.
std::unique_ptr<KernelFamily> createNarrowFamily();

} // namespace fusion

#endif // FUSION_FAMILIES_NARROW_FAMILY_H
