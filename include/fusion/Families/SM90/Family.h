// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The family of products by wgmma.

#ifndef FUSION_FAMILIES_SM90_FAMILY_H
#define FUSION_FAMILIES_SM90_FAMILY_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Products by wgmma and TMA.
std::unique_ptr<KernelFamily> createSM90Family();

} // namespace fusion

#endif // FUSION_FAMILIES_SM90_FAMILY_H
