// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses schedules by the families of the target chip.

#ifndef FUSION_SCHEDULE_SCHEDULESELECTION_H
#define FUSION_SCHEDULE_SCHEDULESELECTION_H

#include "fusion/Analysis/ScheduleFacts.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include <optional>

namespace fusion {
struct ChipInfo;

/// The chip that the module around `op` is compiled for; the first of the table if it does not say.
const ChipInfo &getTargetChip(Operation *op);

/// The schedule attribute that suits `kernel` on `chip`; null if no family of the chip takes it.
ScheduleAttr selectSchedule(const KernelPlan &plan, const ChipInfo &chip);

/// Chooses the schedules of many kernels, those of equal problems once: the layers of a model repeat them.
class ScheduleChooser {
public:
  explicit ScheduleChooser(const ChipInfo &chip) : chip(chip) {}

  /// Writes its schedule on `kernel`, if a family of the chip takes it; and alternatives for small M, where the
  /// schedule's family has them and M is dynamic.
  void setSchedules(const KernelPlan &plan);

private:
  struct Known {
    ScheduleProblem problem;
    SmallVector<const KernelFamily *, 2> families; ///< that take the kernel
    FamilyChoice choice;
  };

  const ChipInfo &chip;
  SmallVector<Known, 0> choices;
};

/// Lets products of one left factor that stand in one block share launches, where a family of the chip can run them so
/// and predicts less time than for launches of their own: writes schedules and `launch_group` on them, and moves them
/// together. Those that have launches of their own are told why (`fusion.own_launch`). `plans` are the kernels in the
/// order of the program; `given` are those whose schedules were not chosen by the model, which keep them and their
/// launches. Returns how many launches are saved.
int64_t shareLaunches(ArrayRef<KernelPlan> plans, const llvm::SmallPtrSetImpl<Operation *> &given,
                      const ChipInfo &chip);

/// The variants in which `kernel` runs its schedule, null where they do not stand in the IR; of a kernel on tensors
/// those of the kernel that bufferization is expected to make of it. Fails with a diagnostic on what cannot be lowered.
FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan, const ChipInfo &chip);
/// Writes them on the kernel.
LogicalResult setVariants(const KernelPlan &plan, const ChipInfo &chip);

/// How long a kernel for `problem` takes with `schedule`, which can be lowered, by the model of its family; nothing
/// where that has none.
std::optional<double> predictByModel(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip);

/// How long a kernel takes: by the model of its family where that has one, else by the roofline.
double predictScheduledMicroseconds(const KernelPlan &plan, const ChipInfo &chip);

/// That, and what it costs that operands do not lie as a family of the chip reads them, for the report.
ScheduleFacts describeSchedule(const KernelPlan &plan, const ChipInfo &chip);
/// The same of a launch, which several kernels of one schedule may share.
ScheduleFacts describeLaunch(ArrayRef<KernelOp> kernels, const ChipInfo &chip);

/// Whether a kernel for `problem` can be lowered with `schedule`, or what is wrong with it.
FusionVerdict checkSchedule(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip);
/// The same for a kernel with a product, which must also be one for the schedule's family.
FusionVerdict checkSchedule(ScheduleAttr schedule, const KernelPlan &plan, const ChipInfo &chip);

/// Whether `kernel` may have `schedule` under strict numerics, which want that a product's sums are added in the same
/// order whatever is fused to it; or what changes the order. Yes under relaxed numerics.
FusionVerdict checkSumOrder(ScheduleAttr schedule, const KernelPlan &plan, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_SCHEDULE_SCHEDULESELECTION_H
