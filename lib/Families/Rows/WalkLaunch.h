// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The launches of a kernel that reduces across its rows, too.

#ifndef FUSION_LIB_FAMILIES_ROWS_WALKLAUNCH_H
#define FUSION_LIB_FAMILIES_ROWS_WALKLAUNCH_H

#include "Launches.h"

namespace fusion {

/// Two launches: of blocks that go through all rows, and of what puts together, and stores, what they came to across.
SmallVector<std::unique_ptr<KernelVariant>> createWalkLaunches(KernelOp kernel, const AccessGuard &guard,
                                                               const RowsSchedule &schedule, RowAccess access,
                                                               PartialResults &partials);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_WALKLAUNCH_H
