// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schedules that a kernel may have: what a search measures, and what the choice without one is made from.

#ifndef FUSION_SCHEDULE_SCHEDULESPACE_H
#define FUSION_SCHEDULE_SCHEDULESPACE_H

#include "fusion/Schedule/SM90Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"

namespace mlir::fusion {
struct ChipInfo;

/// Whether the wgmma lowering takes `kernel` on `chip`. The one place that says so; the other kernels take mma.sync.
bool isSM90Supported(KernelOp kernel, const ChipInfo &chip);

/// Every schedule of the wgmma family for `problem` that the lowering takes: some thousand, in a fixed order.
SmallVector<SM90Schedule, 0> enumerateSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip);

/// The first of them that is predicted to take no more than 0.3 % above the least time; nothing if there is none.
/// Depends on its arguments alone.
std::optional<SM90Schedule> chooseSM90Schedule(const ScheduleProblem &problem, const ChipInfo &chip);

/// The most schedules that `enumerateSchedules` gives.
inline constexpr size_t kMostSchedules = 150;

/// Those that are worth measuring, in order of their predicted time: none that is predicted to take 1.5 times the
/// least, and the best few orders of each tile shape. At most `kMostSchedules`.
SmallVector<ScheduleAttr> shortlistSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                 MLIRContext *context);

/// The schedules of a kernel that are worth measuring, the one that `selectSchedule` takes first, then in order of
/// their predicted time. All can be lowered. At most `kMostSchedules`; always the same.
SmallVector<ScheduleAttr> enumerateSchedules(KernelOp kernel, const ChipInfo &chip);

} // namespace mlir::fusion

#endif // FUSION_SCHEDULE_SCHEDULESPACE_H
