// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The schedules that a product may have in the wgmma family, and which of them is chosen.

#ifndef FUSION_FAMILIES_SM90_SPACE_H
#define FUSION_FAMILIES_SM90_SPACE_H

#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleProblem.h"

namespace fusion {
struct ChipInfo;

/// Every schedule of the wgmma family for `problem` that the lowering takes: some thousand, in a fixed order.
SmallVector<SM90Schedule, 0> enumerateSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip);

/// The first of them that is predicted to take no more than 0.3 % above the least time; nothing if there is none.
/// Depends on its arguments alone.
std::optional<SM90Schedule> chooseSM90Schedule(const ScheduleProblem &problem, const ChipInfo &chip);

/// The schedule of a kernel whose M is known at launch alone, which is for large M, and those for small M, by ascending
/// `mostM`.
struct SM90Choice {
  SM90Schedule schedule;
  struct Alternative {
    int64_t mostM; ///< the largest M that it is for
    SM90Schedule schedule;
  };
  SmallVector<Alternative, 3> alternatives;
};

/// `chooseSM90Schedule` where M is not dynamic. Else a few schedules, each a tenth faster than the next at some M by
/// the model, which also says where one gives way to the next.
std::optional<SM90Choice> chooseSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip);

/// Those that are worth measuring: none that is predicted to take 1.5 times the least; the best order of each tile
/// shape by predicted time, then the second best of each, and so on, a few. At most `kMostSchedules`.
SmallVector<ScheduleAttr> shortlistSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                 MLIRContext *context);

/// The same with their predicted times.
SmallVector<TimedSchedule, 0> getTimedSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                    MLIRContext *context);

/// The alternatives of `kernel`, each checked as its schedule is. Fails with a diagnostic if one cannot be lowered.
FailureOr<SmallVector<SM90Choice::Alternative, 3>> getSM90Alternatives(const KernelPlan &plan);

} // namespace fusion

#endif // FUSION_FAMILIES_SM90_SPACE_H
