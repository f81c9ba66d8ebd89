// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tile shapes of products with narrow weights, and what can be lowered.

#include "Schedule.h"

#include "fusion/Families/Narrow/Options.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// Of the sizes of a tile, and of warps in a block.
static constexpr int64_t kLargestSize = 8192, kMostWarps = 16;

NarrowSchedule NarrowSchedule::get(ScheduleAttr schedule) {
  NarrowSchedule own;
  own.tileM = schedule.getTile()[0];
  own.tileN = schedule.getTile()[1];
  own.tileK = schedule.getTile()[2];
  own.warpsM = schedule.getWarps()[0];
  own.warpsN = schedule.getWarps()[1];
  own.stages = schedule.getStages();
  auto options = dyn_cast_or_null<NarrowOptionsAttr>(schedule.getOptions());
  own.inRegisters = options && options.getWarpsK() > 0;
  own.warpsK = own.inRegisters ? options.getWarpsK() : std::max<int64_t>(1, sharedWarps / (own.warpsM * own.warpsN));
  own.cluster = options ? options.getCluster() : 1;
  return own;
}

ScheduleAttr NarrowSchedule::toAttr(MLIRContext *context) const {
  Attribute options;
  if (inRegisters || cluster > 1)
    options = NarrowOptionsAttr::get(context, inRegisters ? warpsK : 0, cluster);
  return ScheduleAttr::get(context, kNarrowFamilyName, {tileM, tileN, tileK}, {warpsM, warpsN}, stages, /*group=*/1,
                           options);
}

FusionVerdict NarrowSchedule::checkWarps(const WeightFormat &format) const {
  if (!inRegisters && warps() != sharedWarps)
    return FusionVerdict::no("a block has 8 warps");
  if (inRegisters && warps() > kMostWarps)
    return FusionVerdict::no("a block has at most " + Twine(kMostWarps) + " warps");
  if (warpTileM() > 64 || warpTileN() < 16 || warpTileN() > 32 || (warpTileM() < 8 && (warpsM > 1 || !inRegisters)))
    return FusionVerdict::no("a warp's tile must have 8 to 64 rows and 16 to 32 columns");
  if (tileK < 64 || warpTileK() < format.panelElements())
    return FusionVerdict::no("each warp needs " + Twine(format.panelElements()) +
                             " elements of a stage's k, and all 64");
  return FusionVerdict::yes();
}

FusionVerdict NarrowSchedule::check(const ScheduleProblem &problem, const ChipInfo &chip) const {
  WeightFormat format = WeightFormat::get(problem);
  for (int64_t size : {tileM, tileN, tileK, warpsM, warpsN})
    if (size <= 0 || size > kLargestSize || !llvm::isPowerOf2_64(size))
      return FusionVerdict::no("tile and warps must be powers of two");
  if (FusionVerdict taken = checkWarps(format); !taken)
    return taken;
  if (cluster > 1 && cluster > chip.clusterBlocks)
    return FusionVerdict::no(Twine(chip.name) + " has no clusters of " + Twine(cluster) + " blocks");
  if (stages < 2 || stages > 8)
    return FusionVerdict::no("2 to 8 stages are needed");
  if (sharedBytes(format) > chip.sharedPerBlock)
    return FusionVerdict::no("the stages do not fit the chip's shared memory");
  if (inRegisters && !format.wordsAlongN && (problem.dynamicK || format.bytesOf(problem.k) % 16 != 0))
    return FusionVerdict::no("a weight that comes straight to registers needs rows of a known multiple of 16 bytes");
  if (inRegisters && registers(format) > std::min<int64_t>(255, chip.registersPerSM / threads()))
    return FusionVerdict::no("the sums and a stage of the weight do not fit a thread's registers");
  return FusionVerdict::yes();
}

NarrowSchedule fusion::getSmallestNarrowSchedule(const WeightFormat &format) {
  NarrowSchedule schedule;
  schedule.tileM = 16, schedule.tileN = 64;
  schedule.warpsM = 1, schedule.warpsN = 4;
  schedule.tileK = 2 * std::max<int64_t>(format.panelElements(), 64);
  schedule.stages = 2;
  return schedule;
}

/// Those whose weight comes through shared memory, where warps share it with more rows of the activations.
static void addShared(const WeightFormat &format, SmallVectorImpl<NarrowSchedule> &schedules) {
  struct Shape {
    int64_t tileM, tileN, warpsM, warpsN, cluster;
  };
  constexpr Shape shapes[] = {
      {8, 16, 1, 1, 1},   {8, 32, 1, 2, 1},   {8, 64, 1, 4, 1},    {8, 128, 1, 8, 1},   {16, 16, 1, 1, 1},
      {16, 32, 1, 2, 1},  {16, 64, 1, 4, 1},  {32, 32, 1, 2, 1},   {32, 64, 1, 4, 1},   {32, 128, 1, 4, 1},
      {32, 128, 1, 4, 2}, {64, 64, 1, 4, 1},  {64, 64, 1, 4, 2},   {64, 128, 1, 4, 1},  {64, 128, 1, 4, 2},
      {128, 64, 2, 4, 1}, {128, 64, 2, 4, 2}, {128, 128, 2, 4, 1}, {128, 128, 2, 4, 2},
  };
  for (const Shape &shape : shapes)
    for (int64_t bytes : {32, 64, 128})
      for (int64_t stages = 2; stages <= 8; ++stages) {
        NarrowSchedule schedule;
        schedule.tileM = shape.tileM, schedule.tileN = shape.tileN;
        schedule.warpsM = shape.warpsM, schedule.warpsN = shape.warpsN;
        schedule.warpsK = NarrowSchedule::sharedWarps / (shape.warpsM * shape.warpsN);
        schedule.tileK = bytes * 8 / format.bits * schedule.warpsK;
        schedule.cluster = shape.cluster;
        schedule.stages = stages;
        schedules.push_back(schedule);
      }
}

/// Those whose weight comes straight to registers: of few rows, which are all in a tile. The weight's are spread over
/// as many blocks as fill the chip, and k over warps.
static void addInRegisters(const ScheduleProblem &problem, SmallVectorImpl<NarrowSchedule> &schedules) {
  constexpr int64_t mostRows = 16;
  if (problem.m > mostRows)
    return;
  WeightFormat format = WeightFormat::get(problem);
  for (int64_t warps : {8, 16})
    for (int64_t warpsN = 1; warpsN <= warps; warpsN *= 2)
      for (int64_t panels : {1, 2, 4})
        for (int64_t stages : {2, 3, 4}) {
          NarrowSchedule schedule;
          schedule.inRegisters = true;
          schedule.tileM = llvm::PowerOf2Ceil(std::max<int64_t>(problem.m, 1));
          // Of words along n a thread loads four at once, of four rows.
          schedule.tileN = (format.wordsAlongN ? 32 : 16) * warpsN;
          schedule.warpsM = 1, schedule.warpsN = warpsN, schedule.warpsK = warps / warpsN;
          schedule.tileK = panels * format.panelElements() * schedule.warpsK;
          schedule.stages = stages;
          schedules.push_back(schedule);
        }
}

SmallVector<NarrowSchedule> fusion::enumerateNarrow(const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<NarrowSchedule> schedules;
  addShared(WeightFormat::get(problem), schedules);
  addInRegisters(problem, schedules);
  SmallVector<std::pair<double, NarrowSchedule>> timed;
  for (const NarrowSchedule &schedule : schedules)
    if (schedule.check(problem, chip))
      timed.push_back({predictNarrow(schedule, problem, chip), schedule});
  llvm::stable_sort(timed, [](const auto &a, const auto &b) { return a.first < b.first; });
  return llvm::map_to_vector(timed, [](const auto &entry) { return entry.second; });
}
