// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The family of kernels without an anchor.

#ifndef FUSION_FAMILIES_ELEMENTWISE_FAMILY_H
#define FUSION_FAMILIES_ELEMENTWISE_FAMILY_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Kernels without an anchor.
std::unique_ptr<KernelFamily> createElementwiseFamily();

} // namespace fusion

#endif // FUSION_FAMILIES_ELEMENTWISE_FAMILY_H
