// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The schedules that a kernel may have: what a search measures, and what the choice without one is made from.

#ifndef FUSION_SCHEDULE_SCHEDULESPACE_H
#define FUSION_SCHEDULE_SCHEDULESPACE_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {
struct ChipInfo;

/// The most schedules that `enumerateSchedules` gives.
inline constexpr size_t kMostSchedules = 150;

/// Schedules that are predicted to take this many times the least time are not worth measuring.
inline constexpr double kHopeless = 1.5;

/// The schedules of a kernel that are worth measuring, the one that `selectSchedule` takes first, then all tiles
/// before further orders of one. All can be lowered. At most `kMostSchedules`; always the same.
SmallVector<ScheduleAttr> enumerateSchedules(KernelOp kernel, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_SCHEDULE_SCHEDULESPACE_H
