// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stage 0: from linalg and TOSA to fusion ops.

#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Transforms/PropagateLayout/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fusion;

void mlir::fusion::buildImportPipeline(OpPassManager &pm) {
  // Private functions are inlined, untouched: exporters call @relu and the like.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  // What is understood is in fusion ops.
  pm.addPass(createConvertLinalgToFusionPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Products and their elementwise operations are adjacent.
  pm.addPass(createPropagateLayoutPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}
