// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether the maximum of a row is no more than a shift.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_ANYSHIFT_H
#define FUSION_LIB_FAMILIES_ATTENTION_ANYSHIFT_H

#include "fusion/Families/Attention/AttentionPlan.h"

namespace fusion {

/// Whether outputs are the same, but for rounding, if any number that is -inf just where the maximum is stands for it:
/// as in weights that are divided by their sum. Not if values of rows are outputs, which are more exact than weights.
bool allowsAnyShift(KernelOp kernel, const AttentionPlan &plan);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_ANYSHIFT_H
