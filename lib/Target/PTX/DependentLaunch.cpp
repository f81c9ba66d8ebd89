// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks for releases without a wait, and for noalias.

#include "DependentLaunch.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace fusion;

static bool waits(LLVM::LLVMFuncOp kernel) {
  WalkResult found = kernel.walk([](NVVM::GriddepcontrolOp op) {
    return op.getKind() == NVVM::GridDepActionKind::wait ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// A launch_dependents that is reached without a wait; null if there is none.
static Operation *findUnwaitedRelease(LLVM::LLVMFuncOp kernel) {
  SmallVector<NVVM::GriddepcontrolOp> waits, releases;
  kernel.walk([&](NVVM::GriddepcontrolOp op) {
    (op.getKind() == NVVM::GridDepActionKind::wait ? waits : releases).push_back(op);
  });
  DominanceInfo dominance;
  for (NVVM::GriddepcontrolOp release : releases)
    if (llvm::none_of(waits, [&](NVVM::GriddepcontrolOp wait) { return dominance.properlyDominates(wait, release); }))
      return release;
  return nullptr;
}

static LogicalResult verifyKernel(gpu::LaunchFuncOp launch, LLVM::LLVMFuncOp kernel) {
  if (!waits(kernel)) {
    InFlightDiagnostic diagnostic = launch.emitOpError("may start before the kernels before it have ended, but its "
                                                       "kernel does not wait for them (nvvm.griddepcontrol wait)");
    diagnostic.attachNote(kernel.getLoc()) << "the kernel is here";
    return diagnostic;
  }
  if (Operation *early = findUnwaitedRelease(kernel))
    return early->emitOpError(
        "may let the next kernel start before this one has waited for those before it: then more than "
        "one kernel may run beside the next one");
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (kernel.getArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName()))
      return kernel.emitOpError("must not have the noalias argument #")
             << i
             << ": it waits for the kernels before it, and loads through a noalias pointer may move in front of that";
  return success();
}

LogicalResult fusion::verifyDependentLaunches(ModuleOp module) {
  SymbolTableCollection symbols;
  llvm::SmallPtrSet<Operation *, 16> verified;
  WalkResult result = module.walk([&](gpu::LaunchFuncOp launch) {
    if (!launch->hasAttr(kProgrammaticAttrName))
      return WalkResult::advance();
    auto kernel = symbols.lookupSymbolIn<LLVM::LLVMFuncOp>(module, launch.getKernelAttr());
    if (!kernel || !verified.insert(kernel).second)
      return WalkResult::advance();
    return failed(verifyKernel(launch, kernel)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
