// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes one kernel of several: of the kernels themselves, or of copies that are asked about.

#include "MergeKernels.h"

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Transforms/Transforms.h"

using namespace mlir;
using namespace fusion;

MergedOperands::MergedOperands(ArrayRef<KernelOp> parts) {
  auto isPart = [&](Operation *op) { return llvm::is_contained(parts, dyn_cast_or_null<KernelOp>(op)); };
  for (KernelOp kernel : parts) {
    for (Value input : kernel.getInputs())
      if (!isPart(input.getDefiningOp()))
        inputs.insert(input);
    for (Value result : kernel->getResults())
      if (kernel == parts.back() || !llvm::all_of(result.getUsers(), isPart))
        outputs.push_back(result);
  }
}

/// A kernel without operations that reads `inputs`, of which `parts` become one.
static KernelOp createMerged(RewriterBase &rewriter, Location loc, ArrayRef<KernelOp> parts, ValueRange inputs,
                             ArrayRef<Value> outputs) {
  auto merged = KernelOp::create(rewriter, loc, ValueRange(outputs).getTypes(), inputs);
  for (KernelOp kernel : parts)
    for (NamedAttribute attr : kernel->getDiscardableAttrs())
      merged->setDiscardableAttr(attr.getName(), attr.getValue());
  return merged;
}

/// Constants and views of inputs stand first, then the product, so that whatever follows can be computed in its
/// epilogue.
static void orderBody(RewriterBase &rewriter, const KernelPlan &plan) {
  Block *body = plan.getKernel().getBodyBlock();
  auto isOfInputs = [](Operation &op) {
    auto view = dyn_cast<ViewOp>(op);
    return op.hasTrait<OpTrait::ConstantLike>() || (view && view.isOfInput());
  };
  if (const ProductSum *product = plan.getPlainProduct())
    rewriter.moveOpBefore(product->anchor, body, body->begin());
  SmallVector<Operation *> first;
  for (Operation &op : *body)
    if (isOfInputs(op))
      first.push_back(&op);
  for (Operation *op : llvm::reverse(first))
    rewriter.moveOpBefore(op, body, body->begin());
}

/// Takes over the bodies of `parts` by `takeBody`, which has the values of the graph and of the bodies in `mapping`.
static KernelPlan fillMerged(RewriterBase &rewriter, KernelOp merged, const MergedOperands &operands,
                             ArrayRef<KernelOp> parts, function_ref<void(KernelOp, IRMapping &)> takeBody) {
  IRMapping mapping;
  mapping.map(operands.inputs.getArrayRef(), merged.getBodyBlock()->getArguments());
  for (KernelOp kernel : parts)
    takeBody(kernel, mapping);
  rewriter.setInsertionPointToEnd(merged.getBodyBlock());
  YieldOp::create(rewriter, merged.getLoc(),
                  llvm::map_to_vector(operands.outputs, [&](Value output) { return mapping.lookup(output); }));
  KernelPlan plan(merged);
  orderBody(rewriter, plan);
  return plan;
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
  const KernelOp parts[] = {producer, consumer};
  MergedOperands operands(parts);
  rewriter.setInsertionPoint(consumer);
  KernelOp merged = createMerged(rewriter, loc, parts, operands.inputs.getArrayRef(), operands.outputs);
  fillMerged(rewriter, merged, operands, parts, [&](KernelOp kernel, IRMapping &mapping) {
    SmallVector<Value> arguments =
        llvm::map_to_vector(kernel.getInputs(), [&](Value input) { return mapping.lookup(input); });
    // The operands of the yield are remapped with the rest of the body, so it moves too.
    YieldOp yield = kernel.getYield();
    Block *body = merged.getBodyBlock();
    rewriter.inlineBlockBefore(kernel.getBodyBlock(), body, body->end(), arguments);
    mapping.map(kernel->getResults(), yield.getOperands());
    rewriter.eraseOp(yield);
  });
  for (auto [output, result] : llvm::zip_equal(operands.outputs, merged->getResults()))
    rewriter.replaceAllUsesWith(output, result);
  dependence.noteMerged(producer, consumer, merged);
  rewriter.eraseOp(consumer);
  rewriter.eraseOp(producer);
  return merged;
}

MergedCopy::MergedCopy(ArrayRef<KernelOp> parts) : MergedCopy(parts, MergedOperands(parts)) {}

MergedCopy::MergedCopy(ArrayRef<KernelOp> parts, const MergedOperands &operands)
    : function(parts.back(), ValueRange(operands.inputs.getArrayRef()).getTypes(), operands.inputs.getArrayRef()) {
  KernelOp last = parts.back();
  IRRewriter rewriter(last.getContext());
  rewriter.setInsertionPointToEnd(&function.getBlock());
  KernelOp kernel = createMerged(rewriter, last.getLoc(), parts, function.getArguments(), operands.outputs);
  plan = fillMerged(rewriter, kernel, operands, parts, [&](KernelOp part, IRMapping &mapping) {
    for (auto [input, argument] : llvm::zip_equal(part.getInputs(), part.getBodyBlock()->getArguments()))
      mapping.map(argument, mapping.lookup(input));
    rewriter.setInsertionPointToEnd(kernel.getBodyBlock());
    for (Operation &op : part.getBodyBlock()->without_terminator())
      rewriter.clone(op, mapping);
    for (auto [result, yielded] : llvm::zip_equal(part->getResults(), part.getYield().getOperands()))
      mapping.map(result, mapping.lookup(yielded));
  });
}

KernelOp fusion::addOutput(RewriterBase &rewriter, KernelOp kernel, Value value) {
  SmallVector<Type> types = llvm::to_vector(kernel->getResultTypes());
  types.push_back(value.getType());
  rewriter.setInsertionPoint(kernel);
  auto wider = KernelOp::create(rewriter, kernel.getLoc(), types, kernel.getInputs());
  wider->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  YieldOp yield = kernel.getYield();
  rewriter.modifyOpInPlace(yield, [&] { yield->insertOperands(yield->getNumOperands(), value); });
  rewriter.mergeBlocks(kernel.getBodyBlock(), wider.getBodyBlock(), wider.getBodyBlock()->getArguments());
  rewriter.replaceOp(kernel, wider->getResults().drop_back());
  return wider;
}
