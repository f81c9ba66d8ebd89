// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_UNFUSEPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

void mlir::fusion::inlineKernel(RewriterBase &rewriter, KernelOp kernel) {
  for (ViewOp view : llvm::make_early_inc_range(kernel.getBodyBlock()->getOps<ViewOp>())) {
    rewriter.setInsertionPoint(view);
    Value copy = transposeDims(rewriter, view.getLoc(), view.getInput(), view.getPermutation());
    rewriter.replaceOp(view, castStaticSizes(rewriter, view.getLoc(), copy, view.getType()));
  }
  YieldOp yield = kernel.getYield();
  rewriter.inlineBlockBefore(kernel.getBodyBlock(), kernel, kernel.getInputs());
  SmallVector<Value> outputs(yield.getOperands());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(kernel, outputs);
}

namespace {
struct UnfusePass : fusion::impl::UnfusePassBase<UnfusePass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    IRRewriter rewriter(&getContext());
    for (KernelOp kernel : kernels) {
      if (!kernel.getOuts().empty()) {
        kernel.emitOpError("in destination style cannot be unfused");
        return signalPassFailure();
      }
      inlineKernel(rewriter, kernel);
      ++numKernels;
    }
  }
};
} // namespace
