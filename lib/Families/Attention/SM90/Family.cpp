// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answers of the family of attention.

#include "fusion/Families/Attention/Family.h"

#include "Formula.h"
#include "Model.h"
#include "Problem.h"
#include "Schedule.h"
#include "Variants.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); }

/// Whether the products of a formula have sizes and types that the lowering takes.
static FusionVerdict checkProducts(const AttentionPlan &plan) {
  Type type = plan.first.lhs.getType().getElementType();
  const ProductType *row = plan.first.type;
  if (!row->usesTensorCores() || row->elementBytes != 2 || plan.second.type != row)
    return refuse("the family takes products of bf16, or of f16");
  // TMA brings inputs to the products as they lie in memory.
  for (auto [input, name] : {std::pair(plan.query, "query"), {plan.key, "key"}, {plan.value, "value"}})
    if (getElementTypeOrSelf(input.getType()) != type)
      return refuse("the " + Twine(name) + " is cast in the kernel");
  if (plan.first.batches.size() > 3)
    return refuse("the family takes three dimensions of batches at most");
  if (!AttentionProblem::isTileable(plan.getDepth()) || !AttentionProblem::isTileable(plan.getColumns()))
    return refuse("the family takes a depth and columns that are known multiples of 8 up to 256");
  return FusionVerdict::yes();
}

namespace {
class AttentionFamily : public KernelFamily {
public:
  StringRef getName() const override { return kAttentionFamilyName; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    KernelOp kernel = plan.getKernel();
    if (!chip.wgmma)
      return refuse((chip.name + " has no products of warpgroups").str());
    FusionVerdict verdict;
    std::optional<AttentionPlan> attention = AttentionPlan::get(plan, verdict);
    if (!attention)
      return verdict;
    // Weights are rounded before they are divided, and sums grow block by block.
    if (getNumerics(kernel) == Numerics::Strict)
      return refuse("strict numerics round every operation");
    if (FusionVerdict products = checkProducts(*attention); !products)
      return products;
    return AttentionFormula::check(kernel, *attention);
  }

  bool takesProductChains() const override { return true; }
  std::shared_ptr<const FamilyProblem> describeProblem(const KernelPlan &plan) const override {
    return AttentionProblem::get(plan);
  }
  std::shared_ptr<const FamilyProblem> parseProblem(StringRef text) const override {
    return AttentionProblem::parse(text);
  }

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
  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    const auto *own = problem.getFamily<AttentionProblem>();
    if (!own || !AttentionProblem::isTileable(problem.k))
      return FusionVerdict::no("the kernel is none for family " + getName());
    return AttentionSchedule::get(schedule).check(problem.k, own->columns, own->hasOperandTiles, chip);
  }
  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    return predictAttention(AttentionSchedule::get(schedule), problem, chip);
  }

  LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const override {
    KernelOp kernel = plan.getKernel();
    if (FusionVerdict taken = supports(plan, chip); !taken)
      return kernel.emitOpError() << "has a schedule of family " << getName()
                                  << ", but is none of it: " << taken.reason;
    if (FusionVerdict lowered = check(kernel.getScheduleAttr(), ScheduleProblem::get(plan), chip); !lowered)
      return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": "
                                  << lowered.reason;
    return KernelFamily::verifySchedules(plan, chip);
  }

  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override {
    KernelOp kernel = plan.getKernel();
    if (failed(requireSchedule(kernel)))
      return failure();
    return selectAttentionVariants(kernel);
  }

  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override {
    KernelOp kernel = plan.getKernel();
    if (failed(requireSchedule(kernel)))
      return failure();
    return createAttentionVariants(kernel, variants);
  }
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createAttentionFamily() { return std::make_unique<AttentionFamily>(); }
