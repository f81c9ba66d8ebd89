// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/ScheduleSelection.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/SM80CostModel.h"
#include "fusion/Schedule/SM90Check.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace mlir::fusion;

const ChipInfo &fusion::getTargetChip(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<TargetAttr>(kTargetAttrName))
      if (const ChipInfo *chip = lookupChip(target.getChip()))
        return *chip;
  return getChips().front();
}

ScheduleAttr fusion::getSM80ScheduleAttr(const SM80Schedule &schedule, const ScheduleProblem &problem,
                                         MLIRContext *context) {
  return ScheduleAttr::get(context, problem.tensorCores ? KernelFamily::SM80 : KernelFamily::SIMT,
                           {schedule.tileM, schedule.tileN, schedule.tileK}, {schedule.warpsM, schedule.warpsN},
                           schedule.stages, schedule.groupM);
}

/// Whether copying operands to where TMA and wgmma can read them, or narrow copies by threads, do not pay: the problem
/// is tiny, or narrow.
static bool isTooSmallToCopy(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  bool copiesNarrowly = schedule.loadsByThreads() && (problem.hasOddPitchA() || problem.hasOddPitchB());
  if (!schedule.repackA && !schedule.repackB && !copiesNarrowly)
    return false;
  double without = predictSM80Time(chooseSM80Schedule(problem, chip), problem, chip).total();
  return predictSM90Time(schedule, problem, chip).total() > without;
}

/// The wgmma family's schedules of a problem that it supports, where it is the family to take.
static std::optional<SM90Choice> chooseSM90(const ScheduleProblem &problem, const ChipInfo &chip) {
  ScheduleProblem familyProblem = problem;
  if (problem.inOrder)
    familyProblem.epilogue = EpilogueProblem{{problem.elementBytes}, {}, {}, {}, 0};
  std::optional<SM90Choice> choice = chooseSM90Schedules(familyProblem, chip);
  if (!choice || isTooSmallToCopy(choice->schedule, familyProblem, chip))
    return std::nullopt;
  return problem.inOrder ? chooseSM90Schedules(problem, chip) : choice;
}

/// The schedule of a product's kernel and, for small M, its alternatives, or null.
static std::pair<ScheduleAttr, ArrayAttr> chooseSchedules(const ScheduleProblem &problem, bool isSM90Supported,
                                                          const ChipInfo &chip, MLIRContext *context) {
  std::optional<SM90Choice> choice = isSM90Supported ? chooseSM90(problem, chip) : std::nullopt;
  if (!choice)
    return {getSM80ScheduleAttr(chooseSM80Schedule(problem, chip), problem, context), nullptr};
  SmallVector<Attribute> alternatives;
  for (const auto &[mostM, schedule] : choice->alternatives)
    alternatives.push_back(AlternativeAttr::get(context, mostM, schedule.toAttr(context)));
  return {choice->schedule.toAttr(context), alternatives.empty() ? nullptr : ArrayAttr::get(context, alternatives)};
}

/// The one schedule of kernels without a product.
static ScheduleAttr getElementwiseSchedule(MLIRContext *context) {
  return ScheduleAttr::get(context, KernelFamily::Elementwise, {1, 2048, 1}, {1, 8}, 1, 1);
}

ScheduleAttr fusion::selectSchedule(KernelOp kernel, const ChipInfo &chip) {
  MLIRContext *context = kernel.getContext();
  if (kernel.isElementwise())
    return getElementwiseSchedule(context);
  if (!KernelPlan(kernel).getProduct())
    return {};
  return chooseSchedules(ScheduleProblem::get(kernel), isSM90Supported(kernel, chip), chip, context).first;
}

void ScheduleChooser::setSchedules(KernelOp kernel) {
  if (kernel.isElementwise())
    return kernel.setScheduleAttr(getElementwiseSchedule(kernel.getContext()));
  if (!KernelPlan(kernel).getProduct())
    return;
  auto problem = ScheduleProblem::get(kernel);
  bool supported = isSM90Supported(kernel, chip);
  auto *known = llvm::find_if(
      choices, [&](const Choice &choice) { return choice.problem == problem && choice.isSM90Supported == supported; });
  if (known == choices.end()) {
    auto [schedule, alternatives] = chooseSchedules(problem, supported, chip, kernel.getContext());
    choices.push_back({std::move(problem), supported, schedule, alternatives});
    known = &choices.back();
  }
  kernel.setScheduleAttr(known->schedule);
  if (known->alternatives)
    kernel.setAlternativesAttr(known->alternatives);
}

SM80Schedule fusion::getSM80Schedule(ScheduleAttr attr) {
  SM80Schedule schedule;
  schedule.tileM = attr.getTile()[0];
  schedule.tileN = attr.getTile()[1];
  schedule.tileK = attr.getTile()[2];
  schedule.warpsM = attr.getWarps()[0];
  schedule.warpsN = attr.getWarps()[1];
  schedule.stages = attr.getStages();
  schedule.groupM = attr.getGroup();
  return schedule;
}

std::optional<std::string> fusion::checkSchedule(ScheduleAttr schedule, const ScheduleProblem &problem,
                                                 const ChipInfo &chip) {
  if (schedule.getFamily() == KernelFamily::SM90)
    return checkSM90Schedule(schedule, problem, chip);
  KernelFamily family = problem.tensorCores ? KernelFamily::SM80 : KernelFamily::SIMT;
  if (schedule.getFamily() != family)
    return ("the kernel is one for family " + stringifyKernelFamily(family) + ", not " +
            stringifyKernelFamily(schedule.getFamily()))
        .str();
  if (const char *wrong = checkSM80Schedule(getSM80Schedule(schedule), problem.elementBytes, problem.transposeA,
                                            problem.transposeB, chip))
    return wrong;
  return std::nullopt;
}

std::optional<std::string> fusion::checkSchedule(ScheduleAttr schedule, KernelOp kernel, const ChipInfo &chip) {
  if (schedule.getFamily() == KernelFamily::SM90 && !isSM90Supported(kernel, chip))
    return "the kernel is none for family sm90";
  return checkSchedule(schedule, ScheduleProblem::get(kernel), chip);
}

std::optional<std::string> fusion::checkSumOrder(ScheduleAttr schedule, KernelOp kernel, const ChipInfo &chip) {
  if (!ScheduleProblem::get(kernel).inOrder)
    return std::nullopt;
  if (SM90OptionsAttr options = schedule.getSm90()) {
    if (options.getSplitK() > 1 || options.getTailSplit() > 1)
      return "it splits K";
    if (options.getSpreadK())
      return "it spreads K";
  }
  // The families' instructions add in different orders.
  KernelFamily family = selectSchedule(kernel, chip).getFamily();
  if (schedule.getFamily() != family)
    return ("it is of family " + stringifyKernelFamily(schedule.getFamily()) + ", not " + stringifyKernelFamily(family))
        .str();
  return std::nullopt;
}

std::optional<double> fusion::predictByModel(ScheduleAttr schedule, const ScheduleProblem &problem,
                                             const ChipInfo &chip) {
  if (schedule.getFamily() == KernelFamily::SM90)
    return predictSM90Time(SM90Schedule::get(schedule, problem.products), problem, chip).total();
  if (hasSM80Model(problem, chip))
    return predictSM80Time(getSM80Schedule(schedule), problem, chip).total();
  return std::nullopt;
}

double fusion::predictScheduledMicroseconds(KernelOp kernel, const ChipInfo &chip) {
  ScheduleAttr schedule = kernel.getScheduleAttr();
  if (!schedule || schedule.getFamily() != KernelFamily::SM90 || !KernelPlan(kernel).getProduct())
    return predictMicroseconds(kernel, chip);
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  if (checkSM90Schedule(schedule, problem, chip))
    return predictMicroseconds(kernel, chip);
  return *predictByModel(schedule, problem, chip);
}

FailureOr<SM80Schedule> fusion::getSM80Schedule(KernelOp kernel) {
  ScheduleAttr attr = kernel.getScheduleAttr();
  if (!attr)
    return kernel.emitOpError() << "has no schedule; run fusion-select-schedule";
  SM80Schedule schedule = getSM80Schedule(attr);
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  int64_t elementBytes = matmul.getLhs().getType().getElementTypeBitWidth() / 8;
  if (const char *problem = checkSM80Schedule(schedule, elementBytes, matmul.getTransposeA(), matmul.getTransposeB(),
                                              getTargetChip(kernel)))
    return kernel.emitOpError() << "has a schedule that cannot be lowered for " << getTargetChip(kernel).name << ": "
                                << problem;
  return schedule;
}
