// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Inlines kernels: all of them, or those that no family takes.

#include "fusion/Dialect/Fusion/Utils/Views.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fusion {
#define GEN_PASS_DEF_UNFUSEPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

void fusion::inlineKernel(RewriterBase &rewriter, KernelOp kernel) {
  for (ViewOp view : llvm::make_early_inc_range(kernel.getBodyBlock()->getOps<ViewOp>())) {
    rewriter.setInsertionPoint(view);
    rewriter.replaceOp(view, copyView(rewriter, view, view.getInput()));
  }
  YieldOp yield = kernel.getYield();
  rewriter.inlineBlockBefore(kernel.getBodyBlock(), kernel, kernel.getInputs());
  SmallVector<Value> outputs(yield.getOperands());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(kernel, outputs);
}

int64_t fusion::unfuseRefusedKernels(RewriterBase &rewriter, Operation *root, const ChipInfo &chip) {
  SmallVector<KernelOp> refused;
  root->walk([&](KernelOp kernel) {
    if (!kernel.getOuts().empty() || kernel.isBufferized() || kernel.getScheduleAttr())
      return;
    KernelPlan plan(kernel);
    FusionVerdict verdict = checkFamilies(plan, chip);
    auto takes = [&](const ChipInfo &other) { return checkFamilies(plan, other).allowed; };
    bool isGeneral = bool(kernel.getGeneralView());
    if (verdict || (!isGeneral && llvm::none_of(getChips(), takes)))
      return;
    emitMissed(kernel, RemarkCode::Unfused, verdict.reason, isGeneral ? std::optional<StringRef>("") : std::nullopt);
    refused.push_back(kernel);
  });
  for (KernelOp kernel : refused)
    inlineKernel(rewriter, kernel);
  return refused.size();
}

namespace {
struct UnfusePass : fusion::impl::UnfusePassBase<UnfusePass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (refused) {
      if (getOperation()->hasAttr(kTargetAttrName))
        numKernels += unfuseRefusedKernels(rewriter, getOperation(), getTargetChip(getOperation()));
      return;
    }
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
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
