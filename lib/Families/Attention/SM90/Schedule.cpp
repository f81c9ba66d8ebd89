// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which schedules can be lowered, and what they take.

#include "Schedule.h"

#include "fusion/Families/Async/Pipeline.h"
#include "fusion/Families/Attention/Family.h"
#include "fusion/Families/Attention/Options.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

AttentionSchedule AttentionSchedule::get(ScheduleAttr schedule) {
  auto options = dyn_cast_or_null<AttentionOptionsAttr>(schedule.getOptions());
  AttentionSchedule result{schedule.getWarps()[0] / 4, schedule.getTile()[1], schedule.getStages()};
  if (options) {
    result.blocksPerSM = options.getBlocksPerSm();
    result.order = options.getOrder();
    result.pingPong = options.getPingPong();
    result.continuous = options.getContinuous();
    result.splits = options.getSplits();
    result.operandStages = options.getOperandStages();
  }
  return result;
}

ScheduleAttr AttentionSchedule::toAttr(MLIRContext *context, int64_t depth) const {
  AttentionSchedule plain;
  bool isPlain = blocksPerSM == plain.blocksPerSM && order == plain.order && !pingPong && !continuous && splits == 1 &&
                 operandStages == plain.operandStages;
  Attribute options =
      isPlain ? Attribute()
              : AttentionOptionsAttr::get(context, blocksPerSM, order, pingPong, continuous, splits, operandStages);
  return ScheduleAttr::get(context, kAttentionFamilyName, {rows(), keys, depth}, {4 * warpgroups, 1}, stages, 1,
                           options);
}

FusionVerdict AttentionSchedule::check(int64_t depth, int64_t columns, bool hasOperandTiles,
                                       const ChipInfo &chip) const {
  if (warpgroups < 1 || warpgroups > 4)
    return FusionVerdict::no("it has " + Twine(warpgroups) + " consumer warpgroups, but 1 to 4 can be lowered");
  if (keys < 16 || keys > 256 || keys % 16 != 0)
    return FusionVerdict::no("it has blocks of " + Twine(keys) + " keys, but multiples of 16 up to 256 can be lowered");
  if (stages < 1 || stages > 8)
    return FusionVerdict::no("it has " + Twine(stages) + " stages, but 1 to 8 can be lowered");
  if (blocksPerSM > 1 && warpgroups > 1)
    return FusionVerdict::no("several blocks share a multiprocessor, which those of one consumer warpgroup alone can");
  if (pingPong && warpgroups == 1)
    return FusionVerdict::no("its consumer warpgroup has no other to take turns with");
  if (operandStages > 0 && !hasOperandTiles)
    return FusionVerdict::no(
        "it has operand stages, but no operand of the scores has a 16-bit element for each row and "
        "key, of which there is a known multiple of 8");
  int64_t registers = neededRegisters(columns);
  if (registers > mostRegisters())
    return FusionVerdict::no("it needs " + Twine(registers) + " registers, but a thread has " + Twine(mostRegisters()));
  AttentionLayout layout = AttentionLayout::get(*this, depth, columns, /*keyIsKMajor=*/true, /*valueIsKMajor=*/false);
  int64_t available = std::min(chip.sharedPerBlock, chip.sharedPerSM / blocksPerSM - kReservedSharedBytes);
  if (layout.bytes > available)
    return FusionVerdict::no("it needs " + Twine(layout.bytes) + " bytes of shared memory, but " + chip.name + " has " +
                             Twine(available));
  return FusionVerdict::yes();
}

AttentionLayout AttentionLayout::get(const AttentionSchedule &schedule, int64_t depth, int64_t columns,
                                     bool keyIsKMajor, bool valueIsKMajor) {
  // TMA fills what is behind the end with zeros: products take whole steps of 16.
  int64_t steps = llvm::alignTo(depth, 16);
  AttentionLayout layout;
  layout.query = {/*kMajor=*/true, schedule.rows(), steps, 2};
  layout.key = {keyIsKMajor, schedule.keys, steps, 2};
  layout.value = {valueIsKMajor, columns, schedule.keys, 2};
  layout.operand = {/*kMajor=*/true, schedule.rows(), schedule.keys, 2};
  auto aligned = [](int64_t bytes) { return llvm::alignTo(bytes, 1024); };
  layout.queryOffset = 0;
  layout.keyOffset = schedule.queries() * aligned(layout.query.bytes());
  layout.valueOffset = layout.keyOffset + schedule.stages * aligned(layout.key.bytes());
  layout.operandOffset = layout.valueOffset + schedule.stages * aligned(layout.value.bytes());
  layout.barrierOffset = layout.operandOffset + schedule.operandStages * aligned(layout.operand.bytes());
  layout.keyBarrierOffset = layout.barrierOffset + async::Pipeline::bytes(schedule.queries());
  layout.valueBarrierOffset = layout.keyBarrierOffset + async::Pipeline::bytes(schedule.stages);
  layout.operandBarrierOffset = layout.valueBarrierOffset + async::Pipeline::bytes(schedule.stages);
  layout.bytes = 1024 + layout.operandBarrierOffset + async::Pipeline::bytes(schedule.operandStages);
  return layout;
}
