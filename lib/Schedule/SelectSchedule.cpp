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
/// What the pass knows of measurements.
class MeasuredSchedules {
public:
  /// Of the file `given`, or else of `found`: what is wrong with that one, which nobody named, is a warning.
  static FailureOr<MeasuredSchedules> load(StringRef given, StringRef found, const ChipInfo &chip,
                                           MLIRContext *context) {
    MeasuredSchedules schedules{TuningDatabase(chip.name), chip, given.empty() ? found.str() : ""};
    StringRef file = given.empty() ? found : given;
    if (file.empty())
      return schedules;
    FailureOr<TuningDatabase> loaded = schedules.orWarning<TuningDatabase>(
        UnknownLoc::get(context), schedules.database, [&] { return TuningDatabase::load(file, chip, context); });
    if (failed(loaded))
      return failure();
    schedules.database = std::move(*loaded);
    return schedules;
  }

  FailureOr<ScheduleAttr> get(const KernelPlan &plan) const {
    return orWarning<ScheduleAttr>(plan.getKernel().getLoc(), ScheduleAttr(),
                                   [&] { return database.getSchedule(plan, chip); });
  }

private:
  MeasuredSchedules(TuningDatabase database, const ChipInfo &chip, std::string found)
      : database(std::move(database)), chip(chip), found(std::move(found)) {}

  /// What `read` gives; of a file that nobody named `otherwise`, with a warning, where it fails.
  template <typename T> FailureOr<T> orWarning(Location loc, T otherwise, function_ref<FailureOr<T>()> read) const {
    if (found.empty())
      return read();
    std::string reason;
    FailureOr<T> result = failure();
    {
      ScopedDiagnosticHandler listener(loc.getContext(), [&](Diagnostic &diagnostic) {
        bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
        if (isError)
          reason = diagnostic.str();
        return success(isError);
      });
      result = read();
    }
    if (succeeded(result))
      return result;
    emitWarning(loc) << "measured schedules of '" << found << "' are left out: " << reason
                     << "; 'fusion-bench --tune' measures again, --tuning-db=off does without";
    return otherwise;
  }

  TuningDatabase database;
  const ChipInfo &chip;
  std::string found; ///< the file, where nobody named it
};

class SelectSchedule : public fusion::impl::SelectSchedulePassBase<SelectSchedule> {
public:
  using Base::Base;

  void runOnOperation() override {
    const ChipInfo &chip = getTargetChip(getOperation());
    FailureOr<MeasuredSchedules> measuredSchedules =
        MeasuredSchedules::load(tuningDb, foundTuningDb, chip, &getContext());
    if (failed(measuredSchedules))
      return signalPassFailure();
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
      FailureOr<ScheduleAttr> measured = measuredSchedules->get(plan);
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
