// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All schedules of a kernel that are worth measuring, by predicted time.

#include "fusion/Schedule/ScheduleSpace.h"

#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"

using namespace mlir;
using namespace fusion;

/// The schedules of several families behind each other by their predicted times.
static SmallVector<ScheduleAttr> mergeContenders(ArrayRef<const KernelFamily *> families,
                                                 const ScheduleProblem &problem, const ChipInfo &chip,
                                                 MLIRContext *context) {
  SmallVector<TimedSchedule, 0> all;
  for (const KernelFamily *family : families)
    llvm::append_range(all, family->getContenders(problem, chip, context));
  // By family and place where times are equal.
  SmallVector<std::pair<double, size_t>, 0> byTime;
  for (auto [place, timed] : llvm::enumerate(all))
    byTime.push_back({timed.microseconds, place});
  llvm::sort(byTime);
  SmallVector<ScheduleAttr> shortlist;
  for (auto [microseconds, place] : byTime)
    if (microseconds <= kHopeless * byTime.front().first)
      shortlist.push_back(all[place].schedule);
  return shortlist;
}

SmallVector<ScheduleAttr> fusion::enumerateSchedules(KernelOp kernel, const ChipInfo &chip) {
  SmallVector<ScheduleAttr> schedules = {selectSchedule(kernel, chip)};
  if (!schedules.front())
    return {};
  MLIRContext *context = kernel.getContext();
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  SmallVector<const KernelFamily *, 2> families = getSupportingFamilies(KernelPlan(kernel), chip);
  auto hasModel = [&](const KernelFamily *family) {
    std::optional<FamilyChoice> choice = family->choose(problem, chip, context);
    return choice && family->predict(choice->schedule, problem, chip);
  };
  SmallVector<ScheduleAttr> others;
  if (families.front()->isContested(problem) && llvm::all_of(families, hasModel))
    others = mergeContenders(families, problem, chip, context);
  else
    others = lookupKernelFamily(schedules.front().getFamily())->shortlist(problem, chip, context);
  for (ScheduleAttr schedule : others)
    if (schedule != schedules.front() && schedules.size() < kMostSchedules &&
        (!problem.inOrder || schedule.getFamily() == schedules.front().getFamily()))
      schedules.push_back(schedule);
  return schedules;
}
