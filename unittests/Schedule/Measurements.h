// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_UNITTESTS_SCHEDULE_MEASUREMENTS_H
#define FUSION_UNITTESTS_SCHEDULE_MEASUREMENTS_H

#include "llvm/ADT/StringRef.h"

/// Prints how much longer than the fastest the schedules take that the model chooses, of those in a file: lines
/// `problem TEXT` as fusion-bench spells problems and `MICROSECONDS SCHEDULE` for what was measured of it.
int reportMeasurements(llvm::StringRef path);

#endif // FUSION_UNITTESTS_SCHEDULE_MEASUREMENTS_H
