// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/Passes.h"

#include "fusion/Schedule/SM90Check.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_SELECTSCHEDULEPASS
#include "fusion/Schedule/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

const ChipInfo &fusion::getTargetChip(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<TargetAttr>(kTargetAttrName))
      if (const ChipInfo *chip = lookupChip(target.getChip()))
        return *chip;
  return getChips().front();
}

ScheduleAttr fusion::getMatmulScheduleAttr(const MatmulSchedule &schedule, const ScheduleProblem &problem,
                                           MLIRContext *context) {
  return ScheduleAttr::get(context, problem.tensorCores ? KernelFamily::SM80 : KernelFamily::SIMT,
                           {schedule.tileM, schedule.tileN, schedule.tileK}, {schedule.warpsM, schedule.warpsN},
                           schedule.stages, schedule.groupM);
}

ScheduleAttr fusion::selectSchedule(KernelOp kernel, const ChipInfo &chip) {
  MLIRContext *context = kernel.getContext();
  if (!kernel.getMatmul())
    return ScheduleAttr::get(context, KernelFamily::Elementwise, {1, 2048, 1}, {1, 8}, 1, 1);
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  if (isSM90Supported(kernel, chip))
    if (std::optional<SM90Schedule> schedule = chooseSM90Schedule(problem, chip))
      return schedule->toAttr(context);
  return getMatmulScheduleAttr(chooseSM80Schedule(problem, chip), problem, context);
}

FailureOr<MatmulSchedule> fusion::getMatmulSchedule(KernelOp kernel) {
  ScheduleAttr attr = kernel.getScheduleAttr();
  if (!attr)
    return kernel.emitOpError() << "has no schedule; run fusion-select-schedule";
  if (attr.getTile().size() != 3 || attr.getWarps().size() != 2)
    return kernel.emitOpError() << "has a schedule with " << attr.getTile().size() << " tile sizes and "
                                << attr.getWarps().size() << " warp counts; a product takes 3 and 2";
  MatmulSchedule schedule;
  schedule.tileM = attr.getTile()[0];
  schedule.tileN = attr.getTile()[1];
  schedule.tileK = attr.getTile()[2];
  schedule.warpsM = attr.getWarps()[0];
  schedule.warpsN = attr.getWarps()[1];
  schedule.stages = attr.getStages();
  schedule.groupM = attr.getGroup();
  MatmulOp matmul = kernel.getMatmul();
  int64_t elementBytes = matmul.getLhs().getType().getElementTypeBitWidth() / 8;
  if (const char *problem = checkSM80Schedule(schedule, elementBytes, matmul.getTransposeA(), matmul.getTransposeB(),
                                              getTargetChip(kernel)))
    return kernel.emitOpError() << "has a schedule that cannot be lowered for " << getTargetChip(kernel).name << ": "
                                << problem;
  return schedule;
}

namespace {
class SelectSchedule : public fusion::impl::SelectSchedulePassBase<SelectSchedule> {
public:
  using Base::Base;

  void runOnOperation() override {
    const ChipInfo &chip = getTargetChip(getOperation());
    bool failedAny = false;
    getOperation()->walk([&](KernelOp kernel) {
      if (ScheduleAttr schedule = kernel.getScheduleAttr()) {
        failedAny |= schedule.getFamily() == KernelFamily::SM90 && failed(getSM90Schedule(kernel));
        return;
      }
      kernel.setScheduleAttr(selectSchedule(kernel, chip));
      ++numSchedules;
    });
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
