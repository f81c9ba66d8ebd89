// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of a kernel of attention by mma.sync, and lists its schedules.

#include "Model.h"

#include "../Problem.h"
#include "../Reduction.h"
#include "fusion/Support/ChipTable.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// Microseconds: estimates by instruction counts, where nothing else is said. Measured (docs/Chips.md), the choice
/// among 30 schedules was the best, or within 2 % of it, for 4 x 16 heads of 2048 x 2048 with a depth of 128 and of 64.
static constexpr double kLaunch = 2.2; ///< from the launch to the first product, and behind the last
static constexpr double kTile = 1.5;   ///< of a tile: its query, its first keys, its outputs
static constexpr double kBlock = 0.3;  ///< of a block of keys: two barriers, copies and maxima of rows
/// Per microsecond that the products take at the tensor cores' peak, and of an exponential with what belongs to a
/// score: 16 exponentials of a multiprocessor start in a clock.
static constexpr double kProducts = 1.1, kExponential = 3.5e-5;
/// What fragments of keys and values take, of which a warp of 16 rows loads as much as one of 32, beside products.
static constexpr double kNarrowWarps = 1.25;
/// How much longer the work takes of few warps that have a multiprocessor to themselves, and of one block, all of whose
/// warps meet at the same barriers (measured: 256 x 32 x 128 with a bias takes 1.07 times as long as two blocks); and
/// with one stage, whose values are awaited.
static constexpr double kFewWarps = 1.3, kOneBlock = 1.06, kOneStage = 1.02;
static constexpr double kBegin = 1.2, kLatency = 1.5;
/// Of an element of an operand of the scores that threads read (measured: 316 us for 2.03 million on a multiprocessor),
/// and of one that is copied in tiles (an estimate).
static constexpr double kOperandByThreads = 1.5e-4, kOperandInTiles = 2e-5;

static const AttentionProblem &getOwn(const ScheduleProblem &problem) { return *problem.getFamily<AttentionProblem>(); }

PredictedTime fusion::predictMmaAttention(const MmaAttentionSchedule &schedule, const ScheduleProblem &problem,
                                          const ChipInfo &chip) {
  const AttentionProblem &own = getOwn(problem);
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows) * schedule.splits;
  int64_t rounds = llvm::divideCeil(tiles, chip.sms * schedule.blocksPerSM);
  int64_t together = std::min<int64_t>(llvm::divideCeil(tiles, chip.sms), schedule.blocksPerSM);
  auto rows = static_cast<double>(schedule.rows * together), keys = static_cast<double>(schedule.keys);
  double blocks = std::ceil(own.countBlocks(problem.n, schedule.keys) / static_cast<double>(schedule.splits));
  double products = kProducts * rows * keys * 2 * static_cast<double>(problem.k + own.columns) * chip.sms /
                    (problem.type->getTFlops(chip) * 1e6);
  if (schedule.rowBlocks() == 1)
    products *= kNarrowWarps;
  double perBlock = kBlock + products + kExponential * rows * keys;
  if (own.hasOperandTiles)
    perBlock += (schedule.operandTiles ? kOperandInTiles : kOperandByThreads) * rows * keys;
  if (together * schedule.warps < 8)
    perBlock *= kFewWarps;
  else if (together == 1)
    perBlock *= kOneBlock;
  if (schedule.stages == 1)
    perBlock *= kOneStage;
  double compute = static_cast<double>(rounds) * (kTile + blocks * perBlock);

  auto bytesOfKey = static_cast<double>((problem.k + own.columns) * problem.type->elementBytes);
  double rate = chip.memoryGBs * kStreamShare * 1e3; // bytes in a microsecond
  // Few blocks do not ask for enough at a time to keep the memory busy.
  double asked = bytesOfKey * keys * static_cast<double>(schedule.stages * std::min(tiles, chip.sms * together));
  double bytes = static_cast<double>(problem.batches * (problem.m + problem.n)) * bytesOfKey;
  double memory = kBegin + bytes / std::min(rate, asked / kLatency);

  double reduction = AttentionReduction::predict(problem.batches * problem.m, own.columns, schedule.splits);
  PredictedTime time;
  time.terms = {{"launch", kLaunch}, {"tiles", compute}, {"memory", memory}};
  if (schedule.splits > 1)
    time.terms.push_back({"reduction", reduction});
  time.microseconds = kLaunch + std::max(compute, memory) + reduction;
  return time;
}

/// Splits of the keys, for tiles that leave half of the chip idle: as many as run at once, each with keys.
static SmallVector<int64_t> getSplits(const MmaAttentionSchedule &schedule, const ScheduleProblem &problem,
                                      const ChipInfo &chip) {
  SmallVector<int64_t> splits = {1};
  int64_t tiles = problem.batches * llvm::divideCeil(problem.m, schedule.rows);
  int64_t blocks = llvm::divideCeil(problem.n, schedule.keys);
  if (2 * tiles > chip.sms * schedule.blocksPerSM)
    return splits;
  for (int64_t number : {2, 3, 4, 6, 8, 12, 16, 24, 32}) {
    bool areFull = llvm::divideCeil(blocks, llvm::divideCeil(blocks, number)) == static_cast<uint64_t>(number);
    if (areFull && tiles * number <= chip.sms * schedule.blocksPerSM)
      splits.push_back(number);
  }
  return splits;
}

static void addWithSplits(MmaAttentionSchedule schedule, const ScheduleProblem &problem, const ChipInfo &chip,
                          SmallVectorImpl<MmaAttentionSchedule> &schedules) {
  for (int64_t splits : getSplits(schedule, problem, chip)) {
    schedule.splits = splits;
    schedules.push_back(schedule);
  }
}

SmallVector<MmaAttentionSchedule, 0> fusion::enumerateMmaAttention(const ScheduleProblem &problem,
                                                                   const ChipInfo &chip) {
  MmaAttentionSizes sizes = MmaAttentionSizes::get(problem);
  SmallVector<MmaAttentionSchedule, 0> schedules;
  for (int64_t warps : {4, 8, 2, 1})
    for (int64_t rowBlocks : {2, 1})
      for (int64_t keys : {64, 128, 48, 96, 32})
        for (int64_t stages : {1, 2, 3})
          for (int64_t blocksPerSM : {1, 2, 3, 4}) {
            MmaAttentionSchedule schedule{16 * warps * rowBlocks, warps, keys, stages, blocksPerSM};
            for (bool operandTiles : {false, true}) {
              schedule.operandTiles = operandTiles;
              if (schedule.check(sizes, chip))
                addWithSplits(schedule, problem, chip, schedules);
            }
          }
  return schedules;
}
