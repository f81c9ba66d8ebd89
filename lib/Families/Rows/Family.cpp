// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Families/Rows/Family.h"

#include "Forms.h"
#include "RowsSchedule.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
class RowsFamily : public KernelFamily {
public:
  StringRef getName() const override { return kRowsFamilyName; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override { return checkRows(plan); }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    return FamilyChoice{enumerateRowsSchedules(problem.rows, chip).front().toAttr(context),
                        /*alternatives=*/nullptr};
  }

  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector<6>(enumerateRowsSchedules(problem.rows, chip),
                                  [&](const RowsSchedule &schedule) { return schedule.toAttr(context); });
  }

  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    return checkRowsSchedule(schedule, problem.rows, chip);
  }

  LogicalResult verifySchedules(KernelOp kernel, const ChipInfo &chip) const override {
    if (FusionVerdict rows = checkRows(KernelPlan(kernel)); !rows)
      return kernel.emitOpError() << "has a schedule of family " << getName() << ", but is none of it: " << rows.reason;
    if (FusionVerdict lowered = checkRowsSchedule(kernel.getScheduleAttr(), ScheduleProblem::get(kernel).rows, chip);
        !lowered)
      return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": "
                                  << lowered.reason;
    return KernelFamily::verifySchedules(kernel, chip);
  }

  FailureOr<KernelForms> createForms(KernelOp kernel) const override {
    if (!kernel.getScheduleAttr())
      return kernel.emitOpError() << "has no schedule; run fusion-select-schedule";
    return createRowsForms(kernel);
  }
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createRowsFamily() { return std::make_unique<RowsFamily>(); }
