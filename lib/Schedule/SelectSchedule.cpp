// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/Passes.h"

#include "fusion/Schedule/SM90Check.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Remark.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace mlir::fusion {
#define GEN_PASS_DEF_SELECTSCHEDULEPASS
#include "fusion/Schedule/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

/// "A", "B" or "A and B".
static StringRef nameOperands(bool a, bool b) { return a ? (b ? "A and B" : "A") : "B"; }

/// Says what it costs that TMA cannot read the rows of an operand, or wgmma its elements in their order.
static void remarkOnCopies(KernelOp kernel, const ChipInfo &chip) {
  if (!kernel.getMatmul() || !chip.wgmma)
    return;
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  bool transposedA = problem.needsTransposeA(), transposedB = problem.needsTransposeB();
  bool odd = problem.hasOddPitchA() || problem.hasOddPitchB();
  if (!odd && (!problem.tensorCores || (!transposedA && !transposedB)))
    return;
  bool isSM90 = kernel.getScheduleAttr().getFamily() == KernelFamily::SM90;
  SM90Schedule schedule;
  if (isSM90) {
    schedule = SM90Schedule::get(kernel.getScheduleAttr(), problem.products);
    // What is not copied comes from registers.
    transposedA &= schedule.repackA;
    transposedB &= schedule.repackB;
    if (!odd && !transposedA && !transposedB)
      return;
  }
  RemarkCode code = odd ? RemarkCode::UnalignedRows : RemarkCode::TransposedRead;
  std::string reason = odd ? llvm::formatv("rows of {0} are no multiple of 16 bytes, which TMA cannot read",
                                           nameOperands(problem.hasOddPitchA(), problem.hasOddPitchB()))
                           : llvm::formatv("{0} of f32 not contiguous along k, which wgmma cannot read",
                                           nameOperands(transposedA, transposedB));
  if (!isSM90)
    return emitMissed(kernel, code, reason + ": the kernel is one of mma.sync");
  if (!schedule.repackA && !schedule.repackB)
    return emitMissed(kernel, code,
                      reason + llvm::formatv(": threads load what lies so, {0} bytes at a time",
                                             std::min(problem.accessA, problem.accessB))
                                   .str());
  SM90Time time = predictSM90Time(schedule, problem, chip);
  reason += llvm::formatv(": copied first, which takes {0:F1} of {1:F1} us", time.repack, time.total());
  emitMissed(kernel, code, reason, /*suggestion=*/{}, RemarkMetric{"copy_ns", std::llround(time.repack * 1000)});
}

namespace {
class SelectSchedule : public fusion::impl::SelectSchedulePassBase<SelectSchedule> {
public:
  using Base::Base;

  void runOnOperation() override {
    const ChipInfo &chip = getTargetChip(getOperation());
    TuningDatabase database(chip.name);
    if (!tuningDb.empty()) {
      FailureOr<TuningDatabase> loaded = TuningDatabase::load(tuningDb, chip, &getContext());
      if (failed(loaded))
        return signalPassFailure();
      database = std::move(*loaded);
    }
    bool failedAny = false;
    getOperation()->walk([&](KernelOp kernel) {
      if (ScheduleAttr schedule = kernel.getScheduleAttr()) {
        failedAny |= schedule.getFamily() == KernelFamily::SM90 && failed(getSM90Schedule(kernel));
        failedAny |= failed(getSM90Alternatives(kernel));
        return;
      }
      FailureOr<ScheduleAttr> measured = database.getSchedule(kernel, chip);
      if (failed(measured)) {
        failedAny = true;
        return;
      }
      numMeasured += *measured != nullptr;
      if (*measured)
        kernel.setScheduleAttr(*measured);
      else
        setSchedules(kernel, chip);
      remarkOnCopies(kernel, chip);
      ++numSchedules;
    });
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
