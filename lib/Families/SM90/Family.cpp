// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The family of products by wgmma: what it takes, its schedules, its notes for the report.

#include "fusion/Families/SM90/Family.h"

#include "SharedVariant.h"
#include "fusion/Analysis/BlockScaling.h"
#include "fusion/Families/SM90/Check.h"
#include "fusion/Families/SM90/CostModel.h"
#include "fusion/Families/SM90/Space.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {
class SM90Family : public KernelFamily {
public:
  StringRef getName() const override { return kSM90FamilyName; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override;

  bool takesStoreOps() const override { return true; }

  bool takesColumnReads() const override { return true; }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override;

  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector<6>(enumerateSM90Schedules(problem, chip),
                                  [&](const SM90Schedule &schedule) { return schedule.toAttr(context); });
  }

  SmallVector<ScheduleAttr> shortlist(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return shortlistSM90Schedules(problem, chip, context);
  }

  SmallVector<TimedSchedule, 0> getContenders(const ScheduleProblem &problem, const ChipInfo &chip,
                                              MLIRContext *context) const override {
    return getTimedSM90Schedules(problem, chip, context);
  }

  bool isContested(const ScheduleProblem &problem) const override {
    return problem.hasOddPitchA() || problem.hasOddPitchB();
  }

  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    if (!problem.type || problem.family)
      return FusionVerdict::no("the kernel is none for family " + getName());
    return checkSM90Schedule(schedule, problem, chip);
  }

  FusionVerdict checkSumOrder(ScheduleAttr schedule) const override {
    SM90OptionsAttr options = getSM90Options(schedule);
    if (options && (options.getSplitK() > 1 || options.getStreamKTail() > 1))
      return FusionVerdict::no(RemarkCode::ReorderedSums, "it splits K");
    if (options && options.getSpreadK())
      return FusionVerdict::no(RemarkCode::ReorderedSums, "it spreads K");
    return FusionVerdict::yes();
  }

  LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const override {
    bool good = succeeded(getSM90Schedule(plan));
    return success(succeeded(getSM90Alternatives(plan)) && good);
  }

  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    SM90Time time = predictSM90Time(SM90Schedule::get(schedule, problem), problem, chip);
    return PredictedTime{time.total(),
                         {{"launch", time.fixed},
                          {"copies", time.copies},
                          {"products", time.compute},
                          {"memory", time.memory},
                          {"order", time.raster},
                          {"reduction", time.reduction}}};
  }

  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override { return async::selectVariants(plan); }

  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override {
    return async::createVariants(plan, variants);
  }

  bool sharesLaunches() const override { return true; }

  FailureOr<KernelVariants> createSharedVariants(ArrayRef<KernelPlan> plans,
                                                 ArrayRef<SmallVector<VariantAttr>> variants) const override {
    return async::createSharedVariants(plans, variants);
  }

  std::optional<ScheduleNote> describe(const KernelPlan &plan, const ChipInfo &chip) const override;

  int64_t getPartOfSum(const ProductType &type, const ChipInfo &) const override { return type.chain; }

  bool gainsByTranspose(ScheduleAttr attr, const ScheduleProblem &problem, unsigned factor) const override {
    SM90Schedule schedule = SM90Schedule::get(attr, problem);
    return factor == 0 ? problem.needsTransposeA() && schedule.copyA : problem.needsTransposeB() && schedule.copyB;
  }
};
} // namespace

static constexpr size_t kMostProducts = 2;

/// Whether TMA brings the factors of one of two products to where instructions multiply them.
static FusionVerdict checkOneOfTwo(const ProductSum &product) {
  auto refuse = [](const Twine &reason) { return FusionVerdict::no(RemarkCode::TwoProducts, reason); };
  if (product.type->crossRead != CrossRead::Instructions || product.type->chain > 0)
    return refuse("the family takes two products of f16 or bf16, not of " + Twine(product.type->name));
  int64_t contiguousA = product.isTransposedA() ? product.rows : product.k;
  int64_t contiguousB = product.isTransposedB() ? product.k : product.columns;
  for (int64_t contiguous : {contiguousA, contiguousB})
    if (!ShapedType::isDynamic(contiguous) && contiguous * product.type->elementBytes % 16 != 0)
      return refuse("the family takes two products whose rows are multiples of 16 bytes, not of " +
                    Twine(contiguous * product.type->elementBytes));
  return FusionVerdict::yes();
}

FusionVerdict SM90Family::supports(const KernelPlan &plan, const ChipInfo &chip) const {
  ArrayRef<ProductSum> products = plan.getAccumulatedProducts();
  if (products.empty() || products.size() > kMostProducts)
    return FusionVerdict::no(
        RemarkCode::TwoProducts,
        "the family takes one product of inputs, two of one left factor, or two whose results are added");
  const ProductSum *product = &products.front();
  if (product->type->unit == ProductUnit::None)
    return FusionVerdict::no(RemarkCode::ForeignConsumer, "the family takes products of " + listMultipliedTypes());
  if (product->type->usesTensorCores() && product->type->columnUnit == 0)
    return FusionVerdict::no(RemarkCode::ForeignConsumer, "wgmma has no products of " + Twine(product->type->name));
  const ProductSum *added = plan.getFormula().getAdded();
  if (products.size() > 1 || added)
    if (FusionVerdict verdict = checkOneOfTwo(*product); !verdict)
      return verdict;
  if (added)
    if (FusionVerdict verdict = checkOneOfTwo(*added); !verdict)
      return verdict;
  // Tensor maps have at most five dimensions, none of them empty.
  if (product->batches.size() > 3 || llvm::is_contained(product->getResultType().getShape(), 0) || product->k == 0)
    return FusionVerdict::no(RemarkCode::ForeignConsumer,
                             "the family takes three dimensions of batches at most, and none that is empty");
  return checkBlockScales(*product, /*depth=*/product->type->chain);
}

std::optional<FamilyChoice> SM90Family::choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                               MLIRContext *context) const {
  std::optional<SM90Choice> choice = chooseSM90Schedules(problem, chip);
  if (!choice)
    return std::nullopt;
  const SM90Schedule &schedule = choice->schedule;
  SmallVector<Attribute> alternatives;
  for (const auto &[mostM, alternative] : choice->alternatives)
    alternatives.push_back(AlternativeAttr::get(context, mostM, alternative.toAttr(context)));
  // Copying operands to where TMA and wgmma can read them, or narrow copies by threads, do not pay where the problem is
  // tiny, or narrow.
  bool copiesNarrowly = schedule.loadsByThreads() && (problem.hasOddPitchA() || problem.hasOddPitchB());
  return FamilyChoice{schedule.toAttr(context), alternatives.empty() ? nullptr : ArrayAttr::get(context, alternatives),
                      schedule.copyA || schedule.copyB || copiesNarrowly};
}

/// "A", "B" or "A and B".
static StringRef nameOperands(bool a, bool b) { return a ? (b ? "A and B" : "A") : "B"; }

std::optional<ScheduleNote> SM90Family::describe(const KernelPlan &plan, const ChipInfo &chip) const {
  KernelOp kernel = plan.getKernel();
  if (plan.getAccumulatedProducts().empty() || !kernel.getScheduleAttr())
    return std::nullopt;
  ScheduleProblem problem = ScheduleProblem::get(plan);
  bool transposedA = problem.needsTransposeA(), transposedB = problem.needsTransposeB();
  bool odd = problem.hasOddPitchA() || problem.hasOddPitchB();
  if (!odd && (!problem.type->usesTensorCores() || (!transposedA && !transposedB)))
    return std::nullopt;
  bool isSM90 = kernel.getScheduleAttr().getFamily() == getName();
  SM90Schedule schedule;
  if (isSM90) {
    schedule = SM90Schedule::get(kernel.getScheduleAttr(), problem);
    // What is not copied comes from registers.
    transposedA &= schedule.copyA;
    transposedB &= schedule.copyB;
    if (!odd && !transposedA && !transposedB)
      return std::nullopt;
  }
  RemarkCode code = odd ? RemarkCode::UnalignedRows : RemarkCode::TransposedRead;
  StringRef type = StringRef(problem.type->name).split(':').first;
  std::string reason = odd ? llvm::formatv("rows of {0} are no multiple of 16 bytes, which TMA cannot read",
                                           nameOperands(problem.hasOddPitchA(), problem.hasOddPitchB()))
                                 .str()
                           : llvm::formatv("{0} of {1} not contiguous along k, which wgmma cannot read",
                                           nameOperands(transposedA, transposedB), type)
                                 .str();
  if (!isSM90)
    return ScheduleNote{code, reason + ": the kernel is one of mma.sync"};
  if (!schedule.copyA && !schedule.copyB)
    return ScheduleNote{code, reason + llvm::formatv(": threads load what lies so, {0} bytes at a time",
                                                     std::min(problem.accessA, problem.accessB))
                                           .str()};
  SM90Time time = predictSM90Time(schedule, problem, chip);
  reason += llvm::formatv(": copied first, which takes {0:F1} of {1:F1} us", time.copies, time.total());
  return ScheduleNote{code, std::move(reason), std::llround(time.copies * 1000)};
}

std::unique_ptr<KernelFamily> fusion::createSM90Family() { return std::make_unique<SM90Family>(); }
