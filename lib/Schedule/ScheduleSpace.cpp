// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/ScheduleSpace.h"

#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "fusion/Schedule/ScheduleSelection.h"

using namespace mlir;
using namespace mlir::fusion;

/// Schedules that are predicted to take this many times the least time are not worth measuring.
static constexpr double kHopeless = 1.5;
/// Orders of the tiles of one shape that are: further ones differ by less than the shapes do.
static constexpr int64_t kMostRasters = 5;

/// What two schedules have in common that differ in the order of their tiles, and how many blocks take them, alone.
static SM90Schedule withoutRaster(SM90Schedule schedule) {
  schedule.order = RasterOrder::Rows;
  schedule.group = 1;
  schedule.grid = 0;
  return schedule;
}

SmallVector<TimedSchedule, 0> fusion::getTimedSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                            MLIRContext *context) {
  SmallVector<SM90Schedule, 0> all = enumerateSM90Schedules(problem, chip);
  // By place in the space where times are equal.
  SmallVector<std::pair<double, size_t>, 0> byTime;
  for (auto [place, schedule] : llvm::enumerate(all))
    byTime.push_back({predictSM90Time(schedule, problem, chip).total(), place});
  llvm::sort(byTime);
  // The best order of each shape goes before the second best of any.
  SmallVector<std::pair<int64_t, size_t>, 0> byRank;
  llvm::SmallDenseMap<Attribute, int64_t> ranks;
  for (auto [rank, timed] : llvm::enumerate(byTime)) {
    if (timed.first > kHopeless * byTime.front().first)
      break;
    int64_t rankOfShape = ranks[withoutRaster(all[timed.second]).toAttr(context)]++;
    if (rankOfShape < kMostRasters)
      byRank.push_back({rankOfShape, rank});
  }
  llvm::sort(byRank);
  byRank.truncate(std::min(byRank.size(), kMostSchedules));
  SmallVector<TimedSchedule, 0> shortlist;
  for (auto [rankOfShape, rank] : byRank)
    shortlist.push_back({all[byTime[rank].second].toAttr(context), byTime[rank].first});
  return shortlist;
}

SmallVector<ScheduleAttr> fusion::shortlistSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                         MLIRContext *context) {
  return llvm::map_to_vector<6>(getTimedSM90Schedules(problem, chip, context),
                                [](const TimedSchedule &timed) { return timed.schedule; });
}

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
