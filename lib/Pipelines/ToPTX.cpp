// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages 0 to 6: device code becomes PTX.

#include "HostStages.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Target/PTX/PTX.h"
#include "fusion/Target/PTX/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

void fusion::buildToPTXPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  buildToGPUPipeline(pm, options);
  buildLowerToPTXPipeline(pm);
}

void fusion::buildLowerToPTXPipeline(OpPassManager &pm) {
  // Device code is in the llvm and nvvm dialects.
  buildGPUModuleToNVVMPipeline(pm);
  // Device modules are gpu.binary with PTX.
  pm.addPass(createTranslateToPTXPass());
}

void fusion::buildToHostPipeline(OpPassManager &pm) {
  // Launches call the runtime; PTX and constants are in its tables.
  pm.addPass(createConvertLaunchesPass());
  // What the host computes of scalars needs no library either, and divides by zero as the device does.
  pm.addNestedPass<func::FuncOp>(createExpandMathPass());
  pm.addNestedPass<func::FuncOp>(createExpandFloat8Pass());
  // The LLVM dialect, with the descriptor that the runtime reads.
  addHostToLLVMStage(pm, "cuda");
}
