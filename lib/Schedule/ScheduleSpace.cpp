// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/ScheduleSpace.h"

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/SM80CostModel.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "fusion/Schedule/ScheduleSelection.h"

using namespace mlir;
using namespace mlir::fusion;

/// Schedules that are predicted to take this many times the least time are not worth measuring.
static constexpr double kHopeless = 1.5;
/// Orders of the tiles of one shape that are: further ones differ by less than the shapes do.
static constexpr int64_t kMostRasters = 5;

namespace {
/// A schedule and its predicted time.
struct TimedSchedule {
  double microseconds;
  ScheduleAttr schedule;
};
} // namespace

/// What two schedules have in common that differ in the order of their tiles, and how many blocks take them, alone.
static SM90Schedule withoutRaster(SM90Schedule schedule) {
  schedule.order = RasterOrder::Rows;
  schedule.group = 1;
  schedule.grid = 0;
  return schedule;
}

static SmallVector<TimedSchedule, 0> getTimedSM90(const ScheduleProblem &problem, const ChipInfo &chip,
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
    shortlist.push_back({byTime[rank].first, all[byTime[rank].second].toAttr(context)});
  return shortlist;
}

SmallVector<ScheduleAttr> fusion::shortlistSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                         MLIRContext *context) {
  return llvm::map_to_vector<6>(getTimedSM90(problem, chip, context),
                                [](const TimedSchedule &timed) { return timed.schedule; });
}

/// The schedules of both families behind each other by their predicted times: those of mma.sync, each tile in one order
/// only, compete with those behind copies.
static SmallVector<ScheduleAttr> shortlistBoth(const ScheduleProblem &problem, const ChipInfo &chip,
                                               MLIRContext *context) {
  SmallVector<TimedSchedule, 0> all = getTimedSM90(problem, chip, context);
  int64_t group = chooseSM80Schedule(problem, chip).groupM;
  for (const SM80Schedule &schedule : enumerateSM80Schedules(problem, chip))
    if (schedule.groupM == group)
      all.push_back(
          {predictSM80Time(schedule, problem, chip).total(), getSM80ScheduleAttr(schedule, problem, context)});
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
  if (!KernelPlan(kernel).getProduct())
    return schedules;
  MLIRContext *context = kernel.getContext();
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  SmallVector<ScheduleAttr> others;
  bool sm90 = isSM90Supported(kernel, chip);
  if (sm90 && hasSM80Model(problem, chip) && (problem.hasOddPitchA() || problem.hasOddPitchB()))
    others = shortlistBoth(problem, chip, context);
  else if (schedules.front().getFamily() == KernelFamily::SM90)
    others = shortlistSM90Schedules(problem, chip, context);
  else
    for (const SM80Schedule &schedule : enumerateSM80Schedules(problem, chip))
      others.push_back(getSM80ScheduleAttr(schedule, problem, context));
  for (ScheduleAttr schedule : others)
    if (schedule != schedules.front() && schedules.size() < kMostSchedules &&
        (!problem.inOrder || schedule.getFamily() == schedules.front().getFamily()))
      schedules.push_back(schedule);
  return schedules;
}
