// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's parts: anchors, the work in front of and behind them, outputs.

#include "fusion/Analysis/KernelPlan.h"

#include "fusion/Analysis/ProductFormula.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fusion;

bool fusion::isProduct(Operation *op) {
  auto anchor = dyn_cast_or_null<AnchorOpInterface>(op);
  return anchor && anchor.getFactors().size() > 1;
}

KernelPlan::KernelPlan(KernelOp kernel) : kernel(kernel) {
  llvm::append_range(anchors, kernel.getBodyBlock()->getOps<AnchorOpInterface>());
}

StringRef KernelPlan::getAnchorName() const {
  return anchors.empty() ? StringRef("elementwise") : anchors.front()->getName().stripDialect();
}

RankedTensorType KernelPlan::getIterationType() const {
  SmallVector<RankedTensorType> types;
  for (AnchorOpInterface anchor : anchors)
    types.push_back(anchor.getIterationType());
  if (types.empty())
    for (Value computed : getKernel().getComputed())
      types.push_back(cast<RankedTensorType>(computed.getType()));
  RankedTensorType type;
  for (RankedTensorType next : types) {
    if (type && type.getShape() != next.getShape())
      return {};
    type = next;
  }
  return type;
}

/// Whether an operation of a body is none of its elementwise work.
static bool isNoWork(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || isa<ViewOp>(op) || op->hasTrait<OpTrait::IsTerminator>();
}

/// What `values` are computed by, down to inputs and anchors, which are collected beside.
static SmallVector<Operation *> collectWork(ArrayRef<Value> values, SmallVectorImpl<AnchorOpInterface> &anchors) {
  llvm::SetVector<Operation *> work;
  llvm::SmallSetVector<Operation *, 2> sources;
  SmallVector<Value> left(values);
  while (!left.empty()) {
    Operation *op = left.pop_back_val().getDefiningOp();
    if (!op || work.contains(op))
      continue;
    if (isa<AnchorOpInterface>(op)) {
      sources.insert(op);
      continue;
    }
    if (!isNoWork(op))
      work.insert(op);
    llvm::append_range(left, op->getOperands());
  }
  auto inOrder = [](auto ops) {
    SmallVector<Operation *> sorted(ops.begin(), ops.end());
    llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return sorted;
  };
  for (Operation *source : inOrder(sources))
    anchors.push_back(cast<AnchorOpInterface>(source));
  return inOrder(work);
}

bool KernelPlan::chainsProducts() const {
  if (!hasSeveralProducts())
    return false;
  llvm::SmallDenseSet<Operation *, 4> behind; // products, and other anchors that read them
  for (AnchorPlan &anchor : getAnchorPlans()) {
    bool reads = llvm::any_of(anchor.factors, [&](const FactorPlan &factor) {
      return llvm::any_of(factor.sources, [&](Operation *source) { return behind.contains(source); });
    });
    if (isProduct(anchor.op) && reads)
      return true;
    if (isProduct(anchor.op) || reads)
      behind.insert(anchor.op);
  }
  return false;
}

bool KernelPlan::hasProduct() const { return llvm::any_of(anchors, isProduct); }

bool KernelPlan::hasSeveralProducts() const { return llvm::count_if(anchors, isProduct) > 1; }

bool KernelPlan::hasProductAndReductions() const { return hasProduct() && !llvm::all_of(anchors, isProduct); }

const ProductFormula &KernelPlan::getFormula() const {
  if (!formula)
    formula = std::make_shared<const ProductFormula>(*this);
  return *formula;
}

const ProductSum *KernelPlan::getPlainProduct() const { return getFormula().getPlain(); }

ArrayRef<ProductSum> KernelPlan::getSiblingProducts() const { return getFormula().getSiblings(); }

ArrayRef<ProductSum> KernelPlan::getAccumulatedProducts() const { return getFormula().getAccumulated(); }

Value KernelPlan::getLeftFactor() const {
  ArrayRef<ProductSum> products = getAccumulatedProducts();
  KernelOp own = kernel;
  return products.empty() ? Value() : own.getInputOf(products.front().lhs.getValue());
}

SmallVector<AnchorPlan> KernelPlan::getAnchorPlans() const {
  SmallVector<AnchorPlan> plans;
  for (AnchorOpInterface anchor : anchors) {
    AnchorPlan &plan = plans.emplace_back(AnchorPlan{anchor, {}});
    OperandRange factors = anchor.getFactors();
    for (unsigned i = 0; i < factors.size(); ++i) {
      FactorPlan &factor = plan.factors.emplace_back();
      factor.operand = &anchor->getOpOperand(factors.getBeginOperandIndex() + i);
      factor.prologue = collectWork({factor.operand->get()}, factor.sources);
    }
  }
  return plans;
}

SmallVector<Operation *> KernelPlan::getEpilogue() const {
  SmallVector<AnchorOpInterface> sources;
  return collectWork(getKernel().getComputed(), sources);
}

SmallVector<OutputPlan> KernelPlan::getOutputs() const {
  RankedTensorType iteration = getIterationType();
  SmallVector<OutputPlan> outputs;
  for (Value computed : getKernel().getComputed()) {
    OutputPlan &output = outputs.emplace_back(OutputPlan{computed, std::nullopt});
    if (iteration)
      output.kind = classifyOperand(cast<RankedTensorType>(computed.getType()).getShape(), iteration.getShape());
  }
  return outputs;
}
