// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answers of the family of products with narrow weights.

#include "fusion/Families/Narrow/Family.h"

#include "Alternative.h"
#include "OpenRows.h"
#include "Variants.h"
#include "fusion/Analysis/NarrowProduct.h"
#include "fusion/Analysis/StableTensors.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::MatmulOperand, reason, ""); }

/// Whether a formula's product has sizes, types and layouts that the lowering takes.
static FusionVerdict checkProduct(const NarrowProduct &formula) {
  const ProductSum &product = formula.product;
  if (!product.type->usesTensorCores() || product.type->elementBytes != 2)
    return refuse("the family takes products of bf16, or of f16");
  auto getRank = [](BlockArgument argument) { return cast<RankedTensorType>(argument.getType()).getRank(); };
  if (!product.batches.empty() || getRank(formula.activations) != 2 || getRank(formula.weight) != 2)
    return refuse("the family takes products without batches");
  if (product.isTransposedA() || product.isTransposedB() == formula.wordsAlongN)
    return refuse("the family takes activations as [M, K] and weights as [N, K], or as words of [K / 8, N]");
  int64_t rowDim = formula.wordsAlongN ? 1 : 0;
  if (cast<RankedTensorType>(formula.weight.getType()).getDimSize(rowDim) != product.columns)
    return refuse("the family takes weights whose rows are all multiplied");
  if (product.k == 0)
    return refuse("the family takes no product of no terms");
  if (WeightFormat format(formula); !format.hasValidGroup())
    return refuse("the family takes groups that are multiples of " + Twine(WeightFormat::kLeastGroup) + ", not of " +
                  Twine(format.group));
  return FusionVerdict::yes();
}

/// What is computed for the weight is not there for the epilogue.
static FusionVerdict checkEpilogue(const KernelPlan &plan) {
  SmallVector<Operation *> epilogue = plan.getEpilogue();
  for (const AnchorPlan &anchor : plan.getAnchorPlans())
    for (const FactorPlan &factor : anchor.factors)
      for (Operation *op : factor.prologue)
        if (llvm::is_contained(epilogue, op))
          return refuse("what is behind the product also needs what is computed for its weight");
  return FusionVerdict::yes();
}

/// The product as one of floats has it. A weight that is a constant could be kept as floats.
static ScheduleProblem getProblem(const NarrowProduct &formula, KernelOp kernel) {
  const ProductSum &product = formula.product;
  ScheduleProblem problem;
  problem.m = product.rows, problem.n = product.columns, problem.k = product.k;
  problem.dynamicM = ShapedType::isDynamic(problem.m);
  problem.dynamicN = ShapedType::isDynamic(problem.n);
  problem.dynamicK = ShapedType::isDynamic(problem.k);
  problem.batches = 1;
  problem.type = product.type;
  problem.transposeB = product.isTransposedB();
  problem.family = std::make_shared<WeightFormat>(formula);
  problem.stableB = isConstantTensor(kernel.getInputOf(formula.weight));
  for (Type type : kernel.getYield().getOperandTypes())
    problem.epilogue.outputBytes.push_back(
        llvm::divideCeil(cast<ShapedType>(type).getElementType().getIntOrFloatBitWidth(), 8));
  return problem;
}

namespace {
class NarrowFamily : public KernelFamily {
public:
  StringRef getName() const override { return kNarrowFamilyName; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    FusionVerdict verdict;
    std::optional<NarrowProduct> formula = NarrowProduct::get(plan, verdict);
    if (!formula)
      return verdict;
    // Weights are multiplied as integers, and sums by the scales.
    if (getNumerics(plan.getKernel()) == Numerics::Strict)
      return refuse("strict numerics round weights before they are multiplied");
    if (FusionVerdict product = checkProduct(*formula); !product)
      return product;
    if (FusionVerdict epilogue = checkEpilogue(plan); !epilogue)
      return epilogue;
    // A schedule that is there has been chosen.
    if (ScheduleAttr schedule = plan.getKernel().getScheduleAttr(); schedule && schedule.getFamily() == getName())
      return FusionVerdict::yes();
    return checkAlternative(getProblem(*formula, plan.getKernel()), chip, plan.getKernel().getContext());
  }

  std::shared_ptr<const FamilyProblem> describeProblem(const KernelPlan &plan) const override {
    FusionVerdict verdict;
    std::optional<NarrowProduct> formula = NarrowProduct::get(plan, verdict);
    return formula ? std::make_shared<WeightFormat>(*formula) : nullptr;
  }
  std::shared_ptr<const FamilyProblem> parseProblem(StringRef text) const override { return WeightFormat::parse(text); }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    if (problem.dynamicM)
      return chooseForOpenRows(problem, chip, context);
    SmallVector<NarrowSchedule> schedules = enumerateNarrow(problem, chip);
    if (schedules.empty())
      return std::nullopt;
    FamilyChoice choice;
    choice.schedule = schedules.front().toAttr(context);
    return choice;
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector(enumerateNarrow(problem, chip),
                               [&](const NarrowSchedule &schedule) { return schedule.toAttr(context); });
  }
  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    if (!problem.getFamily<WeightFormat>())
      return FusionVerdict::no("the kernel is none for family " + getName());
    return NarrowSchedule::get(schedule).check(problem, chip);
  }
  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    // Of rows that the launch alone knows there are several schedules, each for some.
    if (problem.dynamicM)
      return std::nullopt;
    return PredictedTime{predictNarrow(NarrowSchedule::get(schedule), problem, chip), {}};
  }
  double estimate(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    return predictNarrow(NarrowSchedule::get(schedule), problem, chip);
  }

  LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const override {
    KernelOp kernel = plan.getKernel();
    if (FusionVerdict taken = supports(plan, chip); !taken)
      return kernel.emitOpError() << "has a schedule of family " << getName()
                                  << ", but is none of it: " << taken.reason;
    if (FusionVerdict lowered = check(kernel.getScheduleAttr(), ScheduleProblem::get(plan), chip); !lowered)
      return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": "
                                  << lowered.reason;
    return verifyAlternatives(kernel, chip);
  }

  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override {
    KernelOp kernel = plan.getKernel();
    if (failed(requireSchedule(kernel)))
      return failure();
    return selectNarrowVariants(kernel);
  }
  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override {
    KernelOp kernel = plan.getKernel();
    if (failed(requireSchedule(kernel)))
      return failure();
    return createNarrowVariants(kernel, variants);
  }
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createNarrowFamily() { return std::make_unique<NarrowFamily>(); }
