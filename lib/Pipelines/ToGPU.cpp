// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages 0 to 6: from a graph to GPU kernels and the host code that launches them.

#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusion::buildToGPUPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  buildImportPipeline(pm);
  buildFusePipeline(pm);
}
