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

static void remarkOnCopies(const KernelPlan &plan, const ChipInfo &chip) {
  std::optional<ScheduleNote> note = describeSchedule(plan, chip).note;
  if (!note)
    return;
  std::optional<RemarkMetric> metric;
  if (note->copyNanoseconds)
    metric = RemarkMetric{"copy_ns", note->copyNanoseconds};
  emitMissed(plan.getKernel(), note->code, note->reason, /*suggestion=*/std::nullopt, metric);
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
    SmallVector<KernelPlan, 0> plans;
    getOperation()->walk([&](KernelOp kernel) { plans.push_back(kernel); });
    llvm::SmallPtrSet<Operation *, 4> given; // not chosen by the model
    for (const KernelPlan &plan : plans) {
      KernelOp kernel = plan.getKernel();
      if (kernel.getScheduleAttr()) {
        given.insert(kernel);
        failedAny |= failed(checkOwnSchedule(plan, chip));
        continue;
      }
      FailureOr<ScheduleAttr> measured = database.getSchedule(plan, chip);
      if (failed(measured)) {
        failedAny = true;
        continue;
      }
      numMeasured += *measured != nullptr;
      if (*measured) {
        kernel.setScheduleAttr(*measured);
        given.insert(kernel);
      } else {
        chooser.setSchedules(plan);
      }
      remarkOnCopies(plan, chip);
      ++numSchedules;
    }
    if (!failedAny)
      numShared += shareLaunches(plans, given, chip);
    if (!failedAny)
      for (const KernelPlan &plan : plans)
        if (!plan.getKernel().getVariantsAttr())
          failedAny |= failed(setVariants(plan, chip));
    if (failedAny)
      signalPassFailure();
  }

private:
  /// Of a kernel that has its schedule already.
  static LogicalResult checkOwnSchedule(const KernelPlan &plan, const ChipInfo &chip) {
    KernelOp kernel = plan.getKernel();
    StringRef name = kernel.getScheduleAttr().getFamily();
    if (const KernelFamily *family = lookupKernelFamily(name))
      return family->verifySchedules(plan, chip);
    return kernel.emitOpError() << "has a schedule of family '" << name << "', which is not known; families of "
                                << chip.name << " are " << llvm::join(chip.families, ", ");
  }
};
} // namespace
