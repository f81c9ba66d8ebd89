// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that checks whether kernels can be lowered.

#include "fusion/Analysis/KernelLegality.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Transforms/Passes.h"

namespace fusion {
#define GEN_PASS_DEF_VERIFYKERNELSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct VerifyKernelsPass : fusion::impl::VerifyKernelsPassBase<VerifyKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    auto target = getOperation()->getAttrOfType<TargetAttr>(kTargetAttrName);
    bool failedAny = false;
    getOperation()->walk([&](KernelOp kernel) {
      failedAny |= failed(target ? verifyKernel(kernel, target.getChip(), checkLoweringFamily(kernel, target.getInfo()))
                                 : verifyKernel(kernel));
    });
    if (failedAny)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
