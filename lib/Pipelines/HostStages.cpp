// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostStages.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Of the graphs' and the host program's functions, not of device code that is there already.
static void addCleanup(OpPassManager &pm) {
  OpPassManager &host = pm.nest<func::FuncOp>();
  host.addPass(createCanonicalizerPass());
  host.addPass(createCSEPass());
}

/// Sizes of intermediate values are asked of the inputs.
static void addSizeCleanup(OpPassManager &pm) {
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  addCleanup(pm);
}

void mlir::fusion::addShapeStage(OpPassManager &pm) {
  // What the import left of arith and math on tensors is linalg: it can tell its sizes and becomes loops.
  pm.addPass(createConvertElementwiseToLinalgPass());
  // Complex functions are arithmetic of real and imaginary parts.
  pm.addNestedPass<func::FuncOp>(createConvertComplexToStandardPass());
  pm.addPass(createCheckShapesPass());
  addSizeCleanup(pm);
}

void mlir::fusion::addDestinationStage(OpPassManager &pm) {
  // Loops over the same elements are one.
  addSizeCleanup(pm);
  pm.addPass(createFuseLoopsPass());
  // Beside each entry a function computes the shapes of its outputs.
  pm.addPass(createOutlineShapesPass());
  // Everything that writes has a destination of its own.
  pm.addPass(createKernelsToDestinationsPass());
  addSizeCleanup(pm);
  pm.addPass(createSplitDestinationsPass());
  // Parts of a tensor are written in place, and outputs by those who make them.
  pm.addPass(createEliminateEmptyTensorsPass());
  pm.addPass(createResultsToOutputsPass());
  pm.addPass(createWriteToOutputsPass());
  pm.addPass(createBufferizePass());
  addSizeCleanup(pm);
}

void mlir::fusion::addLaunchSizeCleanup(OpPassManager &pm) {
  OpPassManager &host = pm.nest<func::FuncOp>();
  host.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  host.addPass(createCanonicalizerPass());
}

void mlir::fusion::addWorkspaceStage(OpPassManager &pm) {
  pm.addPass(createPlanWorkspacePass());
  addCleanup(pm);
}

void mlir::fusion::addHostToLLVMStage(OpPassManager &pm, StringRef device) {
  // What is wrong with a call's sizes is said before anything is launched.
  pm.nest<func::FuncOp>().addPass(createHoistAssertsPass());
  // Views are pointer arithmetic, sizes plain arithmetic.
  pm.addPass(createLowerExpandShapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  // Failed assertions return from the call.
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createLowerAssertsPass());
  // The wrappers and the descriptor that the runtime reads.
  EmitModulePassOptions options;
  options.device = device.str();
  pm.addPass(createEmitModulePass(options));
  pm.addPass(createCallLibmPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}
