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

/// Says what it costs that TMA cannot read the rows of an operand.
static void remarkOnRows(KernelOp kernel, const ChipInfo &chip) {
  if (!kernel.getMatmul() || !chip.wgmma)
    return;
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  if (!problem.oddPitchA && !problem.oddPitchB)
    return;
  StringRef which = problem.oddPitchA ? (problem.oddPitchB ? "A and B" : "A") : "B";
  std::string reason = llvm::formatv("rows of {0} are no multiple of 16 bytes, which TMA cannot read", which);
  if (kernel.getScheduleAttr().getFamily() != KernelFamily::SM90)
    return emitMissed(kernel, RemarkCode::UnalignedRows, reason + ": the kernel is one of mma.sync");
  SM90Time time = predictSM90Time(SM90Schedule::get(kernel.getScheduleAttr()), problem, chip);
  reason += llvm::formatv(": copied first, which takes {0:F1} of {1:F1} us", time.repack, time.total());
  emitMissed(kernel, RemarkCode::UnalignedRows, reason, /*suggestion=*/{},
             RemarkMetric{"copy_ns", std::llround(time.repack * 1000)});
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
      remarkOnRows(kernel, chip);
      ++numSchedules;
    });
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
