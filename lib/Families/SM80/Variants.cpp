// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses the accesses of a product's variants, and makes them.

#include "fusion/Families/SM80/Variants.h"

#include "SharedVariant.h"
#include "fusion/Analysis/KernelPlan.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

/// What the widest accesses ask for that types allow.
static AccessGuard getWidestGuard(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  ArrayRef<ProductSum> products = plan.getAccumulatedProducts();
  AccessGuard guard;
  auto require = [&](const ProductFactor &factor) {
    Value memref = kernel.getInputOf(factor.getValue());
    int64_t bytes = AccessGuard::widestAccess(cast<MemRefType>(memref.getType()), 16);
    if (bytes > products.front().type->elementBytes)
      guard.requireAligned(memref, bytes);
  };
  require(products.front().lhs);
  for (const ProductSum &product : products)
    require(product.rhs);
  if (const ProductSum *added = plan.getFormula().getAdded()) {
    require(added->lhs);
    require(added->rhs);
  }
  AccessGuard epilogue = guard;
  return requireVectorAccess(kernel, epilogue) ? epilogue : guard;
}

VariantAttr fusion::selectSM80FallbackVariant(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  ScheduleProblem problem = ScheduleProblem::get(plan);
  ScheduleAttr schedule = getSM80ScheduleAttr(getFallbackSchedule(problem.type->elementBytes, problem.columnGroup),
                                              problem, kernel.getContext());
  return AccessGuard().toVariant(kernel, kGeneralSuffix, schedule);
}

ArrayAttr fusion::selectSM80Variants(const KernelPlan &plan, ScheduleAttr schedule) {
  KernelOp kernel = plan.getKernel();
  AccessGuard guard = getWidestGuard(plan);
  SmallVector<Attribute> variants = {guard.toVariant(kernel, "", schedule)};
  if (!guard.isTrivial())
    variants.push_back(selectSM80FallbackVariant(plan));
  return ArrayAttr::get(kernel.getContext(), variants);
}

static FailureOr<std::unique_ptr<SM80Variant>> createVariant(const KernelPlan &plan, VariantAttr variant,
                                                             int64_t leastBlocks) {
  FailureOr<SM80Schedule> schedule = getSM80Schedule(plan, variant.getSchedule());
  if (failed(schedule))
    return failure();
  return std::make_unique<SM80Variant>(plan, variant.getSuffix(), *schedule, AccessGuard(plan.getKernel(), variant),
                                       leastBlocks);
}

FailureOr<KernelVariants> fusion::createSM80Variants(const KernelPlan &plan, ArrayRef<VariantAttr> variants,
                                                     int64_t leastBlocks) {
  KernelVariants created;
  for (VariantAttr attr : variants) {
    FailureOr<std::unique_ptr<SM80Variant>> variant = createVariant(plan, attr, leastBlocks);
    if (failed(variant))
      return failure();
    created.push_back(std::move(*variant));
  }
  return created;
}

// A launch of variants that ask for nothing would take calls of which one kernel alone is not aligned.
FailureOr<KernelVariants> fusion::createSharedSM80Variants(ArrayRef<KernelPlan> plans,
                                                           ArrayRef<SmallVector<VariantAttr>> variants) {
  SmallVector<std::unique_ptr<SM80Variant>, 3> fastest;
  for (auto [plan, own] : llvm::zip_equal(plans, variants)) {
    FailureOr<std::unique_ptr<SM80Variant>> variant = createVariant(plan, own.front(), /*leastBlocks=*/0);
    if (failed(variant))
      return failure();
    fastest.push_back(std::move(*variant));
  }
  KernelVariants created;
  auto shared = std::make_unique<SharedVariant>(std::move(fastest));
  if (shared->canShare())
    created.push_back(std::move(shared));
  return created;
}
