// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages 0 to 7: device code becomes PTX.

#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusion::buildToPTXPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  buildToGPUPipeline(pm, options);
}
