// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From a graph to LLVM for the host.

#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusion::buildToCPUPipeline(OpPassManager &pm) {
  buildImportPipeline(pm);
  buildFusePipeline(pm);
}
