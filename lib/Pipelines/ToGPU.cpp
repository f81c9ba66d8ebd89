// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages 0 to 5: from a graph to GPU kernels and the host code that launches them.

#include "HostStages.h"
#include "fusion/Conversion/FusionToGPU/Passes.h"
#include "fusion/Conversion/LeftoversToGPU/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fusion;

void fusion::buildToGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  buildKernelsPipeline(pm, options);
  buildLowerToGPUPipeline(pm, options);
}

void fusion::buildLowerToGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  // Stage 5: the program is in destination style, on memrefs.
  addShapeStage(pm);
  addDestinationStage(pm);
  // Kernels, and everything that is not one, are functions in one gpu.module.
  pm.addNestedPass<func::FuncOp>(createCopyIndexedViewsPass());
  // What kernels see in another order of dimensions is memory with other strides.
  pm.addNestedPass<func::FuncOp>(createLowerViewsPass());
  // Kernels write in the place of what they read, and before that into outputs: less is allocated.
  pm.addPass(createShareMemoryPass());
  pm.addPass(createConvertFusionToGPUPass({options.dependentLaunch, options.boundedWaits}));
  pm.addPass(createPassNumbersPass());
  pm.addNestedPass<func::FuncOp>(createLeftoversToGPUPass());
  pm.addPass(createGpuKernelOutliningPass());
  if (options.dependentLaunch)
    pm.addPass(createOverlapLaunchesPass());
  pm.addPass(createMergeGPUModulesPass());
  // Constants that outlining moved into device functions are folded there; several functions at once.
  pm.nest<gpu::GPUModuleOp>().nestAny().addPass(createCanonicalizerPass());
  // No allocation is left, those of kernels included, whose sizes are asked of inputs and outputs.
  addLaunchSizeCleanup(pm);
  addWorkspaceStage(pm);
}
