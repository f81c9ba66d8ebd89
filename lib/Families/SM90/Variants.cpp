// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which variants a kernel has, of which a launch runs the first that its operands allow.

#include "Variant.h"

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Families/SM80/Variants.h"
#include "fusion/Families/SM90/Check.h"
#include "fusion/Families/SM90/Space.h"
#include "fusion/Schedule/ScheduleSelection.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Whether rows of `type` may start at other addresses than multiples of 16 bytes apart, which only a launch knows.
static bool hasOpenPitch(MemRefType type) {
  return llvm::is_contained(ArrayRef(type.getStridesAndOffset().first).drop_back(), ShapedType::kDynamic);
}

/// The factors of all products: the left one of siblings once.
static SmallVector<Value, 4> getFactors(const KernelPlan &plan) {
  ArrayRef<ProductSum> products = plan.getAccumulatedProducts();
  SmallVector<Value, 4> factors = {products.front().lhs.getValue()};
  for (const ProductSum &product : products)
    factors.push_back(product.rhs.getValue());
  if (const ProductSum *added = plan.getFormula().getAdded())
    factors.append({added->lhs.getValue(), added->rhs.getValue()});
  return factors;
}

/// Variants of all `schedules` that copy operands where `copies` says so, beside those that the schedules copy. Nothing
/// if the operands cannot be read even so.
static FailureOr<SmallVector<VariantAttr>> selectVariantsOf(const KernelPlan &plan, ArrayRef<VariantSchedule> schedules,
                                                            function_ref<bool(MemRefType)> copies) {
  KernelOp kernel = plan.getKernel();
  ArrayRef<ProductSum> products = plan.getAccumulatedProducts();
  SmallVector<Value, 4> factors = getFactors(plan);
  bool isOne = factors.size() == 2;
  Value lhs = products.front().lhs.getValue(), rhs = products.front().rhs.getValue();
  auto chooseLoad = [&](Value operand, OperandLoad &load, bool &copied) {
    auto type = cast<MemRefType>(kernel.getInputOf(operand).getType());
    // What lies otherwise than its shape says may be out of the threads' reach.
    if (getCopyAccess(type) < 4)
      load = OperandLoad::TMA;
    copied |= load == OperandLoad::TMA && isOne && copies(type);
  };
  // Factors of several products are not copied.
  auto isRead = [&](Value factor) { return isTMAType(cast<MemRefType>(kernel.getInputOf(factor).getType())); };
  if (!isOne && !llvm::all_of(factors, isRead))
    return SmallVector<VariantAttr>();
  VariantPool pool;
  SmallVector<VariantAttr> variants;
  for (VariantSchedule own : schedules) {
    SM90Schedule &schedule = own.schedule;
    chooseLoad(lhs, schedule.loadA, schedule.copyA);
    chooseLoad(rhs, schedule.loadB, schedule.copyB);
    if (lhs == rhs && (schedule.copyA || schedule.copyB)) {
      schedule.copyA = schedule.copyB = true;
      schedule.loadA = schedule.loadB = OperandLoad::TMA;
    }
    SM90Variant variant(plan, own, pool);
    if (!variant.readsOperands())
      return SmallVector<VariantAttr>();
    if (failed(variant.check()))
      return failure();
    ScheduleAttr attr = schedule.toAttr(kernel.getContext());
    variants.push_back(variant.guard().toVariant(
        kernel, own.suffix, attr == kernel.getScheduleAttr() ? ScheduleAttr() : attr, own.anyAddress));
  }
  return variants;
}

/// The same schedule with TMA in the place of threads, for operands that start or lie elsewhere than those need.
static VariantSchedule loadByTMA(VariantSchedule variant) {
  if (variant.schedule.loadsByThreads())
    variant.suffix += "_tma";
  variant.schedule.loadA = variant.schedule.loadB = OperandLoad::TMA;
  return variant;
}

/// The schedules that a kernel has: for small M, then the one for any.
static FailureOr<SmallVector<VariantSchedule, 0>> getSchedules(const KernelPlan &plan) {
  FailureOr<SM90Schedule> schedule = getSM90Schedule(plan);
  FailureOr<SmallVector<SM90Choice::Alternative, 3>> alternatives = getSM90Alternatives(plan);
  if (failed(schedule) || failed(alternatives))
    return failure();
  SmallVector<VariantSchedule, 0> schedules;
  for (const SM90Choice::Alternative &alternative : *alternatives)
    schedules.push_back({alternative.schedule, "_m" + std::to_string(alternative.mostM), alternative.mostM});
  schedules.push_back({*schedule, ""});
  return schedules;
}

FailureOr<ArrayAttr> async::selectVariants(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  FailureOr<SmallVector<VariantSchedule, 0>> schedules = getSchedules(plan);
  if (failed(schedules))
    return failure();
  auto isOdd = [](MemRefType type) { return !isTMAType(type); };
  auto mayBeOdd = [&](MemRefType type) { return isOdd(type) || hasOpenPitch(type); };
  FailureOr<SmallVector<VariantAttr>> variants = selectVariantsOf(plan, *schedules, isOdd);
  if (failed(variants))
    return failure();
  if (variants->empty()) {
    ScheduleProblem problem = ScheduleProblem::get(plan);
    SM80Schedule chosen = chooseSM80Schedule(problem, getTargetChip(kernel));
    return selectSM80Variants(plan, getSM80ScheduleAttr(chosen, problem, kernel.getContext()));
  }
  auto append = [&](ArrayRef<VariantSchedule> more) -> LogicalResult {
    FailureOr<SmallVector<VariantAttr>> selected = selectVariantsOf(plan, more, mayBeOdd);
    if (failed(selected))
      return failure();
    llvm::append_range(*variants, *selected);
    return success();
  };
  // The same kernels behind copies; then one that takes whatever a launch brings beside A and B.
  const ProductSum *product = &plan.getAccumulatedProducts().front();
  bool open = llvm::any_of(ArrayRef{&product->lhs, &product->rhs}, [&](const ProductFactor *factor) {
    return hasOpenPitch(cast<MemRefType>(kernel.getInputOf(factor->getValue()).getType()));
  });
  if (open && getFactors(plan).size() == 2 && failed(append(llvm::map_to_vector<0>(*schedules, loadByTMA))))
    return failure();
  VariantSchedule unaligned = loadByTMA({schedules->back().schedule, "", {}, /*anyAddress=*/true});
  unaligned.suffix = "_unaligned";
  if (!variants->back().getGuards().empty() && failed(append(unaligned)))
    return failure();
  if (!variants->back().getGuards().empty())
    variants->push_back(selectSM80FallbackVariant(plan));
  return ArrayAttr::get(kernel.getContext(), SmallVector<Attribute>(variants->begin(), variants->end()));
}

/// The schedule of a variant, which can be lowered.
static FailureOr<SM90Schedule> getScheduleOf(const KernelPlan &plan, VariantAttr variant, ScheduleAttr attr) {
  KernelOp kernel = plan.getKernel();
  ScheduleProblem problem = ScheduleProblem::get(plan);
  SM90Schedule schedule = SM90Schedule::get(attr, problem);
  // How far apart the rows are that TMA reads is asked for by the guard, whatever the shape says.
  if (schedule.loadA == OperandLoad::TMA)
    problem.accessA = 16;
  if (schedule.loadB == OperandLoad::TMA)
    problem.accessB = 16;
  const ChipInfo &chip = getTargetChip(kernel);
  if (FusionVerdict verdict = checkSM90Schedule(attr, problem, chip); !verdict)
    return kernel.emitOpError() << "has a variant '" << variant.getSuffix()
                                << "' with a schedule that cannot be lowered for " << chip.name << ": "
                                << verdict.reason;
  return schedule;
}

FailureOr<std::unique_ptr<SM90Variant>> async::createVariant(const KernelPlan &plan, VariantAttr attr,
                                                             VariantPool &pool) {
  KernelOp kernel = plan.getKernel();
  FailureOr<ScheduleAttr> schedule = requireSchedule(kernel, attr.getSchedule());
  if (failed(schedule))
    return failure();
  if (schedule->getFamily() != kSM90FamilyName)
    return std::unique_ptr<SM90Variant>();
  FailureOr<SM90Schedule> numbers = getScheduleOf(plan, attr, *schedule);
  if (failed(numbers))
    return failure();
  VariantSchedule own = {*numbers, attr.getSuffix().str(), {}, attr.getAnyAddress(), AccessGuard(kernel, attr)};
  auto variant = std::make_unique<SM90Variant>(plan, own, pool);
  if (!variant->readsOperands())
    return std::unique_ptr<SM90Variant>();
  if (failed(variant->check()))
    return failure();
  return variant;
}

FailureOr<KernelVariants> async::createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) {
  KernelOp kernel = plan.getKernel();
  VariantPool pool;
  KernelVariants created;
  for (auto [number, attr] : llvm::enumerate(variants)) {
    FailureOr<ScheduleAttr> schedule = requireSchedule(kernel, attr.getSchedule());
    if (failed(schedule))
      return failure();
    // The rest is of the family of mma.sync.
    if (schedule->getFamily() != kSM90FamilyName) {
      FailureOr<KernelVariants> rest =
          createSM80Variants(plan, variants.drop_front(number), /*leastBlocks=*/created.empty() ? 0 : 1);
      if (failed(rest))
        return failure();
      llvm::move(*rest, std::back_inserter(created));
      return created;
    }
    FailureOr<std::unique_ptr<SM90Variant>> variant = createVariant(plan, attr, pool);
    if (failed(variant))
      return failure();
    if (*variant)
      created.push_back(std::move(*variant));
  }
  if (created.empty())
    return createSM80Variants(plan, selectSM80FallbackVariant(plan));
  return created;
}
