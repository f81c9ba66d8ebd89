// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the wgmma lowering takes, and the shared memory of its kernels.

#ifndef FUSION_SCHEDULE_SM90CHECK_H
#define FUSION_SCHEDULE_SM90CHECK_H

#include "fusion/Schedule/SM90Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include <optional>
#include <string>

namespace mlir::fusion {
struct ChipInfo;

/// How one warpgroup passes an output, or an M x N operand, of its accumulators' shape through shared memory: chunk by
/// chunk, each one TMA box of `warpgroupRows()` rows and `columns` columns in the frame of wgmma.
struct StagedChunks {
  int64_t columns; ///< the largest of 64, 32, 16 and 8 that divides the tile's columns and takes at most 128 bytes
  int64_t count;   ///< chunks of a tile
  int64_t buffers; ///< 2, or 1 if there is one chunk
  int64_t bytes;   ///< of a buffer, a multiple of 1024
};
StagedChunks getStagedChunks(const SM90Schedule &schedule, int64_t elementBytes);

/// Bytes of dynamic shared memory of a block: pipeline, staging for the epilogue, slots of split-K (f32 of a whole
/// tile), barriers, and what rounding the base up to 1024 bytes may take.
int64_t getSM90SharedBytes(const SM90Schedule &schedule, int64_t elementBytes, const EpilogueProblem &epilogue);

/// Registers that a thread may have, so that `blocksPerSM` blocks fit: those of the consumers, where warpgroups pass
/// registers to each other.
int64_t getSM90Registers(const SM90Schedule &schedule, const ChipInfo &chip);

/// Nothing if the wgmma lowering takes `schedule` for `problem`, else what is wrong with it. Any values may be given.
std::optional<std::string> checkSM90Schedule(const SM90Schedule &schedule, const ScheduleProblem &problem,
                                             const ChipInfo &chip);

/// The same for an attribute of family sm90.
std::optional<std::string> checkSM90Schedule(ScheduleAttr schedule, const ScheduleProblem &problem,
                                             const ChipInfo &chip);

/// The schedule that a kernel of family sm90 carries. Fails with a diagnostic if it is not one that can be lowered.
FailureOr<SM90Schedule> getSM90Schedule(KernelOp kernel);

} // namespace mlir::fusion

#endif // FUSION_SCHEDULE_SM90CHECK_H
