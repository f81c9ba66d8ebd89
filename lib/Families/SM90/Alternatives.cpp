// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One kernel, any M: which schedules it carries, and which of them is for which M.

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/SM90/Check.h"
#include "fusion/Families/SM90/CostModel.h"
#include "fusion/Families/SM90/Space.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

/// The M for which a schedule is chosen: tokens of a step of decoding, of a few requests, of a prompt.
static constexpr int64_t kProbes[] = {2048, 512, 128, 32, 16};
/// What `schedule` is for.
static constexpr int64_t kLargeM = 4096;
/// An alternative must be this much faster than the next at the M that it was chosen for: each is one more kernel.
static constexpr double kWorthwhile = 0.9;
static constexpr size_t kMostAlternatives = 3;

static double predict(const SM90Schedule &schedule, ScheduleProblem problem, int64_t m, const ChipInfo &chip) {
  problem.m = m;
  return predictSM90Time(schedule, problem, chip).total();
}

/// The last of 64 steps from `from` to `to`, where `large` takes over, up to which `small` takes no longer.
static int64_t findThreshold(const SM90Schedule &small, const SM90Schedule &large, const ScheduleProblem &problem,
                             int64_t from, int64_t to, const ChipInfo &chip) {
  int64_t step = std::max<int64_t>(8, (to - from) / 64), threshold = from;
  for (int64_t m = from + step; m < to; m += step) {
    if (predict(small, problem, m, chip) > predict(large, problem, m, chip))
      break;
    threshold = m;
  }
  return threshold;
}

std::optional<SM90Choice> fusion::chooseSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip) {
  ScheduleProblem probe = problem;
  if (problem.dynamicM)
    probe.m = kLargeM;
  std::optional<SM90Schedule> large = chooseSM90Schedule(probe, chip);
  if (!large)
    return std::nullopt;
  SM90Choice choice{*large, {}};
  if (!problem.dynamicM)
    return choice;
  // From large to small, then in ascending order.
  SM90Schedule next = *large;
  int64_t nextM = kLargeM;
  for (int64_t m : kProbes) {
    probe.m = m;
    std::optional<SM90Schedule> schedule = chooseSM90Schedule(probe, chip);
    if (!schedule || choice.alternatives.size() == kMostAlternatives ||
        predict(*schedule, problem, m, chip) > kWorthwhile * predict(next, problem, m, chip))
      continue;
    choice.alternatives.push_back({findThreshold(*schedule, next, problem, m, nextM, chip), *schedule});
    next = *schedule;
    nextM = m;
  }
  std::reverse(choice.alternatives.begin(), choice.alternatives.end());
  return choice;
}

FailureOr<SmallVector<SM90Choice::Alternative, 3>> fusion::getSM90Alternatives(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  SmallVector<SM90Choice::Alternative, 3> alternatives;
  if (!kernel.getAlternativesAttr())
    return alternatives;
  const ChipInfo &chip = getTargetChip(kernel);
  bool hasProduct = !plan.getAccumulatedProducts().empty();
  ScheduleProblem problem = hasProduct ? ScheduleProblem::get(plan) : ScheduleProblem();
  for (auto alternative : kernel.getAlternativesAttr().getAsRange<AlternativeAttr>()) {
    if (alternative.getSchedule().getFamily() != kSM90FamilyName || !hasProduct)
      return kernel.emitOpError() << "has alternatives, which are for products and family sm90";
    if (FusionVerdict verdict = checkSM90Schedule(alternative.getSchedule(), problem, chip); !verdict)
      return kernel.emitOpError() << "has an alternative for M up to " << alternative.getMostM()
                                  << " that cannot be lowered for " << chip.name << ": " << verdict.reason;
    alternatives.push_back({alternative.getMostM(), SM90Schedule::get(alternative.getSchedule(), problem)});
  }
  return alternatives;
}
