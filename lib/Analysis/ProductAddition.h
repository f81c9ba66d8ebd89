// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds two products of a kernel that meet in an addition.

#ifndef FUSION_LIB_ANALYSIS_PRODUCTADDITION_H
#define FUSION_LIB_ANALYSIS_PRODUCTADDITION_H

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Looks for the addition in which the two products of `sums` meet, products of inputs both. Sets `addition`, or says
/// why the two have no accumulator in common: nothing where they do not meet in an addition.
FusionVerdict findProductAddition(KernelOp kernel, ArrayRef<ProductSum> sums, ProductAddition &addition);

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_PRODUCTADDITION_H
