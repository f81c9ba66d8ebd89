// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variants are chosen for operands as they lie in memory. Of a kernel on tensors a draft is made for that: the same
// kernel on memrefs, as bufferization is expected to leave it, with strides in the place of views. It never gets
// further.

#include "fusion/Analysis/MemoryLayout.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

namespace {
/// A kernel's draft, in front of it for as long as this lives.
class KernelDraft {
public:
  explicit KernelDraft(KernelOp kernel) : kernel(kernel), builder(kernel) {
    SmallVector<Value> accesses = kernel.getAccesses();
    SmallVector<Type> types = llvm::map_to_vector(accesses, [&](Value access) -> Type { return getInputType(access); });
    for (unsigned number = 0; number < kernel.getNumResults(); ++number)
      types.push_back(getOutputType(number));
    operands = UnrealizedConversionCastOp::create(builder, kernel.getLoc(), types, ValueRange());
    draft = KernelOp::create(builder, kernel.getLoc(), TypeRange(), operands.getResults().take_front(accesses.size()),
                             operands.getResults().drop_front(accesses.size()));
    draft->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
    draft.copySchedules(kernel);
    copyBody(accesses);
  }
  ~KernelDraft() {
    draft.erase();
    operands.erase();
  }
  KernelDraft(const KernelDraft &) = delete;

  KernelOp get() { return draft; }

private:
  MemRefType getInputType(Value access) {
    MemRefType type = expectReadLayout(kernel.getInputOf(access));
    auto view = access.getDefiningOp<ViewOp>();
    return view ? permuteLayout(type, view.getComposedPermutation()) : type;
  }

  /// In the order in which the kernel computes it.
  MemRefType getOutputType(unsigned number) {
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

  void copyBody(ArrayRef<Value> accesses) {
    IRMapping mapping;
    mapping.map(accesses, draft.getBodyBlock()->getArguments());
    builder.setInsertionPointToStart(draft.getBodyBlock());
    for (Operation &op : *kernel.getBodyBlock()) {
      auto view = dyn_cast<ViewOp>(op);
      if (!view)
        (void)takePermutation(dyn_cast<ScatterOp>(builder.clone(op, mapping)));
      else if (!view.isOfInput())
        mapping.map(view.getResult(), mapping.lookup(view.getInput()));
      else if (!mapping.contains(view.getResult()))
        mapEqualView(view, accesses, mapping);
    }
  }

  /// Equal views are one operand.
  static void mapEqualView(ViewOp view, ArrayRef<Value> accesses, IRMapping &mapping) {
    for (Value access : accesses)
      if (auto known = access.getDefiningOp<ViewOp>(); known && skipViews(known) == skipViews(view) &&
                                                       known.getComposedPermutation() == view.getComposedPermutation())
        mapping.map(view.getResult(), mapping.lookup(access));
  }

  KernelOp kernel, draft;
  OpBuilder builder;
  UnrealizedConversionCastOp operands;
};
} // namespace

static LogicalResult setVariantsOf(KernelOp kernel, KernelOp onMemRefs, const ChipInfo &chip) {
  const KernelFamily *family = getLoweringFamily(onMemRefs, chip);
  if (!family)
    return success();
  FailureOr<ArrayAttr> variants = family->selectVariants(onMemRefs);
  if (failed(variants))
    return failure();
  if (*variants)
    kernel.setVariantsAttr(*variants);
  return success();
}

LogicalResult fusion::setVariants(KernelOp kernel, const ChipInfo &chip) {
  if (kernel.isBufferized())
    return setVariantsOf(kernel, kernel, chip);
  if (kernel.getGeneralView())
    return success(); // no family takes it
  return setVariantsOf(kernel, KernelDraft(kernel).get(), chip);
}
