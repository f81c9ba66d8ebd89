// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the unit tests of schedules share, with a program that reads and writes tuning files.

#ifndef FUSION_UNITTESTS_SCHEDULE_UNIT_H
#define FUSION_UNITTESTS_SCHEDULE_UNIT_H

#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"

mlir::MLIRContext &getTestContext();

/// The chip that has wgmma.
const fusion::ChipInfo &getHopper();

/// bf16 with W stored [N, K], bias and gelu, as in the measurements.
fusion::ScheduleProblem makeProblem(int64_t m, int64_t n, int64_t k);

/// The schedule whose attribute is `#fusion.schedule<family = sm90, TEXT>`.
fusion::SM90Schedule parseSchedule(llvm::StringRef text);

/// What was measured of a kernel: a schedule of its space.
fusion::TuningEntry makeEntry(fusion::KernelOp kernel, const fusion::ChipInfo &chip);

#endif // FUSION_UNITTESTS_SCHEDULE_UNIT_H
