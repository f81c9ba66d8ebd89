// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelForm.h"

#include "fusion/Schedule/SM90Schedule.h"

using namespace mlir;
using namespace mlir::fusion;

FailureOr<KernelForms> fusion::createMatmulForms(KernelOp kernel) {
  ScheduleAttr schedule = kernel.getScheduleAttr();
  bool warpgroups = schedule && schedule.getFamily() == kSM90FamilyName;
  return warpgroups ? createSM90Forms(kernel) : createSM80Forms(kernel);
}
