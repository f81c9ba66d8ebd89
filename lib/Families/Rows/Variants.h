// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variants of a kernel of rows.

#ifndef FUSION_LIB_FAMILIES_ROWS_VARIANTS_H
#define FUSION_LIB_FAMILIES_ROWS_VARIANTS_H

#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// The variants of a kernel of rows, which has a schedule that was checked: pieces are read and written at once, or
/// element by element; where the length of rows is open, each for every size of pieces. The last asks for nothing.
ArrayAttr selectRowsVariants(KernelOp kernel);
/// Fails with a diagnostic on a variant that does not run by the kernel's schedule.
FailureOr<KernelVariants> createRowsVariants(KernelOp kernel, ArrayRef<VariantAttr> variants);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_VARIANTS_H
