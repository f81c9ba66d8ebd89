// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stage 0: from linalg and TOSA to fusion ops.

#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusion::buildImportPipeline(OpPassManager &pm) {
  // Private functions are inlined: exporters call @relu and the like.
  pm.addPass(createInlinerPass());
  pm.addPass(createCanonicalizerPass());
}
