// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Asks families whether they would take what several kernels become.

#include "ColumnReaders.h"
#include "MergeKernels.h"
#include "ProductChain.h"
#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/EpilogueLegality.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

FusionVerdict fusion::checkProductChain(const ProductChain &chain, const ChipInfo &chip) {
  return checkProductChainFamilies(MergedCopy(chain.kernels).getPlan(), chip);
}

/// Why the chain of products to which both of an edge belong is no one kernel; nothing where there is none.
static std::optional<FusionVerdict> refuseProductChain(KernelOp producer, KernelOp consumer, const ChipInfo &chip) {
  if (!hasProductChainFamily(chip))
    return std::nullopt;
  for (const ProductChain &chain : findProductChains(consumer))
    if (chain.contains(producer) && chain.resemblesAttention())
      if (FusionVerdict verdict = checkProductChain(chain, chip); !verdict)
        return FusionVerdict::no(RemarkCode::MatmulOperand, verdict.reason);
  return std::nullopt;
}

/// What a family says against a product whose factor it would compute, by the code matmul-operand; nothing if none
/// does.
static std::optional<FusionVerdict> refuseFactor(const KernelPlan &plan, const ChipInfo &chip) {
  for (StringRef name : chip.families) {
    const KernelFamily *family = lookupKernelFamily(name);
    FusionVerdict verdict = family ? family->supports(plan, chip) : FusionVerdict::yes();
    if (!verdict && verdict.code == RemarkCode::MatmulOperand)
      return FusionVerdict::no(verdict.code, name + ": " + verdict.reason);
  }
  return std::nullopt;
}

/// Whether a kernel that became of two takes no longer than these, `what` they are; else the verdict has `code`. What
/// must be fused is not asked that.
static FusionVerdict checkPays(KernelOp merged, KernelOp producer, KernelOp consumer, const ChipInfo &chip,
                               RemarkCode code, StringRef what) {
  auto predict = [&](KernelOp kernel) {
    ScheduleAttr schedule = selectSchedule(kernel, chip);
    std::optional<double> time;
    if (schedule)
      time = predictByModel(schedule, ScheduleProblem::get(kernel), chip);
    return time.value_or(predictMicroseconds(kernel, chip));
  };
  if (llvm::any_of(*merged.getBodyBlock(), [](Operation &op) { return op.hasAttr(kMustFuseAttrName); }))
    return FusionVerdict::yes();
  double together = predict(merged), apart = predict(producer) + predict(consumer);
  if (together <= apart)
    return FusionVerdict::yes();
  return FusionVerdict::no(
      code,
      llvm::formatv("{0}, which would take {1:f1} us in one kernel, and take {2:f1} us in two", what, together, apart)
          .str());
}

namespace {
/// The product's kernel of an edge, and its reader in the product's shape: copies, to ask about.
class FlatCopies {
public:
  explicit FlatCopies(const FusionEdge &edge) : FlatCopies(edge, getOrigins(edge)) {}

  FusionEdge edge;

private:
  FlatCopies(const FusionEdge &original, const llvm::SetVector<Value> &origins)
      : function(original.consumer, ValueRange(origins.getArrayRef()).getTypes(), origins.getArrayRef()) {
    IRRewriter rewriter(original.consumer->getContext());
    rewriter.setInsertionPointToEnd(&function.getBlock());
    IRMapping mapping;
    mapping.map(origins.getArrayRef(), function.getArguments());
    auto producer = cast<KernelOp>(rewriter.clone(*KernelOp(original.producer), mapping));
    Value product = producer->getResult(original.value.getResultNumber());
    // What others read stays an output.
    for (auto [result, copy] : llvm::zip_equal(KernelOp(original.producer)->getResults(), producer->getResults()))
      if (isReadBeside(result, original.consumer))
        UnrealizedConversionCastOp::create(rewriter, producer.getLoc(), copy.getType(), copy);
    for (Value input : original.getConsumerKernel().getInputs())
      cloneReshapes(rewriter, input, mapping);
    auto consumer = cast<KernelOp>(rewriter.clone(*original.consumer, mapping));
    edge = {producer, cast<OpResult>(product), ColumnReader(consumer, product).flatten(rewriter)};
  }

  /// Whether somebody else reads a value too, or a reshape of it.
  static bool isReadBeside(Value value, Operation *reader) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return isReshape(user) ? isReadBeside(user->getResult(0), reader) : user != reader;
    });
  }

  /// The values of the graph that both read, but for the product and reshapes of it.
  static llvm::SetVector<Value> getOrigins(const FusionEdge &edge) {
    llvm::SetVector<Value> origins;
    KernelOp producer = edge.producer;
    origins.insert_range(producer.getInputs());
    for (Value input : edge.getConsumerKernel().getInputs())
      if (!isOf(producer, input))
        origins.insert(input);
    return origins;
  }

  static bool isOf(KernelOp producer, Value value) { return skipReshapes(value).getDefiningOp() == producer; }

  /// Of a value that is not there yet, the reshapes behind the product.
  static void cloneReshapes(RewriterBase &rewriter, Value value, IRMapping &mapping) {
    if (mapping.contains(value))
      return;
    Operation *reshape = value.getDefiningOp();
    for (Value operand : reshape->getOperands())
      if (operand == reshape->getOperand(0))
        cloneReshapes(rewriter, operand, mapping);
      else if (!mapping.contains(operand)) // a dynamic size
        mapping.map(operand, arith::ConstantIndexOp::create(rewriter, value.getLoc(), 1).getResult());
    rewriter.clone(*reshape, mapping);
  }

  DetachedFunction function;
};
} // namespace

FusionVerdict fusion::checkColumnReader(const FusionEdge &edge, const ChipInfo &chip) {
  KernelOp consumer = edge.getConsumerKernel(), producer = edge.producer;
  FusionVerdict other = FusionVerdict::no(RemarkCode::LookupTable,
                                          "the consumer looks up elements of the value at indices that it computes");
  if (!KernelPlan(producer).getPlainProduct() || !consumer.isElementwise() || !producer.getOuts().empty() ||
      !llvm::is_contained(consumer.getInputs(), Value(edge.value)) || areKeptApart(producer, consumer))
    return other;
  if (FusionVerdict shape = ColumnReader::check(consumer, edge.value); !shape)
    return shape;
  FlatCopies copies(edge);
  MergedCopy merged({copies.edge.producer, copies.edge.getConsumerKernel()});
  KernelOp kernel = merged.getPlan().getKernel();
  FusionVerdict reads;
  ColumnReads::get(kernel, reads);
  if (!reads)
    return reads;
  if (FusionVerdict taken = checkFamilies(merged.getPlan(), chip); !taken)
    return FusionVerdict::no(RemarkCode::LookupTable, taken.reason);
  if (llvm::any_of(*kernel.getBodyBlock(), [](Operation &op) { return op.hasAttr(kMustFuseAttrName); }))
    return FusionVerdict::yes();
  if (FusionVerdict profit = checkFusionProfit(copies.edge); !profit)
    return profit;
  return checkPays(kernel, producer, consumer, chip, RemarkCode::LookupTable,
                   "the consumer looks up other columns of the product's rows");
}

FusionVerdict FamiliesOf::operator()(const FusionEdge &edge) const {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  if (looksUpOutput(consumer, producer))
    return checkColumnReader(edge, chip);
  // Two kernels without anchors become one without. A chain of them is asked at each step, so nothing is copied.
  if (producer.isElementwise() && consumer.isElementwise() && hasFamilyOfAllElementwise(chip))
    return FusionVerdict::yes();
  MergedCopy merged({producer, consumer});
  const KernelPlan &plan = merged.getPlan();
  FusionVerdict verdict = checkFamilies(plan, chip);
  // That everything is read once costs a launch, and results of each block that go to memory.
  if (isReducing(plan.getKernel()) && checkRows(plan) && !getCrossings(plan.getKernel()).empty())
    verdict = verdict ? checkPays(plan.getKernel(), producer, consumer, chip, RemarkCode::OtherRows,
                                  "the two reduce rows and columns")
                      : FusionVerdict::no(RemarkCode::OtherRows, verdict.reason);
  // A kernel of two products has no stream-K tail, and its tiles are of other sizes.
  const ProductFormula &formula = plan.getFormula();
  bool isSum = formula.getAddition().has_value(), isPair = verdict && (isSum || formula.getSiblings().size() > 1);
  if (isPair)
    verdict = checkPays(plan.getKernel(), producer, consumer, chip, RemarkCode::TwoProducts,
                        isSum ? "both are products that an addition brings together"
                              : "both are products of one left factor");
  // Reports ask again when schedules were chosen: then this is no reason but for a pair that pays.
  if (isPair && verdict && producer.getScheduleAttr() && consumer.getScheduleAttr())
    return FusionVerdict::no(RemarkCode::TwoProducts, "each of the two products has a schedule of its own");
  if (verdict)
    return verdict;
  // What the code suggests is for products of one left factor.
  if (isSum || !formula.whyNoAddition().empty())
    return FusionVerdict::no(RemarkCode::TwoProducts, isSum ? StringRef(verdict.reason) : formula.whyNoAddition(),
                             /*suggestion=*/"");
  if (std::optional<FusionVerdict> refused = refuseProductChain(producer, consumer, chip))
    return *refused;
  return refuseFactor(plan, chip).value_or(verdict);
}

bool fusion::takesAll(ArrayRef<KernelOp> producers, KernelOp consumer, const ChipInfo &chip) {
  SmallVector<KernelOp> parts(producers);
  parts.push_back(consumer);
  return checkFamilies(MergedCopy(parts).getPlan(), chip).allowed;
}
