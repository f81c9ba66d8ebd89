// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answers of the family by wgmma and TMA.

#include "fusion/Families/Attention/Family.h"

#include "../FamilyBase.h"
#include "Model.h"
#include "Variant.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

namespace {
class AttentionFamily : public AttentionFamilyBase {
public:
  StringRef getName() const override { return kAttentionFamilyName; }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    std::optional<AttentionSchedule> best = chooseAttention(problem, chip);
    if (!best)
      return std::nullopt;
    FamilyChoice choice;
    choice.schedule = best->toAttr(context, problem.k);
    return choice;
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector(enumerateAttention(problem, chip),
                               [&](const AttentionSchedule &schedule) { return schedule.toAttr(context, problem.k); });
  }
  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    return predictAttention(AttentionSchedule::get(schedule), problem, chip);
  }

protected:
  FusionVerdict checkChip(const ChipInfo &chip) const override {
    if (chip.wgmma)
      return FusionVerdict::yes();
    return FusionVerdict::no(RemarkCode::ForeignConsumer, (chip.name + " has no products of warpgroups").str(), "");
  }
  FusionVerdict checkType(const AttentionPlan &plan, const ChipInfo &) const override {
    if (plan.first.type->usesTensorCores() && plan.first.type->elementBytes == 2)
      return FusionVerdict::yes();
    return FusionVerdict::no(RemarkCode::ForeignConsumer, "the family takes products of bf16, or of f16", "");
  }
  FusionVerdict checkSchedule(ScheduleAttr schedule, const ScheduleProblem &problem, const AttentionProblem &own,
                              const ChipInfo &chip) const override {
    return AttentionSchedule::get(schedule).check(problem.k, own.columns, own.hasOperandTiles, chip);
  }
  std::unique_ptr<AttentionVariant> createVariant(KernelOp kernel, StringRef suffix) const override {
    return std::make_unique<AsyncAttentionVariant>(kernel, suffix, AttentionSchedule::get(kernel.getScheduleAttr()));
  }
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createAttentionFamily() { return std::make_unique<AttentionFamily>(); }
