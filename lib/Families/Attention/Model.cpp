// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of a kernel of attention, and lists its schedules.

#include "Model.h"

#include "fusion/Support/ChipTable.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// Microseconds, fitted to measured kernels (docs/lab/2026-11-26-attention-kernel.md, cost model).
static constexpr double kLaunch = 4.6;     ///< from the launch to the first product, and behind the last
static constexpr double kTile = 1.5;       ///< of a tile: its query, its first scores, its outputs
static constexpr double kBlock = 0.08;     ///< of a block of keys: waits, and maxima of rows
static constexpr double kOddBlocks = 1.03; ///< how much longer products of other than 64 or 128 keys take
static constexpr double kProducts = 0.97;  ///< per microsecond that the products take at the tensor cores' peak
/// Of an exponential: beside the products of other warpgroups, of other blocks, or of none.
static constexpr double kBesideWarpgroups = 1.9e-5, kBesideBlocks = 3.5e-5, kAlone = 5.4e-5;
/// Bytes of a query and its outputs that pass unseen beside the products.
static constexpr double kHiddenBytes = 64 * 1024;

/// Blocks of keys of a tile, in the mean: of those that a mask hides in part, half.
static double getBlocksOfTile(const AttentionSchedule &schedule, const ScheduleProblem &problem) {
  double blocks = double(problem.n) / double(schedule.keys);
  return problem.visibleShare == 1 ? std::ceil(blocks) : std::max(1.0, blocks * problem.visibleShare + 0.5);
}

PredictedTime fusion::predictAttention(const AttentionSchedule &schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) {
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows());
  double blocks = getBlocksOfTile(schedule, problem);
  int64_t atOnce = chip.sms * schedule.blocksPerSM;
  int64_t rounds = schedule.order == AttentionOrder::Pairs ? 2 * llvm::divideCeil(tiles, 2 * atOnce)
                                                           : llvm::divideCeil(tiles, atOnce);
  // Of all blocks that share a multiprocessor.
  double rows = static_cast<double>(schedule.rows() * schedule.blocksPerSM);
  double flopsPerMicrosecond = chip.tensorTFlops * 1e6 / chip.sms;
  double bytesPerMicrosecond = chip.memoryGBs * kStreamShare * 1e3 / chip.sms;
  double products = rows * schedule.keys * 2 * (problem.k + problem.columns) / flopsPerMicrosecond;
  if (schedule.keys % 64 != 0)
    products *= kOddBlocks;
  double perExponential = schedule.warpgroups > 1    ? kBesideWarpgroups
                          : schedule.blocksPerSM > 1 ? kBesideBlocks
                                                     : kAlone;
  double perBlock = kBlock + kProducts * products + perExponential * rows * schedule.keys;
  double tileBytes = rows * static_cast<double>((problem.k + problem.columns) * problem.elementBytes);
  double perTile = kTile + std::max(0.0, tileBytes - kHiddenBytes) / bytesPerMicrosecond;
  double bytes = static_cast<double>(problem.batches * problem.elementBytes) *
                 static_cast<double>((problem.m + problem.n) * (problem.k + problem.columns));
  double memory = bytes / (chip.memoryGBs * kStreamShare * 1e3);
  double compute = static_cast<double>(rounds) * (perTile + blocks * perBlock);
  PredictedTime time;
  time.terms = {{"launch", kLaunch}, {"tiles", compute}, {"memory", memory}};
  time.microseconds = kLaunch + std::max(compute, memory);
  return time;
}

/// Calls `visit` with each tile that may be lowered, one block a tile.
static void forEachTile(const ScheduleProblem &problem, const ChipInfo &chip,
                        function_ref<void(const AttentionSchedule &)> visit) {
  for (int64_t warpgroups : {1, 2, 3, 4})
    for (int64_t keys = 176; keys >= 32; keys -= 16)
      for (int64_t stages : {2, 3, 4})
        for (int64_t blocksPerSM : {1, 2, 3}) {
          AttentionSchedule schedule;
          schedule.warpgroups = warpgroups;
          schedule.keys = keys;
          schedule.stages = stages;
          schedule.blocksPerSM = blocksPerSM;
          if (schedule.check(problem.k, problem.columns, chip))
            visit(schedule);
        }
}

/// How a grid of these tiles runs best: persistent where there are more tiles than run at once, and where narrow heads
/// leave little work between barriers, in turn and without a stop (the lab's study of the kernel, "step by step").
static AttentionSchedule completeSchedule(AttentionSchedule schedule, const ScheduleProblem &problem,
                                          const ChipInfo &chip) {
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows());
  bool several = schedule.warpgroups > 1;
  schedule.pingPong = several && (problem.k != 128 || problem.columns != 128);
  if (tiles > chip.sms * schedule.blocksPerSM) {
    schedule.order = problem.growsWithRows ? AttentionOrder::Pairs : AttentionOrder::Rows;
    schedule.continuous = schedule.pingPong && problem.k < 128;
  }
  if (schedule.continuous && !schedule.check(problem.k, problem.columns, chip))
    schedule.continuous = false;
  return schedule;
}

std::optional<AttentionSchedule> fusion::chooseAttention(const ScheduleProblem &problem, const ChipInfo &chip) {
  std::optional<AttentionSchedule> best;
  double least = 0;
  forEachTile(problem, chip, [&](const AttentionSchedule &tile) {
    AttentionSchedule schedule = completeSchedule(tile, problem, chip);
    double time = predictAttention(schedule, problem, chip).microseconds;
    if (schedule.check(problem.k, problem.columns, chip) && (!best || time < least))
      best = schedule, least = time;
  });
  return best;
}

SmallVector<AttentionSchedule, 0> fusion::enumerateAttention(const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<AttentionSchedule, 0> schedules;
  forEachTile(problem, chip, [&](AttentionSchedule schedule) {
    for (AttentionOrder order : {AttentionOrder::Single, AttentionOrder::Rows, AttentionOrder::Pairs})
      for (bool pingPong : {false, true})
        for (bool continuous : {false, true}) {
          schedule.order = order, schedule.pingPong = pingPong, schedule.continuous = continuous;
          if (schedule.check(problem.k, problem.columns, chip))
            schedules.push_back(schedule);
        }
  });
  return schedules;
}
