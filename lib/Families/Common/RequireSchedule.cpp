// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The one error for kernels that are lowered without a schedule.

#include "fusion/Families/Common/RequireSchedule.h"

using namespace mlir;
using namespace fusion;

FailureOr<ScheduleAttr> fusion::requireSchedule(KernelOp kernel, ScheduleAttr own) {
  if (ScheduleAttr schedule = own ? own : kernel.getScheduleAttr())
    return schedule;
  return kernel.emitOpError() << "has no schedule; run fusion-select-schedule";
}
