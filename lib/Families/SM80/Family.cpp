// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The families of products by mma.sync and by multiply-adds: what they take, their schedules, their kernels.

#include "fusion/Families/SM80/Family.h"

#include "fusion/Analysis/BlockScaling.h"
#include "fusion/Families/SM80/CostModel.h"
#include "fusion/Families/SM80/Variants.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

/// Whether threads transpose a factor (0: A, 1: B) on its way to shared memory.
static bool turnsFactor(const ScheduleProblem &problem, unsigned factor) {
  return problem.type->crossRead == CrossRead::Copy &&
         (factor == 0 ? problem.needsTransposeA() : problem.needsTransposeB());
}

namespace {
/// Two families that share their kernels' form: the inner loop is one of mma.sync, or of multiply-adds.
class SM80Family : public KernelFamily {
public:
  explicit SM80Family(bool tensorCores) : tensorCores(tensorCores) {}

  StringRef getName() const override { return getSM80FamilyName(tensorCores); }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    ArrayRef<ProductSum> products = plan.getAccumulatedProducts();
    if (products.empty() || products.size() > kMostProducts)
      return FusionVerdict::no(
          RemarkCode::TwoProducts,
          "the family takes one product of inputs, two of one left factor, or two whose results are added");
    if ((products.size() > 1 || plan.getFormula().getAdded()) && hasPreferredFamily(chip))
      return FusionVerdict::no(RemarkCode::TwoProducts,
                               "the family takes two products on chips that prefer no other family");
    const ProductType &type = *products.front().type;
    if (type.unit == ProductUnit::None)
      return FusionVerdict::no(RemarkCode::ForeignConsumer,
                               "the family takes products of " + listMultipliedTypes() + " alone");
    if (type.usesTensorCores() != tensorCores)
      return FusionVerdict::no(RemarkCode::ForeignConsumer,
                               "the family is " + Twine(tensorCores ? "not " : "") + "for products in ieee precision");
    return checkBlockScales(products.front());
  }

  bool takesStoreOps() const override { return true; }

  bool takesColumnReads() const override { return true; }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    return FamilyChoice{getSM80ScheduleAttr(chooseSM80Schedule(problem, chip), problem, context),
                        /*alternatives=*/nullptr};
  }

  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector<6>(enumerateSM80Schedules(problem, chip), [&](const SM80Schedule &schedule) {
      return getSM80ScheduleAttr(schedule, problem, context);
    });
  }

  /// Each tile in one order only.
  SmallVector<TimedSchedule, 0> getContenders(const ScheduleProblem &problem, const ChipInfo &chip,
                                              MLIRContext *context) const override {
    SmallVector<TimedSchedule, 0> contenders;
    if (!hasSM80Model(problem, chip))
      return contenders;
    int64_t group = chooseSM80Schedule(problem, chip).groupM;
    for (const SM80Schedule &schedule : enumerateSM80Schedules(problem, chip))
      if (schedule.groupM == group)
        contenders.push_back(
            {getSM80ScheduleAttr(schedule, problem, context), predictSM80Time(schedule, problem, chip).total()});
    return contenders;
  }

  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    if (!problem.type || problem.family || problem.type->usesTensorCores() != tensorCores)
      return FusionVerdict::no("the kernel is none for family " + getName());
    SM80Schedule own = getSM80Schedule(schedule);
    if (problem.isShared() && own.splitK > 1)
      return FusionVerdict::no("K of kernels that share a launch is not split");
    return checkSM80Schedule(own, SM80Product::get(problem), chip);
  }

  FusionVerdict checkSumOrder(ScheduleAttr schedule) const override {
    if (getSM80Schedule(schedule).shares() > 1)
      return FusionVerdict::no(RemarkCode::ReorderedSums, "it splits K");
    return FusionVerdict::yes();
  }

  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    if (hasPreferredFamily(chip) && !hasSM80Model(problem, chip))
      return std::nullopt;
    SM80Time time = predictSM80Time(getSM80Schedule(schedule), problem, chip);
    return PredictedTime{time.total(),
                         {{"launch", time.fixed},
                          {"main loop", time.mainLoop},
                          {"epilogue", time.epilogue},
                          {"memory", time.memory},
                          {"reduction", time.reduction}}};
  }

  double estimate(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    return predictSM80Time(getSM80Schedule(schedule), problem, chip).total();
  }

  std::optional<ScheduleNote> describe(const KernelPlan &plan, const ChipInfo &chip) const override;

  int64_t getPartOfSum(const ProductType &type, const ChipInfo &chip) const override {
    return getSM80Chain(type, chip);
  }

  bool gainsByTranspose(ScheduleAttr, const ScheduleProblem &problem, unsigned factor) const override {
    return turnsFactor(problem, factor);
  }

  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override {
    if (failed(getSM80Schedule(plan)))
      return failure();
    return selectSM80Variants(plan, /*schedule=*/{});
  }

  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override {
    return createSM80Variants(plan, variants);
  }

  bool sharesLaunches() const override { return true; }

  FailureOr<KernelVariants> createSharedVariants(ArrayRef<KernelPlan> plans,
                                                 ArrayRef<SmallVector<VariantAttr>> variants) const override {
    return createSharedSM80Variants(plans, variants);
  }

private:
  static constexpr size_t kMostProducts = 2;
  bool tensorCores;
};
} // namespace

// On a chip that prefers another family that one says it.
std::optional<ScheduleNote> SM80Family::describe(const KernelPlan &plan, const ChipInfo &chip) const {
  ScheduleAttr schedule = plan.getKernel().getScheduleAttr();
  if (hasPreferredFamily(chip) || !schedule || schedule.getFamily() != getName())
    return std::nullopt;
  ScheduleProblem problem = ScheduleProblem::get(plan);
  bool turnsA = turnsFactor(problem, 0), turnsB = turnsFactor(problem, 1);
  if (!turnsA && !turnsB)
    return std::nullopt;
  return ScheduleNote{RemarkCode::TransposedRead,
                      llvm::formatv("{0} of {1} not contiguous along k, and no instruction transposes bytes: threads "
                                    "turn them on their way to shared memory",
                                    turnsA ? (turnsB ? "A and B" : "A") : "B", problem.type->name.split(':').first)};
}

std::unique_ptr<KernelFamily> fusion::createSM80Family() { return std::make_unique<SM80Family>(/*tensorCores=*/true); }
std::unique_ptr<KernelFamily> fusion::createSIMTFamily() { return std::make_unique<SM80Family>(/*tensorCores=*/false); }
