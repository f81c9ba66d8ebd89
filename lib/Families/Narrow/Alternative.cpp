// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Time of a kernel that writes the weight as floats, and of a product that reads it.

#include "Alternative.h"

#include "fusion/Families/Common/StreamModel.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

/// Two launches must be faster by a tenth and by so many microseconds: models err, of small problems by a launch.
static constexpr double kMargin = 1.1, kLaunch = 2.0;

double fusion::predictWidening(const ScheduleProblem &problem, const ChipInfo &chip) {
  double elements = double(problem.n) * double(problem.k);
  return StreamModel::predict({elements * double(WeightFormat::get(problem).bits) / 8, elements * 2, 0}, chip)
      .microseconds;
}

ScheduleProblem fusion::withoutIntegers(ScheduleProblem problem) {
  problem.family = nullptr;
  return problem;
}

/// The families of products of floats, which chips prefer to this one, each with what it takes and its time.
static std::pair<std::optional<FamilyChoice>, double> findFloats(const ScheduleProblem &problem, const ChipInfo &chip,
                                                                 MLIRContext *context) {
  ScheduleProblem floats = withoutIntegers(problem);
  std::pair<std::optional<FamilyChoice>, double> least = {std::nullopt, std::numeric_limits<double>::infinity()};
  for (StringRef name : chip.families) {
    if (name == kNarrowFamilyName)
      break;
    const KernelFamily *family = lookupKernelFamily(name);
    if (!family || family->takesProductChains())
      continue;
    std::optional<FamilyChoice> choice = family->choose(floats, chip, context);
    double time = choice ? family->estimate(choice->schedule, floats, chip) : least.second;
    if (time < least.second)
      least = {choice, time};
  }
  return least;
}

std::optional<FamilyChoice> fusion::chooseFloats(const ScheduleProblem &problem, const ChipInfo &chip,
                                                 MLIRContext *context) {
  return findFloats(problem, chip, context).first;
}

double fusion::predictFloats(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context) {
  return findFloats(problem, chip, context).second;
}

FusionVerdict fusion::checkAlternative(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context,
                                       double longer) {
  if (problem.dynamicM || problem.dynamicN || problem.dynamicK)
    return FusionVerdict::yes();
  SmallVector<NarrowSchedule> schedules = enumerateNarrow(problem, chip);
  if (schedules.empty())
    return FusionVerdict::yes();
  double own = longer * predictNarrow(schedules.front(), problem, chip);
  // The product alone takes long to ask for, and is seldom needed. A constant weight is written once.
  double widening = problem.stableB ? 0 : predictWidening(problem, chip);
  if (own <= widening)
    return FusionVerdict::yes();
  double widened = widening + predictFloats(problem, chip, context);
  if (own <= kMargin * widened + kLaunch)
    return FusionVerdict::yes();
  std::string reason = llvm::formatv("of {0} rows, a weight that is written as floats first takes {1:F0} us with its "
                                     "product, by the model, and integers that blocks dequantise {2:F0}",
                                     problem.m, widened, own);
  return FusionVerdict::no(RemarkCode::MatmulOperand, reason, "");
}
