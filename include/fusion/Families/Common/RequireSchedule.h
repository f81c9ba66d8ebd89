// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The schedule that the lowering of a kernel obeys.

#ifndef FUSION_FAMILIES_COMMON_REQUIRESCHEDULE_H
#define FUSION_FAMILIES_COMMON_REQUIRESCHEDULE_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// `own`, as a variant may have one, else that of the kernel; fails with an error that says what to run if there is
/// none.
FailureOr<ScheduleAttr> requireSchedule(KernelOp kernel, ScheduleAttr own = {});

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_REQUIRESCHEDULE_H
