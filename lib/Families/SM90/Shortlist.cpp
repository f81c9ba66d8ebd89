// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which schedules a search measures.

#include "fusion/Families/SM90/CostModel.h"
#include "fusion/Families/SM90/Space.h"
#include "fusion/Schedule/ScheduleSpace.h"

using namespace mlir;
using namespace fusion;

/// Orders of the tiles of one shape that are: further ones differ by less than the shapes do.
static constexpr int64_t kMostRasters = 5;

SmallVector<TimedSchedule, 0> fusion::getTimedSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip,
                                                            MLIRContext *context) {
  auto all = enumerateSM90Schedules(problem, chip);
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
    int64_t rankOfShape = ranks[all[timed.second].withoutRaster().toAttr(context)]++;
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
