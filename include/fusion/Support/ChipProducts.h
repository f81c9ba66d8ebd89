// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the kernels of a chip multiply as it is.

#ifndef FUSION_SUPPORT_CHIPPRODUCTS_H
#define FUSION_SUPPORT_CHIPPRODUCTS_H

#include "fusion/Support/ChipTable.h"

namespace fusion {

/// Whether kernels of the chip multiply 8-bit floats, and do not widen them first. More chips could (PTX 8.4).
bool multipliesFloat8(const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_SUPPORT_CHIPPRODUCTS_H
