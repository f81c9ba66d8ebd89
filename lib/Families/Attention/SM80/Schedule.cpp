// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which schedules can be lowered, and what they take.

#include "Schedule.h"

#include "fusion/Families/Attention/Family.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

MmaAttentionSchedule MmaAttentionSchedule::get(ScheduleAttr schedule) {
  MmaAttentionSchedule result{schedule.getTile()[0], schedule.getWarps()[0], schedule.getTile()[1],
                              schedule.getStages()};
  if (auto options = dyn_cast_or_null<AttentionSM80OptionsAttr>(schedule.getOptions())) {
    result.blocksPerSM = options.getBlocksPerSm();
    result.splits = options.getSplits();
  }
  return result;
}

ScheduleAttr MmaAttentionSchedule::toAttr(MLIRContext *context, int64_t depth) const {
  Attribute options;
  if (blocksPerSM > 1 || splits > 1)
    options = AttentionSM80OptionsAttr::get(context, blocksPerSM, splits);
  return ScheduleAttr::get(context, kAttentionSM80FamilyName, {rows, keys, depth}, {warps, 1}, stages, 1, options);
}

FusionVerdict MmaAttentionSchedule::check(int64_t depth, int64_t columns, const ChipInfo &chip) const {
  if (warps < 1 || warps > 8 || !llvm::isPowerOf2_64(warps))
    return FusionVerdict::no("it has " + Twine(warps) + " warps, but 1, 2, 4 or 8 can be lowered");
  if (rows != 16 * warps && rows != 32 * warps)
    return FusionVerdict::no("it has " + Twine(rows) + " rows, but 16 or 32 for each warp can be lowered");
  if (keys < 16 || keys > 256 || keys % 16 != 0)
    return FusionVerdict::no("it has blocks of " + Twine(keys) + " keys, but multiples of 16 up to 256 can be lowered");
  if (stages < 1 || stages > 4)
    return FusionVerdict::no("it has " + Twine(stages) + " stages, but 1 to 4 can be lowered");
  if (int64_t registers = neededRegisters(columns); registers > mostRegisters())
    return FusionVerdict::no("it needs " + Twine(registers) + " registers, but a thread has " + Twine(mostRegisters()));
  if (threads() * blocksPerSM > chip.threadsPerSM)
    return FusionVerdict::no("a multiprocessor has " + Twine(chip.threadsPerSM) + " threads at most");
  MmaAttentionLayout layout =
      MmaAttentionLayout::get(*this, depth, columns, /*keyIsKMajor=*/true, /*valueIsKMajor=*/false);
  int64_t available = std::min(chip.sharedPerBlock, chip.sharedPerSM / blocksPerSM - kReservedSharedBytes);
  if (layout.bytes > available)
    return FusionVerdict::no("it needs " + Twine(layout.bytes) + " bytes of shared memory, but " + chip.name + " has " +
                             Twine(available));
  return FusionVerdict::yes();
}

MmaAttentionLayout MmaAttentionLayout::get(const MmaAttentionSchedule &schedule, int64_t depth, int64_t columns,
                                           bool keyIsKMajor, bool valueIsKMajor) {
  MmaAttentionLayout layout;
  int64_t threads = schedule.threads();
  layout.query = Panels::get(/*kMajor=*/true, schedule.rows, depth, threads);
  layout.key = Panels::get(keyIsKMajor, schedule.keys, depth, threads);
  layout.value = Panels::get(valueIsKMajor, columns, schedule.keys, threads);
  layout.keyOffset = layout.query.bytes();
  layout.valueOffset = layout.keyOffset + schedule.stages * layout.key.bytes();
  layout.bytes = layout.valueOffset + schedule.stages * layout.value.bytes();
  return layout;
}
