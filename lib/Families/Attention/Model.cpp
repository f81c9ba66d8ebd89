// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of a kernel of attention, and lists its schedules.

#include "Model.h"

#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

/// Microseconds, fitted to measured kernels (docs/lab/2026-11-26-attention-kernel.md, cost model).
static constexpr double kLaunch = 4.6;    ///< from the launch to the first product, and behind the last
static constexpr double kTile = 1.5;      ///< of a tile: its query, its first scores, its outputs
static constexpr double kBlock = 0.05;    ///< of a block of keys: waits, and maxima of rows
static constexpr double kProducts = 0.97; ///< per microsecond that the products take at the tensor cores' peak
/// Of an exponential: beside the products of other warpgroups, of other blocks, or of none.
static constexpr double kBesideWarpgroups = 1.9e-5, kBesideBlocks = 3.5e-5, kAlone = 5.4e-5;
/// Bytes of a query and its outputs that pass unseen beside the products.
static constexpr double kHiddenBytes = 64 * 1024;

PredictedTime fusion::predictAttention(const AttentionSchedule &schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) {
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows());
  int64_t blocks = llvm::divideCeil(problem.n, schedule.keys);
  int64_t rounds = llvm::divideCeil(tiles, chip.sms * schedule.blocksPerSM);
  // Of all blocks that share a multiprocessor.
  double rows = static_cast<double>(schedule.rows() * schedule.blocksPerSM);
  double flopsPerMicrosecond = chip.tensorTFlops * 1e6 / chip.sms;
  double bytesPerMicrosecond = chip.memoryGBs * kStreamShare * 1e3 / chip.sms;
  double products = rows * schedule.keys * 2 * (problem.k + problem.columns) / flopsPerMicrosecond;
  double perExponential = schedule.warpgroups > 1    ? kBesideWarpgroups
                          : schedule.blocksPerSM > 1 ? kBesideBlocks
                                                     : kAlone;
  double perBlock = kBlock + kProducts * products + perExponential * rows * schedule.keys;
  double tileBytes = rows * static_cast<double>((problem.k + problem.columns) * problem.elementBytes);
  double perTile = kTile + std::max(0.0, tileBytes - kHiddenBytes) / bytesPerMicrosecond;
  double bytes = static_cast<double>(problem.batches * problem.elementBytes) *
                 static_cast<double>((problem.m + problem.n) * (problem.k + problem.columns));
  double memory = bytes / (chip.memoryGBs * kStreamShare * 1e3);
  double compute = static_cast<double>(rounds) * (perTile + static_cast<double>(blocks) * perBlock);
  PredictedTime time;
  time.terms = {{"launch", kLaunch}, {"tiles", compute}, {"memory", memory}};
  time.microseconds = kLaunch + std::max(compute, memory);
  return time;
}

SmallVector<AttentionSchedule, 0> fusion::enumerateAttention(const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<AttentionSchedule, 0> schedules;
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
            schedules.push_back(schedule);
        }
  return schedules;
}
