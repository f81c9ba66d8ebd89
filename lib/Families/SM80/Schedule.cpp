// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The choice of a schedule by estimated time, all schedules, and which ones can be lowered.

#include "fusion/Families/SM80/Schedule.h"

#include "Candidates.h"
#include "GroupSums.h"
#include "StagedEpilogue.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Families/SM80/CostModel.h"
#include "fusion/Families/SM80/Options.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

/// Elements of a warp's tile where there are two sets of accumulators: sums are made of chains, operands have scales of
/// blocks, or two products share the left one.
static constexpr int64_t kMostOfTwo = 64 * 32;
/// The same where a tile of k has several chains with scales: those of all are on their way at once.
static constexpr int64_t kMostOfScaledChains = 32 * 32;

static SM80Schedule makeSchedule(const Candidate &candidate, int64_t elementBytes) {
  SM80Schedule schedule;
  schedule.tileM = candidate.tileM;
  schedule.tileN = candidate.tileN;
  schedule.tileK = 128 / elementBytes;
  schedule.warpsM = candidate.warpsM;
  schedule.warpsN = candidate.warpsN;
  return schedule;
}

/// As many buffers as fit beside those of other groups and of `blocks` on a multiprocessor, `most` and two at least.
static int64_t getStages(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip,
                         int64_t blocks, int64_t most) {
  int64_t stage = getPipelineBytes(schedule, problem.type->elementBytes) / schedule.stages * schedule.warpsK;
  int64_t available = std::min(chip.sharedPerBlock, chip.sharedPerSM / blocks - kReservedSharedBytes);
  return std::clamp<int64_t>(available / stage, 2, most);
}

/// As many buffers as fit, four at most. Two blocks should fit a multiprocessor where their threads do. On the chips
/// where it was measured (3551 x 1194 x 18 in 16 us instead of 30, more blocks at once) there are no more than k
/// blocks.
static int64_t chooseStages(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  int64_t most = hasPreferredFamily(chip) ? std::clamp<int64_t>(llvm::divideCeil(problem.k, schedule.tileK), 2, 4) : 4;
  return getStages(schedule, problem, chip, /*blocks=*/schedule.threads() <= 128 ? 2 : 1, most);
}

/// What schedules of a problem are compared by: microseconds, and where the memory makes them equal those of the
/// products.
static std::pair<double, double> estimateTime(const SM80Schedule &schedule, const ScheduleProblem &problem,
                                              const ChipInfo &chip) {
  SM80Time time = hasSM80Model(problem, chip) ? predictSM80Time(schedule, problem, chip)
                                              : predictSM80TimeBySheet(schedule, problem, chip);
  return {time.total(), time.mainLoop + time.epilogue};
}

/// Without groups the place of a tile takes two divisions less, which small kernels notice (1 to 4 % of 17 x 1109 x 164
/// and its like); there is no reuse to gain where everything stays in the L2.
static int64_t chooseGroup(const ScheduleProblem &problem, const ChipInfo &chip) {
  double bytes = double(problem.batches) * (double(problem.m) + double(problem.n)) * double(problem.k) *
                 double(problem.type->elementBytes);
  return hasSM80Model(problem, chip) && 2 * bytes <= double(chip.l2Bytes) ? 1 : 8;
}

bool fusion::widensFactors(const ProductType &type, const ChipInfo &chip) {
  return !type.wider.empty() && !chip.multipliesFloat8;
}

int64_t fusion::getSM80Chain(const ProductType &type, const ChipInfo &chip) {
  return widensFactors(type, chip) ? 0 : type.chain;
}

int64_t fusion::getScaledChain(const SM80Schedule &schedule, const ScheduleProblem &problem) {
  return std::gcd(schedule.tileK, problem.scaledDepth);
}

int64_t fusion::getPipelineBytes(const SM80Schedule &schedule, int64_t elementBytes) {
  return (schedule.tileM + schedule.tileN) * schedule.tileK * elementBytes * schedule.stages;
}

int64_t fusion::getSM80SharedBytes(const SM80Schedule &schedule, int64_t elementBytes, int64_t products) {
  return std::max(getPipelineBytes(schedule, elementBytes) * schedule.warpsK,
                  sm80::epilogueSharedBytes(schedule, products) + sm80::groupSumsBytes(schedule, products));
}

SM80Schedule fusion::getFallbackSchedule(int64_t elementBytes, int64_t columnGroup) {
  int64_t columns = std::max<int64_t>(64, columnGroup);
  SM80Schedule schedule = makeSchedule({64, columns, 2, std::max<int64_t>(2, columns / 64), 0}, elementBytes);
  // Of the widest tiles three stages are more than some chips have.
  schedule.stages = columns > 128 ? 2 : schedule.stages;
  return schedule;
}

/// Whether blocks, or groups of warps, may share K by choice.
static bool mayShareK(const ScheduleProblem &problem, const ChipInfo &chip) {
  return !hasPreferredFamily(chip) && !problem.inOrder && !problem.dynamicK && problem.type->usesTensorCores();
}

/// Into how many parts K may be split: where the tiles leave multiprocessors idle, and each part's groups have some k
/// tiles.
static SmallVector<int64_t, 5> getSplits(const SM80Schedule &schedule, const ScheduleProblem &problem,
                                         const ChipInfo &chip) {
  constexpr int64_t leastTiles = 4;
  SmallVector<int64_t, 5> splits = {1};
  if (!mayShareK(problem, chip) || problem.isShared())
    return splits;
  int64_t kTiles = llvm::divideCeil(problem.k, schedule.tileK), most = 2 * chip.sms / countSM80Tiles(schedule, problem);
  for (int64_t parts : {2, 4, 8, 16})
    if (parts <= most && kTiles >= leastTiles * parts * schedule.warpsK)
      splits.push_back(parts);
  return splits;
}

/// `schedule` in all ways that blocks may share K in, as far as it can be lowered.
static void addSplits(SM80Schedule schedule, const ScheduleProblem &problem, const ChipInfo &chip,
                      SmallVectorImpl<SM80Schedule> &shapes) {
  for (int64_t parts : getSplits(schedule, problem, chip)) {
    schedule.splitK = parts;
    if (checkSM80Schedule(schedule, SM80Product::get(problem), chip))
      shapes.push_back(schedule);
  }
}

/// Shapes whose K groups of warps share: where tiles are few, and each group has two rounds of copies. Their buffers
/// leave room for another block, or for none.
static void addGroups(const ScheduleProblem &problem, const ChipInfo &chip, SmallVectorImpl<SM80Schedule> &shapes) {
  constexpr int64_t mostBlocks = 4, leastTiles = 4;
  if (!mayShareK(problem, chip))
    return;
  for (const Candidate &candidate : getGroupCandidates(*problem.type)) {
    SM80Schedule schedule = makeSchedule(candidate, problem.type->elementBytes);
    if (countSM80Tiles(schedule, problem) > mostBlocks * chip.sms)
      continue;
    for (int64_t groups : {2, 4, 8}) {
      schedule.warpsK = groups;
      if (llvm::divideCeil(problem.k, schedule.tileK) < leastTiles * groups)
        break;
      int64_t alone = getStages(schedule, problem, chip, /*blocks=*/1, /*most=*/4);
      schedule.stages = alone;
      addSplits(schedule, problem, chip, shapes);
      schedule.stages = getStages(schedule, problem, chip, /*blocks=*/2, /*most=*/4);
      if (schedule.stages < alone)
        addSplits(schedule, problem, chip, shapes);
    }
  }
}

/// The most that a warp's tile has by choice, so that its sums and scales fit its registers.
static int64_t getMostElements(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  if (problem.isBlockScaled() && getScaledChain(schedule, problem) < schedule.tileK)
    return kMostOfScaledChains;
  bool sumsTwice = problem.isBlockScaled() || getSM80Chain(*problem.type, chip) > 0;
  return sumsTwice ? kMostOfTwo : std::numeric_limits<int64_t>::max();
}

/// Tile shapes for the operands' type that fit, each with as many stages as do, and parts of K.
static SmallVector<SM80Schedule> getShapes(const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<SM80Schedule> shapes;
  for (const Candidate &candidate : getCandidates(*problem.type)) {
    SM80Schedule schedule = makeSchedule(candidate, problem.type->elementBytes);
    schedule.stages = chooseStages(schedule, problem, chip);
    if (schedule.warpTileM() * schedule.warpTileN() > getMostElements(schedule, problem, chip))
      continue;
    addSplits(schedule, problem, chip, shapes);
  }
  addGroups(problem, chip, shapes);
  return shapes;
}

SM80Schedule fusion::chooseSM80Schedule(const ScheduleProblem &problem, const ChipInfo &chip) {
  SM80Schedule best = getFallbackSchedule(problem.type->elementBytes, problem.columnGroup);
  if (problem.needsElementwiseCopies() && !hasSM80Model(problem, chip))
    return best;
  SmallVector<SM80Schedule> shapes = getShapes(problem, chip);
  auto *fastest = llvm::min_element(shapes, [&](const SM80Schedule &a, const SM80Schedule &b) {
    return estimateTime(a, problem, chip) < estimateTime(b, problem, chip);
  });
  if (fastest != shapes.end())
    best = *fastest;
  best.groupM = chooseGroup(problem, chip);
  return best;
}

SmallVector<SM80Schedule> fusion::enumerateSM80Schedules(const ScheduleProblem &problem, const ChipInfo &chip) {
  if (problem.needsElementwiseCopies() && !hasSM80Model(problem, chip))
    return {getFallbackSchedule(problem.type->elementBytes, problem.columnGroup)};
  SmallVector<SM80Schedule> shapes = getShapes(problem, chip);
  llvm::stable_sort(shapes, [&](const SM80Schedule &a, const SM80Schedule &b) {
    return estimateTime(a, problem, chip) < estimateTime(b, problem, chip);
  });
  // There are many ways to share K, of which the model is not wrong by as much as half.
  if (!shapes.empty()) {
    double most = 1.5 * estimateTime(shapes.front(), problem, chip).first;
    llvm::erase_if(shapes, [&](const SM80Schedule &schedule) {
      return schedule.warpsK > 1 && estimateTime(schedule, problem, chip).first > most;
    });
  }
  int64_t group = chooseGroup(problem, chip);
  SmallVector<int64_t, 4> groups = {group};
  for (int64_t other : {8, 4, 16, 1})
    if (other != group)
      groups.push_back(other);
  SmallVector<SM80Schedule> all;
  for (SM80Schedule schedule : shapes)
    // Shapes of groups are there with all stages that are worth it.
    for (int64_t least = schedule.warpsK > 1 ? schedule.stages : 2; schedule.stages >= least; --schedule.stages)
      // Few tiles are in one order as good as in another.
      for (int64_t size : ArrayRef(groups).take_front(schedule.shares() > 1 ? 1 : groups.size())) {
        schedule.groupM = size;
        all.push_back(schedule);
      }
  return all;
}

int64_t fusion::getSplitShare(const SM80Schedule &schedule, int64_t k) {
  return llvm::divideCeil(llvm::divideCeil(k, schedule.tileK), schedule.shares()) * schedule.tileK;
}

FusionVerdict fusion::checkSM80Schedule(const SM80Schedule &schedule, const SM80Product &product,
                                        const ChipInfo &chip) {
  auto [type, transposeA, transposeB, products, isBlockScaled, added, columnGroup] = product;
  int64_t elementBytes = type->elementBytes;
  for (int64_t size : {schedule.tileM, schedule.tileN, schedule.warpsM, schedule.warpsN})
    if (size <= 0 || size > 4096 || !llvm::isPowerOf2_64(size))
      return FusionVerdict::no("tile and warps must be powers of two");
  if (schedule.tileK * elementBytes != 128)
    return FusionVerdict::no("a tile must hold 128 bytes along k");
  if (schedule.stages < 2 || schedule.stages > 16 || schedule.groupM < 1)
    return FusionVerdict::no("2 to 16 stages and a positive group are needed");
  if (schedule.threads() < 128 || schedule.threads() > 512)
    return FusionVerdict::no("4 to 16 warps are needed");
  if (schedule.warpTileM() < 16 || schedule.warpTileN() < 16 || schedule.warpTileM() > 64 || schedule.warpTileN() > 64)
    return FusionVerdict::no("a warp's tile must have 16 to 64 rows and columns");
  if (schedule.tileN % columnGroup != 0)
    return FusionVerdict::no("the epilogue reads columns in groups of " + Twine(columnGroup) +
                             ", which a tile must hold whole");
  if (products > 1 && schedule.warpTileM() * schedule.warpTileN() > kMostOfTwo)
    return FusionVerdict::no("a warp's tile of two products must have 2048 elements at most");
  if (schedule.shares() > 1 && isBlockScaled)
    return FusionVerdict::no("K of operands with scales of blocks is not split");
  // Rows of a tile that is contiguous along m or n hold whole groups of eight 16-byte chunks.
  bool copied = type->crossRead == CrossRead::Copy;
  bool isCrossedA = transposeA || (added.exists() && added.transposeA);
  bool isCrossedB = !transposeB || (added.exists() && !added.transposeB);
  if (!copied &&
      ((isCrossedA && schedule.tileM * elementBytes < 128) || (isCrossedB && schedule.tileN * elementBytes < 128)))
    return FusionVerdict::no("a tile's rows must hold 128 bytes");
  if (getSM80SharedBytes(schedule, elementBytes, products) > chip.sharedPerBlock)
    return FusionVerdict::no("the pipeline does not fit the chip's shared memory");
  return FusionVerdict::yes();
}

StringRef fusion::getSM80FamilyName(bool tensorCores) { return tensorCores ? "sm80" : "simt"; }

ScheduleAttr fusion::getSM80ScheduleAttr(const SM80Schedule &schedule, const ScheduleProblem &problem,
                                         MLIRContext *context) {
  Attribute options;
  if (schedule.shares() > 1)
    options = SM80OptionsAttr::get(context, schedule.splitK, schedule.warpsK);
  return ScheduleAttr::get(context, getSM80FamilyName(problem.type->usesTensorCores()),
                           {schedule.tileM, schedule.tileN, schedule.tileK}, {schedule.warpsM, schedule.warpsN},
                           schedule.stages, schedule.groupM, options);
}

SM80Schedule fusion::getSM80Schedule(ScheduleAttr attr) {
  SM80Schedule schedule;
  schedule.tileM = attr.getTile()[0];
  schedule.tileN = attr.getTile()[1];
  schedule.tileK = attr.getTile()[2];
  schedule.warpsM = attr.getWarps()[0];
  schedule.warpsN = attr.getWarps()[1];
  schedule.stages = attr.getStages();
  schedule.groupM = attr.getGroup();
  if (auto options = dyn_cast_or_null<SM80OptionsAttr>(attr.getOptions())) {
    schedule.splitK = options.getSplitK();
    schedule.warpsK = options.getWarpsK();
  }
  return schedule;
}

FailureOr<SM80Schedule> fusion::getSM80Schedule(const KernelPlan &plan, ScheduleAttr own) {
  KernelOp kernel = plan.getKernel();
  FailureOr<ScheduleAttr> attr = requireSchedule(kernel, own);
  if (failed(attr))
    return failure();
  SM80Schedule schedule = getSM80Schedule(*attr);
  const ChipInfo &chip = getTargetChip(kernel);
  FusionVerdict verdict = checkSM80Schedule(schedule, SM80Product::get(ScheduleProblem::get(plan)), chip);
  if (!verdict)
    return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": " << verdict.reason;
  return schedule;
}
