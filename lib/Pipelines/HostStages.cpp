// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stages of a host program, a line for each pass.

#include "HostStages.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Transforms/Host/Passes.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Sizes of intermediate values are asked of the inputs, and equal ones are one value.
static void addSizes(OpPassManager &pm) {
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.nest<func::FuncOp>().addPass(fusion::createCommonSubexpressionsPass());
}

void fusion::addShapeStage(OpPassManager &pm) {
  // What the import left of arith and math on tensors is linalg: it can tell its sizes and becomes loops.
  pm.addPass(createConvertElementwiseToLinalgPass());
  // Complex functions are arithmetic of real and imaginary parts.
  pm.addNestedPass<func::FuncOp>(createConvertComplexToStandardPass());
  pm.addPass(createCheckShapesPass());
  // The assertions ask kernels, as long as there are any.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
}

void fusion::addDestinationStage(OpPassManager &pm) {
  // Loops over the same elements are one: casts between them are folded, and their sizes are equal values.
  pm.nest<func::FuncOp>().addPass(createCanonicalizerPass());
  addSizes(pm);
  pm.addPass(createFuseLoopsPass());
  // Beside each entry a function computes the shapes of its outputs.
  pm.addPass(createOutlineShapesPass());
  // Everything that writes has a destination of its own.
  pm.addPass(createKernelsToDestinationsPass());
  // Destinations of equal size are one tensor.empty, which is then split on purpose: each writer has one.
  addSizes(pm);
  pm.addPass(createSplitDestinationsPass());
  // Parts of a tensor are written in place, and outputs by those who make them.
  pm.addPass(createEliminateEmptyTensorsPass());
  pm.addPass(createResultsToOutputsPass());
  pm.addPass(createWriteToOutputsPass());
  pm.addPass(createBufferizePass());
  // Casts and views of views that bufferization leaves are folded: kernels and loops see whole memory where it is
  // whole.
  addSizes(pm);
  pm.nest<func::FuncOp>().addPass(createCanonicalizerPass());
}

void fusion::addLaunchSizeCleanup(OpPassManager &pm) {
  OpPassManager &host = pm.nest<func::FuncOp>();
  host.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  host.addPass(createCanonicalizerPass());
}

void fusion::addWorkspaceStage(OpPassManager &pm) {
  pm.addPass(createPlanWorkspacePass());
  // Offsets that are known, and what computed sizes of allocations that are gone.
  OpPassManager &host = pm.nest<func::FuncOp>();
  host.addPass(createCanonicalizerPass());
  host.addPass(fusion::createCommonSubexpressionsPass());
}

void fusion::addHostToLLVMStage(OpPassManager &pm, StringRef device) {
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
  pm.addPass(createLowerMathPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(fusion::createCommonSubexpressionsPass());
}
