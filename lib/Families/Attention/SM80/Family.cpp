// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answers of the family by mma.sync.

#include "fusion/Families/Attention/Family.h"

#include "../FamilyBase.h"
#include "Model.h"
#include "Variant.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); }

namespace {
class AttentionSM80Family : public AttentionFamilyBase {
public:
  StringRef getName() const override { return kAttentionSM80FamilyName; }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    std::optional<MmaAttentionSchedule> best;
    double least = 0;
    for (const MmaAttentionSchedule &schedule : enumerateMmaAttention(problem, chip)) {
      double time = predictMmaAttention(schedule, problem, chip).microseconds;
      if (!best || time < least)
        best = schedule, least = time;
    }
    if (!best)
      return std::nullopt;
    FamilyChoice choice;
    choice.schedule = best->toAttr(context, problem.k);
    return choice;
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector(enumerateMmaAttention(problem, chip), [&](const MmaAttentionSchedule &schedule) {
      return schedule.toAttr(context, problem.k);
    });
  }
  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    return predictMmaAttention(MmaAttentionSchedule::get(schedule), problem, chip);
  }

protected:
  FusionVerdict checkChip(const ChipInfo &) const override { return FusionVerdict::yes(); }
  FusionVerdict checkType(const AttentionPlan &plan, const ChipInfo &chip) const override {
    const ProductType &type = *plan.first.type;
    int64_t bytes = type.elementBytes;
    if (!type.usesTensorCores() || (bytes != 2 && bytes != 4))
      return refuse("the family takes products of bf16, of f16, or of f32 by tensor cores");
    MmaAttentionSizes sizes = MmaAttentionSizes::getMost(plan);
    FusionVerdict least = MmaAttentionSchedule::getLeast(sizes).check(sizes, chip);
    return least ? least : refuse("its least schedule cannot be lowered: " + least.reason);
  }
  FusionVerdict checkSchedule(ScheduleAttr schedule, const ScheduleProblem &problem, const AttentionProblem &,
                              const ChipInfo &chip) const override {
    return MmaAttentionSchedule::get(schedule).check(MmaAttentionSizes::get(problem), chip);
  }
  std::unique_ptr<AttentionVariant> createVariant(KernelOp kernel, StringRef suffix) const override {
    return std::make_unique<MmaAttentionVariant>(kernel, suffix, MmaAttentionSchedule::get(kernel.getScheduleAttr()));
  }
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createAttentionSM80Family() { return std::make_unique<AttentionSM80Family>(); }
