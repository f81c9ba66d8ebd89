// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Target/PTX/PTX.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusion::buildGPUModuleToNVVMPipeline(OpPassManager &pm) {
  OpPassManager &module = pm.nest<gpu::GPUModuleOp>();
  // Views become pointer arithmetic.
  module.addPass(memref::createExpandStridedMetadataPass());
  module.addPass(createLowerAffinePass());
  module.addPass(createCanonicalizerPass());
  module.addPass(createCSEPass());
  // Control flow is flat afterwards.
  module.addPass(createSCFToControlFlowPass());
  // Only llvm and nvvm operations afterwards. The first pass leaves what math expansion has already made to others.
  ConvertGpuOpsToNVVMOpsOptions options;
  options.indexBitwidth = 64;
  module.addPass(createConvertGpuOpsToNVVMOps(options));
  module.addPass(createReconcileUnrealizedCastsPass());
}
