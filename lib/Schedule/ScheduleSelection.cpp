// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Asks the chip's families, and lets the first win that no later one beats.

#include "fusion/Schedule/ScheduleSelection.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Support/ChipTable.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

const ChipInfo &fusion::getTargetChip(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<TargetAttr>(kTargetAttrName))
      return target.getInfo();
  return getChips().front();
}

/// Whether one of `others` is faster than `choice`.
static bool isBeaten(const KernelFamily &family, const FamilyChoice &choice, ArrayRef<const KernelFamily *> others,
                     const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context) {
  double own = family.estimate(choice.schedule, problem, chip);
  return llvm::any_of(others, [&](const KernelFamily *other) {
    std::optional<FamilyChoice> its = other->choose(problem, chip, context);
    return its && own > other->estimate(its->schedule, problem, chip);
  });
}

/// What the first of `families` takes that is not beaten by those behind it. Under strict numerics the family does not
/// depend on the epilogue.
static FamilyChoice chooseSchedules(ArrayRef<const KernelFamily *> families, const ScheduleProblem &problem,
                                    const ChipInfo &chip, MLIRContext *context) {
  ScheduleProblem familyProblem = problem.inOrder ? problem.withoutEpilogue() : problem;
  for (auto [number, family] : llvm::enumerate(families)) {
    std::optional<FamilyChoice> choice = family->choose(familyProblem, chip, context);
    if (!choice || (choice->contested &&
                    isBeaten(*family, *choice, families.drop_front(number + 1), familyProblem, chip, context)))
      continue;
    if (problem.inOrder)
      choice = family->choose(problem, chip, context);
    if (choice)
      return *choice;
  }
  return {};
}

ScheduleAttr fusion::selectSchedule(const KernelPlan &plan, const ChipInfo &chip) {
  SmallVector<const KernelFamily *, 2> families = getSupportingFamilies(plan, chip);
  return chooseSchedules(families, ScheduleProblem::get(plan), chip, plan.getKernel()->getContext()).schedule;
}

void ScheduleChooser::setSchedules(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  auto problem = ScheduleProblem::get(plan);
  SmallVector<const KernelFamily *, 2> families = getSupportingFamilies(plan, chip);
  auto *known = llvm::find_if(
      choices, [&](const Known &known) { return known.problem == problem && known.families == families; });
  if (known == choices.end()) {
    FamilyChoice choice = chooseSchedules(families, problem, chip, kernel.getContext());
    choices.push_back({std::move(problem), std::move(families), choice});
    known = &choices.back();
  }
  if (!known->choice.schedule)
    return;
  kernel.setScheduleAttr(known->choice.schedule);
  if (known->choice.alternatives)
    kernel.setAlternativesAttr(known->choice.alternatives);
}

FusionVerdict fusion::checkSchedule(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  const KernelFamily *family = lookupKernelFamily(schedule.getFamily());
  if (!family || !llvm::is_contained(chip.families, schedule.getFamily()))
    return FusionVerdict::no(chip.name + " has no family " + schedule.getFamily());
  return family->check(schedule, problem, chip);
}

/// The same for the kernel of a plan, whose problem is `problem`.
static FusionVerdict checkSchedule(ScheduleAttr schedule, const KernelPlan &plan, const ScheduleProblem &problem,
                                   const ChipInfo &chip) {
  const KernelFamily *family = lookupKernelFamily(schedule.getFamily());
  if (family && !family->supports(plan, chip))
    return FusionVerdict::no("the kernel is none for family " + schedule.getFamily());
  return fusion::checkSchedule(schedule, problem, chip);
}

FusionVerdict fusion::checkSchedule(ScheduleAttr schedule, const KernelPlan &plan, const ChipInfo &chip) {
  return ::checkSchedule(schedule, plan, ScheduleProblem::get(plan), chip);
}

FusionVerdict fusion::checkSumOrder(ScheduleAttr schedule, const KernelPlan &plan, const ChipInfo &chip) {
  if (!ScheduleProblem::get(plan).inOrder)
    return FusionVerdict::yes();
  if (const KernelFamily *family = lookupKernelFamily(schedule.getFamily()))
    if (FusionVerdict verdict = family->checkSumOrder(schedule); !verdict)
      return verdict;
  // The families' instructions add in different orders.
  StringRef family = selectSchedule(plan, chip).getFamily();
  if (schedule.getFamily() != family)
    return FusionVerdict::no(RemarkCode::ReorderedSums, "it is of family " + schedule.getFamily() + ", not " + family);
  return FusionVerdict::yes();
}

std::optional<double> fusion::predictByModel(ScheduleAttr schedule, const ScheduleProblem &problem,
                                             const ChipInfo &chip) {
  const KernelFamily *family = lookupKernelFamily(schedule.getFamily());
  std::optional<PredictedTime> time = family ? family->predict(schedule, problem, chip) : std::nullopt;
  return time ? std::optional<double>(time->microseconds) : std::nullopt;
}

static double predictScheduled(const KernelPlan &plan, const ChipInfo &chip) {
  KernelOp kernel = plan.getKernel();
  if (ScheduleAttr schedule = kernel.getScheduleAttr()) {
    ScheduleProblem problem = ScheduleProblem::get(plan);
    if (::checkSchedule(schedule, plan, problem, chip))
      if (std::optional<double> time = predictByModel(schedule, problem, chip))
        return *time;
  }
  return predictMicroseconds(kernel, chip);
}

double fusion::predictScheduledMicroseconds(const KernelPlan &plan, const ChipInfo &chip) {
  return predictScheduled(plan, chip);
}

ScheduleFacts fusion::describeSchedule(const KernelPlan &plan, const ChipInfo &chip) {
  ScheduleFacts facts;
  KernelOp kernel = plan.getKernel();
  facts.microseconds = predictScheduled(plan, chip);
  for (StringRef name : chip.families)
    if (const KernelFamily *family = lookupKernelFamily(name); family && !facts.note)
      facts.note = family->describe(plan, chip);
  const ProductSum *product = plan.getPlainProduct();
  if (ScheduleAttr schedule = kernel.getScheduleAttr(); schedule && product) {
    if (const KernelFamily *family = lookupKernelFamily(schedule.getFamily()))
      facts.partOfSum = family->getPartOfSum(*product->type, chip);
    // Sums that are multiplied with scales are of a tile of k at most.
    if (product->isBlockScaled())
      facts.partOfSum = std::gcd(schedule.getTile().back(), ScheduleProblem::get(plan).scaledDepth);
  }
  if (kernel.getScheduleAttr())
    if (std::shared_ptr<const FamilyProblem> problem = ScheduleProblem::get(plan).family)
      facts.visibleShare = problem->getVisibleShare();
  return facts;
}

ScheduleFacts fusion::describeLaunch(ArrayRef<KernelOp> kernels, const ChipInfo &chip) {
  ScheduleFacts facts = describeSchedule(kernels.front(), chip);
  if (kernels.size() == 1)
    return facts;
  auto problems = llvm::map_to_vector<0>(kernels, [](KernelOp kernel) { return ScheduleProblem::get(kernel); });
  ScheduleAttr schedule = KernelOp(kernels.front()).getScheduleAttr();
  std::optional<ScheduleProblem> shared = ScheduleProblem::share(problems);
  std::optional<double> time;
  if (shared && schedule && checkSchedule(schedule, *shared, chip))
    time = predictByModel(schedule, *shared, chip);
  if (time)
    facts.microseconds = *time;
  return facts;
}
