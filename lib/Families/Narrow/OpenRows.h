// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The schedules of a product whose rows the launch alone knows.

#ifndef FUSION_LIB_FAMILIES_NARROW_OPENROWS_H
#define FUSION_LIB_FAMILIES_NARROW_OPENROWS_H

#include "Schedule.h"
#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// As many rows as there may be: an alternative for that many is for all that the ones before it are not for.
inline constexpr int64_t kAnyRows = std::numeric_limits<int32_t>::max();

/// Alternatives of the family for few rows, in steps. Behind them, where the models say that two launches are faster
/// then, those of the family that multiplies floats, the last of them for any number of rows.
std::optional<FamilyChoice> chooseForOpenRows(const ScheduleProblem &problem, const ChipInfo &chip,
                                              MLIRContext *context);

/// Fails with a diagnostic where a kernel's alternatives are none that chooseForOpenRows makes.
LogicalResult verifyAlternatives(KernelOp kernel, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_NARROW_OPENROWS_H
