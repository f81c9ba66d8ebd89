// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What families of attention answer alike.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_FAMILYBASE_H
#define FUSION_LIB_FAMILIES_ATTENTION_FAMILYBASE_H

#include "Problem.h"
#include "Variant.h"
#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// A family of attention on chips with some kind of tensor cores.
class AttentionFamilyBase : public KernelFamily {
public:
  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override;
  bool takesProductChains() const override { return true; }
  std::shared_ptr<const FamilyProblem> describeProblem(const KernelPlan &plan) const override {
    return AttentionProblem::get(plan);
  }
  std::shared_ptr<const FamilyProblem> parseProblem(StringRef text) const override {
    return AttentionProblem::parse(text);
  }
  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override;
  LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const override;
  /// The kernel by tensor cores, and one that takes any sizes and addresses.
  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override;
  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override;

protected:
  /// Whether a chip has what the kernels are made of.
  virtual FusionVerdict checkChip(const ChipInfo &chip) const = 0;
  /// Whether products of the formula's type and layout are multiplied on a chip.
  virtual FusionVerdict checkType(const AttentionPlan &plan, const ChipInfo &chip) const = 0;
  /// Whether a schedule can be lowered for a problem, of which `own` is this family's part.
  virtual FusionVerdict checkSchedule(ScheduleAttr schedule, const ScheduleProblem &problem,
                                      const AttentionProblem &own, const ChipInfo &chip) const = 0;
  /// The kernel by tensor cores, by the schedule that it has.
  virtual std::unique_ptr<AttentionVariant> createVariant(KernelOp kernel, StringRef suffix) const = 0;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_FAMILYBASE_H
