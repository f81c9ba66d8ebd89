// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The family: takes every kernel without an anchor, and has one schedule.

#include "fusion/Families/Elementwise/Family.h"

#include "Variants.h"
#include "fusion/Families/Common/StreamModel.h"

using namespace mlir;
using namespace fusion;

namespace {
class ElementwiseFamily : public KernelFamily {
public:
  StringRef getName() const override { return "elementwise"; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    if (plan.isElementwise())
      return FusionVerdict::yes();
    return FusionVerdict::no(RemarkCode::ForeignConsumer, "the kernel has an anchor");
  }

  bool takesAllElementwise() const override { return true; }

  bool takesStoreOps() const override { return true; }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    return FamilyChoice{getOnly(context), /*alternatives=*/nullptr};
  }

  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return {getOnly(context)};
  }

  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    if (problem.type || problem.family)
      return FusionVerdict::no("the kernel is none for family " + getName());
    return FusionVerdict::yes();
  }

  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    return StreamModel::predict(problem.stream, chip);
  }

  LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const override {
    KernelOp kernel = plan.getKernel();
    if (ScheduleAttr only = getOnly(kernel.getContext()); kernel.getScheduleAttr() != only)
      kernel.emitWarning() << "has a schedule that is not used: without a product, every kernel has " << only;
    return KernelFamily::verifySchedules(plan, chip);
  }

  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override {
    return selectElementwiseVariants(plan.getKernel());
  }

  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override {
    return createElementwiseVariants(plan.getKernel(), variants);
  }

  // A thread loads all that is read of its elements, then stores them.
  bool writesInPlace(KernelOp kernel, unsigned input, unsigned output) const override { return true; }

private:
  /// The one schedule of kernels without an anchor.
  ScheduleAttr getOnly(MLIRContext *context) const {
    return ScheduleAttr::get(context, getName(), {1, 2048, 1}, {1, 8}, 1, 1);
  }
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createElementwiseFamily() { return std::make_unique<ElementwiseFamily>(); }
