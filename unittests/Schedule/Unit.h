// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the unit tests of schedules share. Failures are printed; main then returns 1.

#ifndef FUSION_UNITTESTS_SCHEDULE_UNIT_H
#define FUSION_UNITTESTS_SCHEDULE_UNIT_H

#include "../Check.h"
#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/ChipTable.h"

mlir::MLIRContext &getTestContext();

/// The chip that has wgmma.
const mlir::fusion::ChipInfo &getHopper();

/// bf16 with W stored [N, K], bias and gelu, as in the measurements.
mlir::fusion::ScheduleProblem makeProblem(int64_t m, int64_t n, int64_t k);

/// The schedule whose attribute is `#fusion.schedule<family = sm90, TEXT>`.
mlir::fusion::SM90Schedule parseSchedule(llvm::StringRef text);

void testFamilies();
void testSharedMemory();
void testPredictions();
void testNarrowPredictions();
void testChoices();
void testAlternatives();
void testSplits();
void testTails();
void testLoads();
void testShortlist();
void testTuningKeys();
void testTuningDatabase();
void testSimilarTuningEntries();
void testTuningErrors();

/// Writes a tuning file for the kernels of a module, as if the schedules that they have, else the last of those that
/// are worth measuring, had won.
int writeTuningFile(llvm::StringRef module, llvm::StringRef chip, llvm::StringRef output);

/// Reads a tuning file and writes it as this compiler does.
int rewriteTuningFile(llvm::StringRef file, llvm::StringRef chip, llvm::StringRef output);

/// Prints how much longer than the fastest the schedules take that the model chooses, of those in a file: lines
/// `problem TEXT` as fusion-bench spells problems and `MICROSECONDS SCHEDULE` for what was measured of it.
int reportMeasurements(llvm::StringRef path);

#endif // FUSION_UNITTESTS_SCHEDULE_UNIT_H
