// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What remarks and the report say of a kernel's schedule.

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::fusion;

/// "A", "B" or "A and B".
static StringRef nameOperands(bool a, bool b) { return a ? (b ? "A and B" : "A") : "B"; }

std::optional<ScheduleNote> fusion::describeCopies(KernelOp kernel, const ChipInfo &chip) {
  if (!KernelPlan(kernel).getProduct() || !kernel.getScheduleAttr() || !chip.wgmma)
    return std::nullopt;
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  bool transposedA = problem.needsTransposeA(), transposedB = problem.needsTransposeB();
  bool odd = problem.hasOddPitchA() || problem.hasOddPitchB();
  if (!odd && (!problem.tensorCores || (!transposedA && !transposedB)))
    return std::nullopt;
  bool isSM90 = kernel.getScheduleAttr().getFamily() == KernelFamily::SM90;
  SM90Schedule schedule;
  if (isSM90) {
    schedule = SM90Schedule::get(kernel.getScheduleAttr(), problem.products);
    // What is not copied comes from registers.
    transposedA &= schedule.repackA;
    transposedB &= schedule.repackB;
    if (!odd && !transposedA && !transposedB)
      return std::nullopt;
  }
  RemarkCode code = odd ? RemarkCode::UnalignedRows : RemarkCode::TransposedRead;
  std::string reason = odd ? llvm::formatv("rows of {0} are no multiple of 16 bytes, which TMA cannot read",
                                           nameOperands(problem.hasOddPitchA(), problem.hasOddPitchB()))
                           : llvm::formatv("{0} of f32 not contiguous along k, which wgmma cannot read",
                                           nameOperands(transposedA, transposedB));
  if (!isSM90)
    return ScheduleNote{code, reason + ": the kernel is one of mma.sync"};
  if (!schedule.repackA && !schedule.repackB)
    return ScheduleNote{code, reason + llvm::formatv(": threads load what lies so, {0} bytes at a time",
                                                     std::min(problem.accessA, problem.accessB))
                                           .str()};
  SM90Time time = predictSM90Time(schedule, problem, chip);
  reason += llvm::formatv(": copied first, which takes {0:F1} of {1:F1} us", time.repack, time.total());
  return ScheduleNote{code, std::move(reason), std::llround(time.repack * 1000)};
}

ScheduleFacts fusion::describeSchedule(KernelOp kernel, const ChipInfo &chip) {
  return {predictScheduledMicroseconds(kernel, chip), describeCopies(kernel, chip)};
}
