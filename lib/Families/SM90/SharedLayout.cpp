// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SharedLayout.h"

#include "PartialSums.h"
#include "Pipeline.h"
#include "fusion/Support/SeededFault.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

SharedLayout SharedLayout::get(const ProductSpec &spec, const EpiloguePlan &plan) {
  const SM90Schedule &schedule = spec.schedule;
  SharedLayout layout;
  layout.rows = 0;
  layout.columns = layout.rows + (schedule.stages - (seeded("sm90-stages-overlap") ? 1 : 0)) * spec.rows.bytes();
  int64_t slots = schedule.isInParts() ? SM90Schedule::kChain : 0;
  layout.lowColumns = layout.columns + schedule.stages * spec.columns.bytes();
  layout.staging = layout.lowColumns + slots * spec.columns.bytes();
  layout.lines = layout.staging + schedule.consumers * plan.stagingBytes;
  layout.slots = llvm::alignTo(layout.lines + schedule.consumers * plan.lineBytes, 16);
  layout.pipelineBarriers = layout.slots + schedule.consumers * PartialSums::slotBytes(schedule);
  layout.lowBarriers = layout.pipelineBarriers + Pipeline::bytes(schedule.stages);
  layout.stagingBarriers = layout.lowBarriers + Pipeline::bytes(slots);
  layout.sumBarriers =
      layout.stagingBarriers + (plan.stagesInputs() ? 8 * schedule.consumers * plan.chunks.buffers : 0);
  layout.end = layout.sumBarriers + schedule.consumers * PartialSums::barrierBytes(schedule);
  return layout;
}
