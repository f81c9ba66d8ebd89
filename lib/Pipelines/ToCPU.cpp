// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From a graph to LLVM for the host.

#include "HostStages.h"
#include "fusion/Conversion/FusionToLinalg/Passes.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Transforms/Host/Passes.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fusion;

/// bf16 and 8-bit floats have no instructions of their own on most hosts: arithmetic in f32, conversions as bit
/// manipulation.
static void addNarrowFloats(OpPassManager &pm) {
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {"f16"};
  extend.targetTypeStr = "f32";
  pm.addNestedPass<func::FuncOp>(math::createMathExtendToSupportedTypes(extend));
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  pm.addPass(createExpandFloat8Pass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
}

void fusion::buildToCPUPipeline(OpPassManager &pm, const CPUPipelineOptions &options) {
  buildKernelsPipeline(pm, options);
  buildLowerToCPUPipeline(pm);
}

void fusion::buildLowerToCPUPipeline(OpPassManager &pm) {
  // Sizes that must agree at run time are asserted.
  addShapeStage(pm);
  // Everything is linalg on tensors.
  pm.addPass(createConvertFusionToLinalgPass());
  // The program is in destination style, on memrefs, in one workspace.
  addDestinationStage(pm);
  addWorkspaceStage(pm);
  // Each operation is a function, with loops, scalars and branches.
  pm.addPass(createOutlineLinalgPass());
  pm.addPass(createTileProductsPass());
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCommonSubexpressionsPass());
  pm.addPass(createExpandMathPass());
  addNarrowFloats(pm);
  // The LLVM dialect, with the descriptor that the runtime reads.
  addHostToLLVMStage(pm, "cpu");
}
