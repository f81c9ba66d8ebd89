// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answers of families of attention, but for schedules.

#include "FamilyBase.h"

#include "Formula.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); }

/// Whether the products of a formula have sizes and types that the lowering takes.
static FusionVerdict checkProducts(const AttentionPlan &plan) {
  Type type = plan.first.lhs.getType().getElementType();
  if (plan.second.type != plan.first.type)
    return refuse("the products are of different types");
  // Inputs come to the products as they lie in memory.
  for (auto [input, name] : {std::pair(plan.query, "query"), {plan.key, "key"}, {plan.value, "value"}})
    if (getElementTypeOrSelf(input.getType()) != type)
      return refuse("the " + Twine(name) + " is cast in the kernel");
  if (plan.first.batches.size() > 3)
    return refuse("the family takes three dimensions of batches at most");
  if (!AttentionProblem::isTileable(plan.getDepth()) || !AttentionProblem::isTileable(plan.getColumns()))
    return refuse("the family takes a depth and columns that are known multiples of 8 up to 256");
  return FusionVerdict::yes();
}

FusionVerdict AttentionFamilyBase::supports(const KernelPlan &plan, const ChipInfo &chip) const {
  KernelOp kernel = plan.getKernel();
  if (FusionVerdict able = checkChip(chip); !able)
    return able;
  FusionVerdict verdict;
  std::optional<AttentionPlan> attention = AttentionPlan::get(plan, verdict);
  if (!attention)
    return verdict;
  // Weights are rounded before they are divided, and sums grow block by block.
  if (getNumerics(kernel) == Numerics::Strict)
    return refuse("strict numerics round every operation");
  if (FusionVerdict products = checkProducts(*attention); !products)
    return products;
  if (FusionVerdict type = checkType(*attention, chip); !type)
    return type;
  return AttentionFormula::check(kernel, *attention);
}

FusionVerdict AttentionFamilyBase::check(ScheduleAttr schedule, const ScheduleProblem &problem,
                                         const ChipInfo &chip) const {
  const auto *own = problem.getFamily<AttentionProblem>();
  if (!own || !AttentionProblem::isTileable(problem.k))
    return FusionVerdict::no("the kernel is none for family " + getName());
  return checkSchedule(schedule, problem, *own, chip);
}

LogicalResult AttentionFamilyBase::verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const {
  KernelOp kernel = plan.getKernel();
  if (FusionVerdict taken = supports(plan, chip); !taken)
    return kernel.emitOpError() << "has a schedule of family " << getName() << ", but is none of it: " << taken.reason;
  if (FusionVerdict lowered = check(kernel.getScheduleAttr(), ScheduleProblem::get(plan), chip); !lowered)
    return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": " << lowered.reason;
  return KernelFamily::verifySchedules(plan, chip);
}

FailureOr<ArrayAttr> AttentionFamilyBase::selectVariants(const KernelPlan &plan) const {
  KernelOp kernel = plan.getKernel();
  if (failed(requireSchedule(kernel)))
    return failure();
  SmallVector<Attribute> variants;
  std::unique_ptr<AttentionVariant> fast = createVariant(kernel, "");
  if (AccessGuard guard = fast->guard(); fast->readsInputs() && guard.fold())
    variants.push_back(guard.toVariant(kernel, ""));
  variants.push_back(AccessGuard().toVariant(kernel, variants.empty() ? "" : kGeneralSuffix));
  return ArrayAttr::get(kernel.getContext(), variants);
}

FailureOr<KernelVariants> AttentionFamilyBase::createVariants(const KernelPlan &plan,
                                                              ArrayRef<VariantAttr> variants) const {
  KernelOp kernel = plan.getKernel();
  if (failed(requireSchedule(kernel)))
    return failure();
  KernelVariants created;
  for (VariantAttr variant : variants) {
    if (variant.getGuards().empty()) {
      created.push_back(createGeneralAttentionVariant(kernel, variant.getSuffix()));
      continue;
    }
    std::unique_ptr<AttentionVariant> fast = createVariant(kernel, variant.getSuffix());
    // Bufferization may have put inputs elsewhere than was expected.
    if (!fast->readsInputs())
      continue;
    fast->setGuard(AccessGuard(kernel, variant));
    created.push_back(std::move(fast));
  }
  return created;
}
