// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of a kernel of attention, and lists its schedules.

#include "Model.h"

#include "../Problem.h"
#include "../Reduction.h"
#include "fusion/Support/ChipTable.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// Microseconds, fitted to measured kernels (docs/lab/2026-11-26-attention-kernel.md, cost model). The launch is that
/// behind other kernels of a model (docs/lab/2026-11-29-windows-and-predictions.md).
static constexpr double kLaunch = 2.2;     ///< from the launch to the first product, and behind the last
static constexpr double kTile = 1.5;       ///< of a tile: its query, its first scores, its outputs
static constexpr double kBlock = 0.08;     ///< of a block of keys: waits, and maxima of rows
static constexpr double kOddBlocks = 1.03; ///< how much longer products of other than 64 or 128 keys take
static constexpr double kProducts = 0.97;  ///< per microsecond that the products take at the tensor cores' peak
/// Of an exponential: beside the products of other warpgroups, of other blocks, or of none.
static constexpr double kBesideWarpgroups = 1.9e-5, kBesideBlocks = 3.5e-5, kAlone = 5.4e-5;
/// Of an element of an operand of the scores: one that TMA brings, beside the products of one other warpgroup at most,
/// or of more; one that threads read (docs/lab/2026-11-26-attention-scores.md).
static constexpr double kOperandBesideOne = 2.25e-5, kOperandBesideSeveral = 1.55e-5, kOperandByThreads = 4.8e-5;
/// Bytes of a query and its outputs that pass unseen beside the products.
static constexpr double kHiddenBytes = 64 * 1024;
/// Where keys and values are read at the memory's rate (docs/lab/2026-11-26-attention-decoding.md): until the first are
/// there; of a block of keys; at the end, and at a tile's, of blocks that have a multiprocessor to themselves.
static constexpr double kBegin = 1.2, kRequest = 0.02, kNextLaunch = 0.4, kNextTile = 2.5;
static constexpr double kLatency = 1.5; ///< between a request and its answer
/// The share of that rate which hardly anything requested by a block would reach, bytes of a block that reach all of
/// it, and the share that boxes of other than 64 or 128 keys reach.
static constexpr double kLeastShare = 0.82, kEnough = 64 * 1024, kOddBoxes = 0.994;

static const AttentionProblem &getOwn(const ScheduleProblem &problem) { return *problem.getFamily<AttentionProblem>(); }

/// Of an element of an operand of the scores.
static double getOperandTime(const AttentionSchedule &schedule) {
  if (schedule.operandStages == 0)
    return kOperandByThreads;
  return schedule.warpgroups > 2 ? kOperandBesideSeveral : kOperandBesideOne;
}

/// Bytes in a microsecond that blocks read on `busy` multiprocessors, `together` of them on each.
static double getReachedRate(const AttentionSchedule &schedule, double bytesOfKey, double rate, int64_t busy,
                             int64_t together) {
  double requested = bytesOfKey * static_cast<double>(schedule.keys * schedule.stages);
  double share = std::min(1.0, kLeastShare + (1 - kLeastShare) * requested / kEnough);
  if (schedule.keys % 64 != 0)
    share *= kOddBoxes;
  // Few multiprocessors do not ask for enough at a time to keep the memory busy.
  return std::min(rate * share, requested * static_cast<double>(busy * together) / kLatency);
}

PredictedTime fusion::predictAttention(const AttentionSchedule &schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) {
  const AttentionProblem &own = getOwn(problem);
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows()) * schedule.splits;
  double blocks = own.countBlocks(problem.n, schedule.keys);
  if (schedule.splits > 1)
    blocks = std::ceil(blocks / static_cast<double>(schedule.splits));
  int64_t atOnce = chip.sms * schedule.blocksPerSM;
  int64_t rounds = schedule.order == AttentionOrder::Pairs ? 2 * llvm::divideCeil(tiles, 2 * atOnce)
                                                           : llvm::divideCeil(tiles, atOnce);
  // Blocks that share a multiprocessor.
  int64_t together = std::min<int64_t>(llvm::divideCeil(tiles, chip.sms), schedule.blocksPerSM);
  auto rows = static_cast<double>(schedule.rows() * together);
  double flopsPerMicrosecond = chip.tensorTFlops * 1e6 / chip.sms;
  double rate = chip.memoryGBs * kStreamShare * 1e3; // bytes in a microsecond
  double products = rows * schedule.keys * 2 * (problem.k + own.columns) / flopsPerMicrosecond;
  if (schedule.keys % 64 != 0)
    products *= kOddBlocks;
  double perExponential = schedule.warpgroups > 1 ? kBesideWarpgroups : together > 1 ? kBesideBlocks : kAlone;
  double perBlock = kBlock + kProducts * products + perExponential * rows * schedule.keys;
  if (own.hasOperandTiles)
    perBlock += getOperandTime(schedule) * rows * static_cast<double>(schedule.keys);
  auto bytesOfKey = static_cast<double>((problem.k + own.columns) * problem.type->elementBytes);
  double perTile = kTile + std::max(0.0, rows * bytesOfKey - kHiddenBytes) / (rate / chip.sms);
  double compute = static_cast<double>(rounds) * (perTile + blocks * perBlock);

  double bytes = static_cast<double>(problem.batches * (problem.m + problem.n)) * bytesOfKey;
  double memory = bytes / getReachedRate(schedule, bytesOfKey, rate, std::min(tiles, chip.sms), together);
  memory += kBegin + kRequest * blocks * static_cast<double>(rounds * together) + perBlock / 4;
  // Nobody else loads while the only block of a multiprocessor begins, be it of the next launch.
  if (schedule.blocksPerSM == 1)
    memory += kNextLaunch + kNextTile * static_cast<double>(rounds - 1);
  double reduction = AttentionReduction::predict(problem.batches * problem.m, own.columns, schedule.splits);
  // Launches overlap where memory is waited for.
  bool isComputing = kLaunch + compute > memory;
  PredictedTime time;
  time.terms = {{"launch", isComputing ? kLaunch : 0}, {"tiles", compute}, {"memory", memory}};
  if (schedule.splits > 1)
    time.terms.push_back({"reduction", reduction});
  time.microseconds = (isComputing ? kLaunch + compute : memory) + reduction;
  return time;
}

/// Splits of the keys, for tiles that leave half of the chip idle: as many as run at once, each with keys.
static SmallVector<int64_t> getSplits(const AttentionSchedule &schedule, const ScheduleProblem &problem,
                                      const ChipInfo &chip) {
  SmallVector<int64_t> splits = {1};
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows());
  if (2 * tiles > chip.sms || schedule.warpgroups > 2 || schedule.keys % 64 != 0)
    return splits;
  int64_t blocks = llvm::divideCeil(problem.n, schedule.keys);
  for (int64_t number : {2, 3, 4, 6, 8, 12, 16, 24, 32}) {
    bool areFull = llvm::divideCeil(blocks, llvm::divideCeil(blocks, number)) == static_cast<uint64_t>(number);
    if (areFull && tiles * number <= chip.sms * schedule.blocksPerSM)
      splits.push_back(number);
  }
  return splits;
}

/// Calls `visit` with each tile that may be lowered, one block a tile.
static void forEachTile(const ScheduleProblem &problem, const ChipInfo &chip,
                        function_ref<void(const AttentionSchedule &)> visit) {
  const AttentionProblem &own = getOwn(problem);
  for (int64_t warpgroups : {1, 2, 3, 4})
    for (int64_t keys = 176; keys >= 32; keys -= 16)
      for (int64_t stages : {2, 3, 4})
        for (int64_t blocksPerSM : {1, 2, 3}) {
          AttentionSchedule schedule;
          schedule.warpgroups = warpgroups;
          schedule.keys = keys;
          schedule.stages = stages;
          schedule.blocksPerSM = blocksPerSM;
          if (schedule.check(problem.k, own.columns, own.hasOperandTiles, chip))
            visit(schedule);
        }
}

/// Keys up to which a stop between tiles is felt under a causal mask.
static constexpr int64_t kMostKeysWithoutStop = 8192;

/// Buffers of an operand of the scores, where there is room for them: as many as blocks of keys are on their way.
static constexpr int64_t kOperandStages = 2;

/// How a grid of these tiles runs best: persistent where there are more tiles than run at once; in turn and without a
/// stop where narrow heads leave little work between barriers, or causal masks little between tiles (the lab's study of
/// the kernel, "step by step", and docs/lab/2026-11-26-attention-family.md).
static AttentionSchedule completeSchedule(AttentionSchedule schedule, const ScheduleProblem &problem,
                                          const ChipInfo &chip) {
  const AttentionProblem &own = getOwn(problem);
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows());
  bool several = schedule.warpgroups > 1;
  bool isShort = own.growsWithRows && problem.n <= kMostKeysWithoutStop;
  schedule.pingPong = several && (problem.k != 128 || own.columns != 128 || own.hasOperandTiles);
  if (own.hasOperandTiles) {
    schedule.operandStages = kOperandStages;
    if (!schedule.check(problem.k, own.columns, true, chip))
      schedule.operandStages = 0;
  }
  if (tiles <= chip.sms * schedule.blocksPerSM)
    return schedule;
  schedule.order = own.growsWithRows ? AttentionOrder::Pairs : AttentionOrder::Rows;
  bool isWorthwhile = problem.k < 128 || (problem.k == 128 && (isShort || own.hasScoreFormula));
  if (!several || !isWorthwhile)
    return schedule;
  AttentionSchedule continuous = schedule;
  continuous.pingPong = continuous.continuous = true;
  return continuous.check(problem.k, own.columns, own.hasOperandTiles, chip) ? continuous : schedule;
}

std::optional<AttentionSchedule> fusion::chooseAttention(const ScheduleProblem &problem, const ChipInfo &chip) {
  const AttentionProblem &own = getOwn(problem);
  std::optional<AttentionSchedule> best;
  double least = 0;
  forEachTile(problem, chip, [&](const AttentionSchedule &tile) {
    AttentionSchedule schedule = completeSchedule(tile, problem, chip);
    if (!schedule.check(problem.k, own.columns, own.hasOperandTiles, chip))
      return;
    for (int64_t splits : getSplits(schedule, problem, chip)) {
      schedule.splits = splits;
      double time = predictAttention(schedule, problem, chip).microseconds;
      if (!best || time < least)
        best = schedule, least = time;
    }
  });
  return best;
}

SmallVector<AttentionSchedule, 0> fusion::enumerateAttention(const ScheduleProblem &problem, const ChipInfo &chip) {
  const AttentionProblem &own = getOwn(problem);
  SmallVector<AttentionSchedule, 0> schedules;
  forEachTile(problem, chip, [&](AttentionSchedule schedule) {
    for (AttentionOrder order : {AttentionOrder::Single, AttentionOrder::Rows, AttentionOrder::Pairs})
      for (bool pingPong : {false, true})
        for (bool continuous : {false, true}) {
          schedule.order = order, schedule.pingPong = pingPong, schedule.continuous = continuous;
          // Only a block that stays has a next tile.
          if (continuous && !schedule.isPersistent())
            continue;
          if (schedule.check(problem.k, own.columns, own.hasOperandTiles, chip))
            schedules.push_back(schedule);
        }
    schedule.order = AttentionOrder::Single, schedule.pingPong = schedule.continuous = false;
    SmallVector<int64_t> several = getSplits(schedule, problem, chip);
    for (int64_t splits : ArrayRef(several).drop_front()) {
      schedule.splits = splits;
      schedules.push_back(schedule);
    }
  });
  return schedules;
}
