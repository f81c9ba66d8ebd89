// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Asks the models for schedules of few rows, of more, and of so many that two launches are faster.

#include "OpenRows.h"

#include "Alternative.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

/// The rows that schedules are chosen for: a token, a few, those of an instruction, of several, of a prompt.
static constexpr int64_t kSteps[] = {1, 8, 16, 32, 64, 128, 256, 512, 1024, 4096};
/// Each schedule is one more function: it must be faster by so much than the next at the rows that it is for.
static constexpr double kWorthwhile = 0.97;
/// A kernel of rows that the launch alone knows takes so many times what one of known rows does: the mean of 13 pairs
/// that were measured (docs/lab/2026-11-27-few-rows-of-narrow-weights.md).
static constexpr double kOpenRows = 1.064;

namespace {
struct Step {
  int64_t rows;
  NarrowSchedule schedule;
};
} // namespace

/// Floats are not kept, of constant weights neither: few rows read integers.
static ScheduleProblem withoutKept(ScheduleProblem problem) {
  problem.stableB = false;
  return problem;
}

static ScheduleProblem withRows(ScheduleProblem problem, int64_t rows) {
  problem.m = rows;
  problem.dynamicM = false;
  return problem;
}

/// A schedule for each number of rows up to which one launch is faster than two.
static SmallVector<Step> chooseSteps(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context) {
  bool knowsMemory = !problem.dynamicN && !problem.dynamicK;
  SmallVector<Step> steps;
  for (int64_t rows : kSteps) {
    ScheduleProblem probe = withRows(withoutKept(problem), rows);
    SmallVector<NarrowSchedule> schedules = enumerateNarrow(probe, chip);
    if (schedules.empty())
      break;
    if (!steps.empty() && knowsMemory && !checkAlternative(probe, chip, context, kOpenRows))
      break;
    steps.push_back({rows, schedules.front()});
  }
  return steps;
}

/// Without those that the next one is as good as, from many rows to few.
static SmallVector<Step> dropUseless(ArrayRef<Step> steps, const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<Step> kept;
  for (const Step &step : llvm::reverse(steps)) {
    ScheduleProblem probe = withRows(problem, step.rows);
    if (kept.empty() ||
        predictNarrow(step.schedule, probe, chip) < kWorthwhile * predictNarrow(kept.back().schedule, probe, chip))
      kept.push_back(step);
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

/// Those of the product of floats, for more than `rows` rows.
static void addFloats(const FamilyChoice &floats, int64_t rows, SmallVectorImpl<Attribute> &alternatives) {
  if (floats.alternatives)
    for (auto alternative : floats.alternatives.getAsRange<AlternativeAttr>())
      if (alternative.getMostM() > rows)
        alternatives.push_back(alternative);
  alternatives.push_back(AlternativeAttr::get(floats.schedule.getContext(), kAnyRows, floats.schedule));
}

std::optional<FamilyChoice> fusion::chooseForOpenRows(const ScheduleProblem &problem, const ChipInfo &chip,
                                                      MLIRContext *context) {
  SmallVector<Step> steps = chooseSteps(problem, chip, context);
  if (steps.empty())
    return std::nullopt;
  std::optional<FamilyChoice> floats;
  if (steps.size() < std::size(kSteps))
    floats = chooseFloats(withoutKept(problem), chip, context);
  steps = dropUseless(steps, problem, chip);
  FamilyChoice choice;
  choice.schedule = steps.back().schedule.toAttr(context);
  if (!floats)
    steps.pop_back();
  SmallVector<Attribute> alternatives;
  for (const Step &step : steps)
    alternatives.push_back(AlternativeAttr::get(context, step.rows, step.schedule.toAttr(context)));
  if (floats)
    addFloats(*floats, steps.back().rows, alternatives);
  if (!alternatives.empty())
    choice.alternatives = ArrayAttr::get(context, alternatives);
  return choice;
}

/// Whether alternatives stand in the order in which chooseForOpenRows makes them.
static LogicalResult verifyOrder(KernelOp kernel) {
  auto alternatives = llvm::to_vector(kernel.getAlternativesAttr().getAsRange<AlternativeAttr>());
  auto isOwn = [](AlternativeAttr alternative) { return alternative.getSchedule().getFamily() == kNarrowFamilyName; };
  if (!std::is_partitioned(alternatives.begin(), alternatives.end(), isOwn))
    return kernel.emitOpError() << "expects alternatives of family " << kNarrowFamilyName
                                << " in front of those that take two launches";
  if (AlternativeAttr last = alternatives.back(); !isOwn(last) && last.getMostM() != kAnyRows)
    return kernel.emitOpError() << "expects the last alternative that takes two launches to be for M up to " << kAnyRows
                                << ", but it is for M up to " << last.getMostM();
  return success();
}

LogicalResult fusion::verifyAlternatives(KernelOp kernel, const ChipInfo &chip) {
  if (!kernel.getAlternativesAttr() || kernel.getAlternativesAttr().empty())
    return success();
  if (failed(verifyOrder(kernel)))
    return failure();
  ScheduleProblem problem = ScheduleProblem::get(kernel), floats = withoutIntegers(problem);
  for (auto alternative : kernel.getAlternativesAttr().getAsRange<AlternativeAttr>()) {
    bool isOwn = alternative.getSchedule().getFamily() == kNarrowFamilyName;
    FusionVerdict verdict = checkSchedule(alternative.getSchedule(), isOwn ? problem : floats, chip);
    if (verdict && !isOwn && (problem.dynamicN || problem.dynamicK))
      verdict = FusionVerdict::no("two launches need N and K that are known");
    if (!verdict)
      return kernel.emitOpError() << "has an alternative for M up to " << alternative.getMostM()
                                  << " that cannot be lowered for " << chip.name << ": " << verdict.reason;
  }
  return success();
}
