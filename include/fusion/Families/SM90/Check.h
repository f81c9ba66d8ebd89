// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the wgmma lowering takes, and the shared memory of its kernels.

#ifndef FUSION_FAMILIES_SM90_CHECK_H
#define FUSION_FAMILIES_SM90_CHECK_H

#include "fusion/Families/Product/StagedChunks.h"
#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
struct ChipInfo;

/// Of what a warpgroup finishes by a schedule.
StagedChunks getStagedChunks(const SM90Schedule &schedule, ArrayRef<int64_t> outputBytes);

/// Columns of a tile lie in shared memory as a multiple of this many: whole boxes of 128 bytes, where they are not
/// contiguous along K.
int64_t getColumnUnit(const SM90Schedule &schedule, const ScheduleProblem &problem);

/// Whether the left factor lies in shared memory so that wgmma cannot read it there: it comes from registers, as only
/// the left one can.
bool hasUnreadableRows(const SM90Schedule &schedule, const ScheduleProblem &problem);

/// Bytes of dynamic shared memory of a block at most (SharedLayout, which the lowering has too): pipeline, staging for
/// the epilogue (an M x N operand shares the buffers of an output), vectors of the epilogue, slots of split-K (f32 of
/// the columns that a block finishes, from each block of the cluster), barriers, and what rounding the base up may
/// take.
int64_t getSM90SharedBytes(const SM90Schedule &schedule, int64_t elementBytes, const EpilogueProblem &epilogue,
                           int64_t columnUnit = 1);

/// Whether the wgmma lowering takes `schedule` for `problem`, or what is wrong with it. Any values may be given.
FusionVerdict checkSM90Schedule(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip);

/// The same for an attribute of family sm90.
FusionVerdict checkSM90Schedule(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip);

/// The schedule that a kernel of family sm90 carries. Fails with a diagnostic if it is not one that can be lowered.
FailureOr<SM90Schedule> getSM90Schedule(const KernelPlan &plan);

} // namespace fusion

#endif // FUSION_FAMILIES_SM90_CHECK_H
