// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants are chosen for operands as they lie in memory. A kernel on tensors has a draft for that: the same kernel on
// memrefs, as bufferization is expected to leave it, with strides in the place of views. It stands in no module.

#include "fusion/Analysis/DetachedFunction.h"
#include "fusion/Analysis/MemoryLayout.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

static MemRefType getInputType(KernelOp kernel, Value access) {
  MemRefType type = expectReadLayout(kernel.getInputOf(access));
  auto view = access.getDefiningOp<ViewOp>();
  return view ? permuteLayout(type, view.getComposedPermutation()) : type;
}

/// In the order in which the kernel computes it.
static MemRefType getOutputType(KernelOp kernel, unsigned number) {
  MemRefType type = expectWriteLayout(kernel.getResult(number));
  SmallVector<int64_t> order;
  if (auto scatter = kernel.getYield().getOperand(number).getDefiningOp<ScatterOp>();
      scatter && keepsDimensions(scatter))
    for (const ReassociationIndices &dims : scatter.getOutputDims())
      order.push_back(dims.front());
  if (!order.empty())
    return permuteLayout(type, order);
  auto view = kernel.getYield().getOperand(number).getDefiningOp<ViewOp>();
  if (!view || view.isOfInput())
    return type;
  return permuteLayout(type, invertPermutationVector(view.getComposedPermutation()));
}

static SmallVector<Type> getOperandTypes(KernelOp kernel, ArrayRef<Value> accesses) {
  SmallVector<Type> types =
      llvm::map_to_vector(accesses, [&](Value access) -> Type { return getInputType(kernel, access); });
  for (unsigned number = 0; number < kernel.getNumResults(); ++number)
    types.push_back(getOutputType(kernel, number));
  return types;
}

namespace {
/// A kernel's draft.
class KernelDraft {
public:
  explicit KernelDraft(KernelOp kernel)
      : kernel(kernel), accesses(kernel.getAccesses()), function(kernel, getOperandTypes(kernel, accesses)) {
    auto builder = OpBuilder::atBlockEnd(&function.getBlock());
    ValueRange operands = function.getArguments();
    draft = KernelOp::create(builder, kernel.getLoc(), TypeRange(), operands.take_front(accesses.size()),
                             operands.drop_front(accesses.size()));
    draft->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
    draft.copySchedules(kernel);
    copyBody();
  }

  KernelOp get() { return draft; }

private:
  void copyBody() {
    IRMapping mapping;
    mapping.map(accesses, draft.getBodyBlock()->getArguments());
    auto builder = OpBuilder::atBlockBegin(draft.getBodyBlock());
    for (Operation &op : *kernel.getBodyBlock()) {
      auto view = dyn_cast<ViewOp>(op);
      if (!view)
        (void)takePermutation(dyn_cast<ScatterOp>(builder.clone(op, mapping)));
      else if (!view.isOfInput())
        mapping.map(view.getResult(), mapping.lookup(view.getInput()));
      else if (!mapping.contains(view.getResult()))
        mapEqualView(view, mapping);
    }
  }

  /// Equal views are one operand.
  void mapEqualView(ViewOp view, IRMapping &mapping) {
    for (Value access : accesses)
      if (auto known = access.getDefiningOp<ViewOp>(); known && skipViews(known) == skipViews(view) &&
                                                       known.getComposedPermutation() == view.getComposedPermutation())
        mapping.map(view.getResult(), mapping.lookup(access));
  }

  KernelOp kernel;
  SmallVector<Value> accesses;
  DetachedFunction function;
  KernelOp draft;
};
} // namespace

/// The variants of a bufferized kernel, where they stand in the IR.
static FailureOr<ArrayAttr> selectVariantsOf(const KernelPlan &bufferized, const ChipInfo &chip) {
  const KernelFamily *family = getLoweringFamily(bufferized, chip);
  return family ? family->selectVariants(bufferized) : ArrayAttr();
}

FailureOr<ArrayAttr> fusion::selectVariants(const KernelPlan &plan, const ChipInfo &chip) {
  KernelOp kernel = plan.getKernel();
  if (kernel.isBufferized())
    return selectVariantsOf(plan, chip);
  if (kernel.getGeneralView())
    return ArrayAttr(); // no family takes it
  KernelDraft draft(kernel);
  return selectVariantsOf(draft.get(), chip);
}

LogicalResult fusion::setVariants(const KernelPlan &plan, const ChipInfo &chip) {
  FailureOr<ArrayAttr> variants = selectVariants(plan, chip);
  if (failed(variants))
    return failure();
  if (*variants)
    plan.getKernel().setVariantsAttr(*variants);
  return success();
}
