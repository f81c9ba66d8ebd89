// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pipeline of a device module, a line for each pass.

#include "fusion/Target/PTX/PTX.h"

#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Target/PTX/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusion::buildGPUModuleToNVVMPipeline(OpPassManager &pm) {
  OpPassManager &module = pm.nest<gpu::GPUModuleOp>();
  // Functions become arithmetic; no operation of the math dialect is left, and no library is needed.
  ExpandMathPassOptions math;
  math.target = MathTarget::NVPTX;
  module.addPass(createExpandMathPass(math));
  // Floats of 8 bits become bytes.
  ExpandFloat8PassOptions float8;
  float8.target = MathTarget::NVPTX;
  module.addPass(createExpandFloat8Pass(float8));
  // Views become pointer arithmetic. (Kernels that are LLVM functions have pointers to begin with.)
  OpPassManager &views = module.nest<gpu::GPUFuncOp>();
  views.addPass(memref::createExpandStridedMetadataPass());
  views.addPass(createLowerAffinePass());
  // Each function by itself, several at once.
  OpPassManager &function = module.nestAny();
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  // Control flow is flat afterwards.
  function.addPass(createSCFToControlFlowPass());
  // Only llvm and nvvm operations afterwards.
  module.addPass(createConvertDeviceToNVVMPass());
  // What the back end has no intrinsic for is inline PTX; what these conversions make may be such again.
  OpPassManager &converted = module.nestAny();
  converted.addPass(createConvertNVVMToLLVMPass());
  converted.addPass(createReconcileUnrealizedCastsPass());
  converted.addPass(createConvertNVVMToLLVMPass());
}
