// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether merging two kernels saves time: bytes that stay in registers, against work that is done again.

#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/Prologue.h"
#include "fusion/Analysis/RowSpace.h"

using namespace mlir;
using namespace fusion;

using Code = RemarkCode;

static bool hasUserBeside(Value value, Operation *consumer) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) { return user != consumer; });
}

int64_t fusion::getEdgeBytesSaved(const FusionEdge &edge) {
  int64_t bytes = estimateBytes(edge.value.getType());
  return hasUserBeside(edge.value, edge.consumer) ? bytes : 2 * bytes;
}

/// Inputs of the merged kernel.
static llvm::SmallSetVector<Value, 8> getMergedInputs(KernelOp producer, KernelOp consumer) {
  llvm::SmallSetVector<Value, 8> inputs;
  inputs.insert_range(producer.getInputs());
  for (Value input : consumer.getInputs())
    if (input.getDefiningOp() != producer)
      inputs.insert(input);
  return inputs;
}

/// The iteration space of the merged kernel: that of its reductions, else of the consumer; of several anchors with a
/// product, that of the last product.
static RankedTensorType getMergedIteration(const KernelPlan &producer, const KernelPlan &consumer) {
  for (const KernelPlan *plan : {&consumer, &producer})
    if (plan->hasSeveralProducts() || plan->hasProductAndReductions())
      return plan->getFormula().getSums().back().getResultType();
  return (isReducing(producer.getKernel()) ? producer : consumer).getIterationType();
}

/// Inputs that are read for each element, as they are viewed; the factors of products are not.
static int64_t countFullOperands(const KernelPlan &producer, const KernelPlan &consumer, ArrayRef<int64_t> shape) {
  llvm::SmallPtrSet<Value, 4> contracted;
  llvm::SmallSetVector<std::pair<Value, Type>, 8> reads;
  for (const KernelPlan *plan : {&producer, &consumer}) {
    KernelOp kernel = plan->getKernel();
    for (const ProductSum &product : plan->getFormula().getSums())
      for (Value factor : product.anchor->getOperands())
        if (Value input = kernel.getInputOf(factor))
          contracted.insert(input);
    for (Value read : kernel.getReads())
      if (Value input = kernel.getInputOf(read); input.getDefiningOp() != producer.getKernel())
        reads.insert({input, read.getType()});
  }
  return llvm::count_if(reads, [&](std::pair<Value, Type> read) {
    if (contracted.contains(read.first))
      return false;
    auto kind = classifyOperand(cast<RankedTensorType>(read.second).getShape(), shape);
    return kind && (*kind == OperandKind::Full || *kind == OperandKind::BatchBroadcast);
  });
}

/// Whether a kernel looks elements up at indices that it reads, one for each: loads that wait for loads.
static bool gathers(KernelOp kernel) {
  return llvm::any_of(kernel.getBodyBlock()->getOps<MapOp>(), [](MapOp map) {
    auto isIndex = [](auto pair) {
      auto type = cast<RankedTensorType>(std::get<0>(pair).getType());
      bool variesAlongRow = type.getRank() > 0 && type.getShape().back() != 1;
      return variesAlongRow && type.getElementType().isIntOrIndex() && !std::get<1>(pair).use_empty();
    };
    return !map.getTables().empty() && llvm::any_of(llvm::zip(map.getElements(), map.getElementArguments()), isIndex);
  });
}

/// Whether the producer, of `cost` instructions, may be computed for each element of `iteration`.
static FusionVerdict checkRecompute(const KernelPlan &producer, const KernelPlan &consumer, int64_t cost,
                                    RankedTensorType iteration) {
  // A family of products that read each other computes what stands between them once.
  if ((cost <= kMaxRecomputeCost && !gathers(producer.getKernel())) || producer.chainsProducts() ||
      producer.hasProductAndReductions())
    return FusionVerdict::yes();
  int64_t own = estimateElements(producer.getIterationType().getShape());
  int64_t merged = estimateElements(iteration.getShape());
  if (own >= merged)
    return FusionVerdict::yes();
  // What a kernel of rows computes for a row, each of its threads does.
  if (!consumer.hasProductAndReductions() && isReducing(consumer.getKernel()) &&
      producer.getIterationType().getShape() == ArrayRef(getRowSpace(consumer).getReducedShape()))
    return FusionVerdict::yes();
  // A factor is computed by each tile, not for each element of the output: families take what that pays for.
  if (llvm::any_of(producer.getKernel()->getResults(),
                   [&](Value result) { return isReadForFactor(consumer.getKernel(), result); }))
    return FusionVerdict::yes();
  if (gathers(producer.getKernel()))
    return FusionVerdict::no(Code::Recompute, "the value's " + Twine(own) +
                                                  " elements are looked up at indices that are "
                                                  "read, and would be so " +
                                                  Twine(merged) + " times");
  return FusionVerdict::no(Code::Recompute, "the value's " + Twine(own) + " elements cost " + Twine(cost) +
                                                " instructions each and would be computed " + Twine(merged) +
                                                " times; the limit is " + Twine(kMaxRecomputeCost));
}

/// What the most expensive operation of a kernel costs for each element, if that is more than a kernel of several may.
static int64_t getLargestCost(KernelOp kernel) {
  int64_t largest = 0;
  for (auto op : kernel.getBodyBlock()->getOps<ElementwiseOpInterface>())
    largest = std::max(largest, op.getScalarCost());
  return largest > kMaxScalarCost ? largest : 0;
}

FusionVerdict fusion::checkFusionProfit(const FusionEdge &edge) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  auto inputs = getMergedInputs(producer, consumer);
  KernelPlan producerPlan(producer), consumerPlan(consumer);
  RankedTensorType merged = getMergedIteration(producerPlan, consumerPlan);
  if (!merged)
    return FusionVerdict::no(Code::ShapeChange, "the kernel would have loops of several shapes");
  int64_t full = countFullOperands(producerPlan, consumerPlan, merged.getShape());
  bool hasProduct = producerPlan.hasProduct() || consumerPlan.hasProduct();
  int64_t limit = hasProduct ? kMaxFullOperandsOfProduct : kMaxFullOperands;
  if (full > limit)
    return FusionVerdict::no(Code::TooManyOperands, "the kernel would read " + Twine(full) +
                                                        " operands for each element; the limit is " + Twine(limit));
  int64_t outputs = consumer->getNumResults() + llvm::count_if(producer->getResults(), [&](Value result) {
                      return hasUserBeside(result, consumer);
                    });
  if (outputs > kMaxOutputs)
    return FusionVerdict::no(Code::TooManyOutputs, "the kernel would have " + Twine(outputs) +
                                                       " outputs; the limit is " + Twine(kMaxOutputs));
  int64_t bytes = outputs * getArgumentBytes(merged.getRank());
  for (Value input : inputs)
    bytes += getArgumentBytes(cast<RankedTensorType>(input.getType()).getRank());
  if (bytes > kMaxArgumentBytes)
    return FusionVerdict::no(Code::TooManyOperands, "the kernel would take " + Twine(bytes) +
                                                        " bytes of arguments; the limit is " +
                                                        Twine(kMaxArgumentBytes));
  if (readsWindows(producer) && !consumerPlan.isElementwise())
    return FusionVerdict::no(Code::Recompute,
                             "what adjacent windows have in common would be looked up for each of them");
  int64_t produced = getScalarCostPerElement(producer), cost = produced + getScalarCostPerElement(consumer);
  // An operation that is long alone is no reason to store its result.
  int64_t most = kMaxScalarCost + std::max(getLargestCost(producer), getLargestCost(consumer));
  if (cost > most)
    return FusionVerdict::no(Code::TooManyInstructions, "the kernel would take " + Twine(cost) +
                                                            " instructions for each element; the limit is " +
                                                            Twine(most));
  return checkRecompute(producerPlan, consumerPlan, produced, merged);
}
