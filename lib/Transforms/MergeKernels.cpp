// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes one kernel of two, and asks families whether they would take it.

#include "ProductChain.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

/// Outputs of `producer` that are read by others than `consumer`.
static SmallVector<OpResult> getSharedResults(KernelOp producer, KernelOp consumer) {
  return llvm::filter_to_vector(producer->getResults(), [&](OpResult result) {
    return llvm::any_of(result.getUsers(), [&](Operation *user) { return user != consumer; });
  });
}

/// Moves the body of `from` to the end of `body`, which sees the inputs of `from` as `mapping` says. Returns what the
/// body yielded.
static SmallVector<Value> moveBody(RewriterBase &rewriter, KernelOp from, Block *body, const IRMapping &mapping) {
  SmallVector<Value> arguments =
      llvm::map_to_vector(from.getInputs(), [&](Value input) { return mapping.lookup(input); });
  SmallVector<Value> yielded;
  // The operands of the yield are remapped with the rest of the body, so it moves too.
  YieldOp yield = from.getYield();
  rewriter.inlineBlockBefore(from.getBodyBlock(), body, body->end(), arguments);
  llvm::append_range(yielded, yield.getOperands());
  rewriter.eraseOp(yield);
  return yielded;
}

/// Constants and views of inputs stand first, then the product, so that whatever follows can be computed in its
/// epilogue.
static void orderBody(RewriterBase &rewriter, KernelOp kernel) {
  Block *body = kernel.getBodyBlock();
  auto isOfInputs = [](Operation &op) {
    auto view = dyn_cast<ViewOp>(op);
    return op.hasTrait<OpTrait::ConstantLike>() || (view && view.isOfInput());
  };
  if (std::optional<ProductSum> product = ProductFormula::getPlain(kernel))
    rewriter.moveOpBefore(product->anchor, body, body->begin());
  SmallVector<Operation *> first;
  for (Operation &op : *body)
    if (isOfInputs(op))
      first.push_back(&op);
  for (Operation *op : llvm::reverse(first))
    rewriter.moveOpBefore(op, body, body->begin());
}

/// What `producer` and `consumer` become, in front of the consumer: their bodies are moved. Outputs are those of the
/// producer in `shared`, then the consumer's.
static KernelOp moveIntoOne(RewriterBase &rewriter, KernelOp producer, KernelOp consumer, ArrayRef<OpResult> shared,
                            Location loc) {
  llvm::SmallSetVector<Value, 8> inputs;
  inputs.insert_range(producer.getInputs());
  for (Value input : consumer.getInputs())
    if (input.getDefiningOp() != producer)
      inputs.insert(input);
  SmallVector<Type> types = llvm::map_to_vector(shared, [](OpResult result) { return result.getType(); });
  llvm::append_range(types, consumer->getResultTypes());

  rewriter.setInsertionPoint(consumer);
  auto merged = KernelOp::create(rewriter, loc, types, inputs.getArrayRef());
  merged->setDiscardableAttrs(producer->getDiscardableAttrDictionary());
  for (NamedAttribute attr : consumer->getDiscardableAttrs())
    merged->setDiscardableAttr(attr.getName(), attr.getValue());

  Block *body = merged.getBodyBlock();
  IRMapping mapping;
  mapping.map(inputs.getArrayRef(), body->getArguments());
  SmallVector<Value> produced = moveBody(rewriter, producer, body, mapping);
  mapping.map(producer->getResults(), produced);
  SmallVector<Value> outputs = llvm::map_to_vector(shared, [&](Value result) { return mapping.lookup(result); });
  llvm::append_range(outputs, moveBody(rewriter, consumer, body, mapping));
  rewriter.setInsertionPointToEnd(body);
  YieldOp::create(rewriter, loc, outputs);
  orderBody(rewriter, merged);
  return merged;
}

KernelOp fusion::mergeKernels(RewriterBase &rewriter, KernelOp producer, KernelOp consumer, Location loc,
                              Dependence &dependence) {
  SmallVector<Operation *> dependents = dependence.findDependents(producer, consumer);
  Operation *last = consumer;
  for (Operation *op : dependents) {
    rewriter.moveOpAfter(op, last);
    last = op;
  }
  dependence.noteMoved(dependents, consumer);
  SmallVector<OpResult> shared = getSharedResults(producer, consumer);
  KernelOp merged = moveIntoOne(rewriter, producer, consumer, shared, loc);
  for (auto [index, result] : llvm::enumerate(shared))
    rewriter.replaceAllUsesWith(result, merged.getResult(index));
  rewriter.replaceAllUsesWith(consumer->getResults(), merged->getResults().drop_front(shared.size()));
  dependence.noteMerged(producer, consumer, merged);
  rewriter.eraseOp(consumer);
  rewriter.eraseOp(producer);
  return merged;
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

/// Whether a kernel with crossings, which became of two, takes no longer than these: that it reads everything once
/// costs a launch, and results of each block that go to memory. What must be fused is not asked that.
static FusionVerdict checkCrossingsPay(KernelOp merged, KernelOp producer, KernelOp consumer, const ChipInfo &chip) {
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
  return FusionVerdict::no(RemarkCode::OtherRows,
                           llvm::formatv("the two reduce rows and columns, which would take {0:f1} us in one kernel, "
                                         "and take {1:f1} us in two",
                                         together, apart)
                               .str());
}

FusionVerdict FamiliesOf::operator()(const FusionEdge &edge) const {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  // Two kernels without anchors become one without. A chain of them is asked at each step, so nothing is copied.
  if (producer.isElementwise() && consumer.isElementwise() && hasFamilyOfAllElementwise(chip))
    return FusionVerdict::yes();
  // Copies of the two, which become one in their place: what a family is told depends on what is around a kernel.
  IRRewriter rewriter(consumer);
  auto producerCopy = cast<KernelOp>(rewriter.clone(*producer));
  IRMapping mapping;
  mapping.map(producer->getResults(), producerCopy->getResults());
  auto consumerCopy = cast<KernelOp>(rewriter.clone(*consumer, mapping));
  SmallVector<OpResult> shared = llvm::map_to_vector(getSharedResults(producer, consumer), [&](OpResult result) {
    return producerCopy->getResult(result.getResultNumber());
  });
  KernelOp merged = moveIntoOne(rewriter, producerCopy, consumerCopy, shared, consumer.getLoc());
  FusionVerdict verdict = checkFamilies(KernelPlan(merged), chip);
  if (isReducing(merged) && checkRows(KernelPlan(merged)) && !getCrossings(merged).empty())
    verdict = verdict ? checkCrossingsPay(merged, producer, consumer, chip)
                      : FusionVerdict::no(RemarkCode::OtherRows, verdict.reason);
  std::optional<FusionVerdict> ofFactor = verdict ? std::nullopt : refuseFactor(KernelPlan(merged), chip);
  for (KernelOp copy : {consumerCopy, producerCopy, merged})
    rewriter.eraseOp(copy);
  if (!verdict)
    if (std::optional<FusionVerdict> refused = refuseProductChain(producer, consumer, chip))
      return *refused;
  return ofFactor.value_or(verdict);
}

bool fusion::takesAll(ArrayRef<KernelOp> producers, KernelOp consumer, const ChipInfo &chip) {
  IRRewriter rewriter(consumer);
  IRMapping mapping;
  SmallVector<KernelOp> copies;
  for (KernelOp kernel : producers)
    copies.push_back(cast<KernelOp>(rewriter.clone(*kernel, mapping)));
  auto merged = cast<KernelOp>(rewriter.clone(*consumer, mapping));
  for (KernelOp copy : llvm::reverse(copies)) {
    KernelOp both = moveIntoOne(rewriter, copy, merged, /*shared=*/{}, consumer.getLoc());
    rewriter.eraseOp(merged);
    rewriter.eraseOp(copy);
    merged = both;
  }
  bool isTaken = static_cast<bool>(checkFamilies(KernelPlan(merged), chip));
  rewriter.eraseOp(merged);
  return isTaken;
}
