// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels of leftovers wait first, so that they may be launched early.

#include "fusion/Conversion/LeftoversToGPU/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace fusion {
#define GEN_PASS_DEF_OVERLAPLAUNCHESPASS
#include "fusion/Conversion/LeftoversToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Before anything else, loads that were moved into the kernel included.
static void waitFirst(gpu::GPUFuncOp kernel) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  NVVM::GriddepcontrolOp::create(builder, kernel.getLoc(), NVVM::GridDepActionKind::wait);
  NVVM::GriddepcontrolOp::create(builder, kernel.getLoc(), NVVM::GridDepActionKind::launch_dependents);
}

namespace {
struct OverlapLaunchesPass : fusion::impl::OverlapLaunchesPassBase<OverlapLaunchesPass> {
  using Base::Base;

  void runOnOperation() override {
    auto target = getOperation()->getAttrOfType<TargetAttr>(kTargetAttrName);
    const ChipInfo *chip = target ? &target.getInfo() : nullptr;
    if (!chip || !chip->dependentLaunch)
      return;
    SymbolTableCollection symbols;
    llvm::SetVector<gpu::GPUFuncOp> kernels;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      auto kernel = symbols.lookupSymbolIn<gpu::GPUFuncOp>(getOperation(), launch.getKernelAttr());
      if (!kernel || launch->hasAttr(kProgrammaticAttrName))
        return;
      launch->setAttr(kProgrammaticAttrName, UnitAttr::get(&getContext()));
      ++numLaunches;
      kernels.insert(kernel);
    });
    for (gpu::GPUFuncOp kernel : kernels)
      waitFirst(kernel);
    numKernels += kernels.size();
  }
};
} // namespace
