// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that gives kernels destinations.

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fusion {
#define GEN_PASS_DEF_KERNELSTODESTINATIONSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// The input of which an output keeps elements; it is the destination, and the body does not name it any more. Null
/// where it keeps none.
static Value takeKept(IRRewriter &rewriter, KernelOp kernel, unsigned output) {
  StoreOpInterface store = getStoreOp(kernel, output);
  Value kept = store ? store.getKept() : Value();
  if (!kept)
    return {};
  Value input = kernel.getInputOf(kept);
  rewriter.modifyOpInPlace(store, [&] { store->eraseOperand(store->getNumOperands() - 1); });
  return input;
}

static LogicalResult addDestinations(IRRewriter &rewriter, KernelOp kernel) {
  rewriter.setInsertionPoint(kernel);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(kernel.reifyResultShapes(rewriter, shapes)))
    return kernel.emitOpError("expects result shapes that follow from the shapes of its inputs");
  SmallVector<Value> outs;
  for (auto [result, shape] : llvm::zip_equal(kernel.getResults(), shapes)) {
    if (Value kept = takeKept(rewriter, kernel, result.getResultNumber())) {
      outs.push_back(kept);
      continue;
    }
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(shape))
      if (type.isDynamicDim(dim))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, kernel.getLoc(), size));
    outs.push_back(tensor::EmptyOp::create(rewriter, kernel.getLoc(), type, sizes));
  }
  auto lowered = KernelOp::create(rewriter, kernel.getLoc(), kernel.getResultTypes(), kernel.getInputs(), outs);
  lowered->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  lowered.copySchedules(kernel);
  lowered.copyVariants(kernel);
  rewriter.mergeBlocks(kernel.getBodyBlock(), lowered.getBodyBlock(), lowered.getBodyBlock()->getArguments());
  rewriter.replaceOp(kernel, lowered.getResults());
  return success();
}

namespace {
struct KernelsToDestinations : fusion::impl::KernelsToDestinationsPassBase<KernelsToDestinations> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.getOuts().empty() && kernel.getNumResults() != 0)
        kernels.push_back(kernel);
    });
    IRRewriter rewriter(&getContext());
    for (KernelOp kernel : kernels)
      if (failed(addDestinations(rewriter, kernel)))
        return signalPassFailure();
    numKernels += kernels.size();
  }
};
} // namespace
