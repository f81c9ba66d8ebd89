// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which schedules can be lowered, and what they take.

#include "Schedule.h"

#include "../Problem.h"
#include "fusion/Families/Attention/Family.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

/// Of 16 rows, such that what is chosen does not spill (verify/Assembler/spills.py).
static constexpr int64_t kFormulaRegisters = 8, kMaskRegisters = 4;

MmaAttentionSizes MmaAttentionSizes::getMost(const AttentionPlan &plan) {
  return {plan.getDepth(), plan.getColumns(), plan.second.type, ScoreOperands::get(plan).findForTiles().has_value(),
          kFormulaRegisters};
}

MmaAttentionSizes MmaAttentionSizes::get(const ScheduleProblem &problem) {
  const auto *own = problem.getFamily<AttentionProblem>();
  int64_t ofRows = own->hasScoreFormula ? kFormulaRegisters : own->visibleShare < 1 ? kMaskRegisters : 0;
  return {problem.k, own->columns, problem.type, own->hasOperandTiles, ofRows};
}

MmaAttentionSchedule MmaAttentionSchedule::get(ScheduleAttr schedule) {
  MmaAttentionSchedule result{schedule.getTile()[0], schedule.getWarps()[0], schedule.getTile()[1],
                              schedule.getStages()};
  if (auto options = dyn_cast_or_null<AttentionSM80OptionsAttr>(schedule.getOptions())) {
    result.blocksPerSM = options.getBlocksPerSm();
    result.splits = options.getSplits();
    result.operandTiles = options.getOperandTiles();
  }
  return result;
}

ScheduleAttr MmaAttentionSchedule::toAttr(MLIRContext *context, int64_t depth) const {
  Attribute options;
  if (blocksPerSM > 1 || splits > 1 || operandTiles)
    options = AttentionSM80OptionsAttr::get(context, blocksPerSM, splits, operandTiles);
  return ScheduleAttr::get(context, kAttentionSM80FamilyName, {rows, keys, depth}, {warps, 1}, stages, 1, options);
}

FusionVerdict MmaAttentionSchedule::check(const MmaAttentionSizes &sizes, const ChipInfo &chip) const {
  if (warps < 1 || warps > 8 || !llvm::isPowerOf2_64(warps))
    return FusionVerdict::no("it has " + Twine(warps) + " warps, but 1, 2, 4 or 8 can be lowered");
  if (rows != 16 * warps && rows != 32 * warps)
    return FusionVerdict::no("it has " + Twine(rows) + " rows, but 16 or 32 for each warp can be lowered");
  if (keys < 16 || keys > 256 || keys % 16 != 0)
    return FusionVerdict::no("it has blocks of " + Twine(keys) + " keys, but multiples of 16 up to 256 can be lowered");
  if (stages < 1 || stages > 4)
    return FusionVerdict::no("it has " + Twine(stages) + " stages, but 1 to 4 can be lowered");
  if (int64_t registers = neededRegisters(sizes); registers > mostRegisters())
    return FusionVerdict::no("it needs " + Twine(registers) + " registers, but a thread has " + Twine(mostRegisters()));
  if (threads() * blocksPerSM > chip.threadsPerSM)
    return FusionVerdict::no("a multiprocessor has " + Twine(chip.threadsPerSM) + " threads at most");
  if (operandTiles && !sizes.hasOperandTiles)
    return FusionVerdict::no("it has tiles of an operand, but no operand of the scores has a 16-bit element for each "
                             "row and key, in rows whose length is a known multiple of 8");
  // Keys and values of 32-bit elements are interleaved as they are copied, by two warps at least.
  if (sizes.type->elementBytes == 4 && warps == 1)
    return FusionVerdict::no("it has one warp, but products of f32 are lowered for 2 at least");
  MmaAttentionLayout layout = MmaAttentionLayout::get(*this, sizes, /*keyIsKMajor=*/true, /*valueIsKMajor=*/false);
  int64_t available = std::min(chip.sharedPerBlock, chip.sharedPerSM / blocksPerSM - kReservedSharedBytes);
  if (layout.bytes > available)
    return FusionVerdict::no("it needs " + Twine(layout.bytes) + " bytes of shared memory, but " + chip.name + " has " +
                             Twine(available));
  return FusionVerdict::yes();
}

MmaAttentionLayout MmaAttentionLayout::get(const MmaAttentionSchedule &schedule, const MmaAttentionSizes &sizes,
                                           bool keyIsKMajor, bool valueIsKMajor) {
  MmaAttentionLayout layout;
  int64_t bytes = sizes.type->elementBytes;
  auto getPanels = [&](bool isKMajor, int64_t mn, int64_t k) {
    return Panels::get(isKMajor, mn, k, bytes, schedule.threads());
  };
  layout.query = getPanels(true, schedule.rows, sizes.depth);
  layout.key = getPanels(keyIsKMajor, schedule.keys, sizes.depth);
  layout.value = getPanels(valueIsKMajor, sizes.columns, schedule.keys);
  // Pairs of scores are not adjacent in the left factor of 32 bits (MmaProducts::getWeights).
  layout.value.panel.interleaved = bytes == 4;
  layout.keyOffset = layout.query.bytes();
  layout.valueOffset = layout.keyOffset + schedule.stages * layout.key.bytes();
  layout.operandOffset = layout.valueOffset + schedule.stages * layout.value.bytes();
  layout.operand = Panels::get(/*kMajor=*/true, schedule.rows, schedule.keys, /*elementBytes=*/2, schedule.threads(),
                               /*rowBytes=*/64);
  layout.bytes = layout.operandOffset + (schedule.operandTiles ? schedule.stages * layout.operand.bytes() : 0);
  return layout;
}
