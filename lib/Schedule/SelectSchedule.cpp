// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/Passes.h"

#include "fusion/Schedule/SM90Check.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Remark.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_SELECTSCHEDULEPASS
#include "fusion/Schedule/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

static void remarkOnCopies(KernelOp kernel, const ChipInfo &chip) {
  std::optional<ScheduleNote> note = describeCopies(kernel, chip);
  if (!note)
    return;
  std::optional<RemarkMetric> metric;
  if (note->copyNanoseconds)
    metric = RemarkMetric{"copy_ns", note->copyNanoseconds};
  emitMissed(kernel, note->code, note->reason, /*suggestion=*/std::nullopt, metric);
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
    ScheduleChooser chooser(chip);
    bool failedAny = false;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.getScheduleAttr()) {
        failedAny |= failed(checkOwnSchedule(kernel, chip));
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
        chooser.setSchedules(kernel);
      remarkOnCopies(kernel, chip);
      ++numSchedules;
    });
    if (failedAny)
      signalPassFailure();
  }

private:
  /// Of a kernel that has its schedule already. Those of the other families are checked when they are lowered.
  static LogicalResult checkOwnSchedule(KernelOp kernel, const ChipInfo &chip) {
    ScheduleAttr schedule = kernel.getScheduleAttr();
    bool isSM90 = schedule.getFamily() == KernelFamily::SM90;
    if (!isSM90 && kernel.isElementwise())
      if (ScheduleAttr only = selectSchedule(kernel, chip); schedule != only)
        kernel.emitWarning() << "has a schedule that is not used: without a product, every kernel has " << only;
    bool good = !isSM90 || succeeded(getSM90Schedule(kernel));
    return success(succeeded(getSM90Alternatives(kernel)) && good);
  }
};
} // namespace
