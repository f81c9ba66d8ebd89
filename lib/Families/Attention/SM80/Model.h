// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How long a kernel of attention by mma.sync takes, and the schedules that are worth a look.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_MODEL_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_MODEL_H

#include "Schedule.h"
#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// The time of a kernel whose first product is rows (m) x keys (n) of the depth k. Its figures are estimates: none was
/// measured.
PredictedTime predictMmaAttention(const MmaAttentionSchedule &schedule, const ScheduleProblem &problem,
                                  const ChipInfo &chip);

/// Every schedule that can be lowered, in a fixed order.
SmallVector<MmaAttentionSchedule, 0> enumerateMmaAttention(const ScheduleProblem &problem, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_MODEL_H
