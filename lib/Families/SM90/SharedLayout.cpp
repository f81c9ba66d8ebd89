// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places the parts of a block's shared memory one behind the other.

#include "SharedLayout.h"

#include "PartialSums.h"
#include "fusion/Families/SM90/Pipeline.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

SharedLayout SharedLayout::get(const SM90Schedule &schedule, const SharedSizes &sizes) {
  SharedLayout layout;
  layout.rows = 0;
  layout.columns = layout.rows + schedule.stages * sizes.rows;
  int64_t slots = schedule.isSplitF32() ? schedule.chain() : 0;
  layout.lowColumns = layout.columns + schedule.stages * sizes.columns;
  layout.staging = layout.lowColumns + slots * sizes.columns;
  layout.lines = layout.staging + schedule.consumers * sizes.staging;
  layout.slots = llvm::alignTo(layout.lines + schedule.consumers * sizes.lines, 16);
  layout.pipelineBarriers = layout.slots + schedule.consumers * PartialSums::slotBytes(schedule);
  layout.lowBarriers = layout.pipelineBarriers + Pipeline::bytes(schedule.stages);
  layout.stagingBarriers = layout.lowBarriers + Pipeline::bytes(slots);
  layout.sumBarriers = layout.stagingBarriers + 8 * schedule.consumers * sizes.inputBuffers;
  layout.end = layout.sumBarriers + schedule.consumers * PartialSums::barrierBytes(schedule);
  return layout;
}

SharedLayout SharedLayout::get(const ProductSpec &spec, const EpiloguePlan &plan) {
  return get(spec.schedule, {spec.rows.bytes(), spec.columns.bytes(), plan.stagingBytes, plan.lineBytes,
                             plan.stagesInputs() ? plan.chunks.buffers : 0});
}
