// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places the parts of a block's shared memory one behind the other.

#include "fusion/Families/Product/SharedLayout.h"

#include "PartialSums.h"
#include "fusion/Families/Async/Pipeline.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

SharedLayout SharedLayout::get(const SharedSizes &sizes) {
  int64_t warpgroups = sizes.sum.warpgroups;
  SharedLayout layout;
  int64_t next = 0;
  for (int64_t bytes : sizes.factors) {
    layout.factors.push_back(next);
    next += sizes.stages * bytes;
  }
  layout.lowColumns = next;
  layout.staging = layout.lowColumns + sizes.lowSlots * sizes.factors.back();
  layout.stagingBytes = sizes.staging;
  layout.lineBytes = sizes.lines;
  layout.lines = layout.staging + warpgroups * sizes.staging;
  layout.slots = llvm::alignTo(layout.lines + warpgroups * sizes.lines, 16);
  layout.pipelineBarriers = layout.slots + warpgroups * PartialSums::slotBytes(sizes.sum);
  layout.lowBarriers = layout.pipelineBarriers + Pipeline::bytes(sizes.stages);
  layout.stagingBarriers = layout.lowBarriers + Pipeline::bytes(sizes.lowSlots);
  layout.sumBarriers = layout.stagingBarriers + 8 * warpgroups * sizes.inputBuffers;
  layout.end = layout.sumBarriers + warpgroups * PartialSums::barrierBytes(sizes.sum);
  return layout;
}

SharedLayout SharedLayout::get(const ProductSpec &spec, ArrayRef<const EpiloguePlan *> plans) {
  SharedSizes sizes{spec.stages.count, spec.atom->lowSlots, spec.sums.cluster, {spec.atom->rows.bytes()}};
  for (const Multiplicand &columns : spec.atom->columns)
    sizes.factors.push_back(columns.bytes());
  for (const EpiloguePlan *plan : plans) {
    sizes.staging = std::max(sizes.staging, plan->stagingBytes);
    sizes.lines = std::max(sizes.lines, plan->lineBytes);
    sizes.inputBuffers += plan->inputBuffers();
  }
  return get(sizes);
}
