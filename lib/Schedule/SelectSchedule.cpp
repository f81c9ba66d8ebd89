// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that chooses schedules, from measurements first.

#include "fusion/Schedule/Passes.h"

#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Remark.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

namespace fusion {
#define GEN_PASS_DEF_SELECTSCHEDULEPASS
#include "fusion/Schedule/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

static void remarkOnCopies(KernelOp kernel, const ChipInfo &chip) {
  std::optional<ScheduleNote> note = describeSchedule(kernel, chip).note;
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
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels) {
      if (kernel.getScheduleAttr()) {
        failedAny |= failed(checkOwnSchedule(kernel, chip));
        continue;
      }
      FailureOr<ScheduleAttr> measured = database.getSchedule(kernel, chip);
      if (failed(measured)) {
        failedAny = true;
        continue;
      }
      numMeasured += *measured != nullptr;
      if (*measured)
        kernel.setScheduleAttr(*measured);
      else
        chooser.setSchedules(kernel);
      remarkOnCopies(kernel, chip);
      ++numSchedules;
    }
    if (!failedAny)
      for (KernelOp kernel : kernels)
        if (!kernel.getVariantsAttr())
          failedAny |= failed(setVariants(kernel, chip));
    if (failedAny)
      signalPassFailure();
  }

private:
  /// Of a kernel that has its schedule already.
  static LogicalResult checkOwnSchedule(KernelOp kernel, const ChipInfo &chip) {
    StringRef name = kernel.getScheduleAttr().getFamily();
    if (const KernelFamily *family = lookupKernelFamily(name))
      return family->verifySchedules(kernel, chip);
    return kernel.emitOpError() << "has a schedule of family '" << name << "', which is not known; families of "
                                << chip.name << " are " << llvm::join(chip.families, ", ");
  }
};
} // namespace
