// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every pass and pipeline of the project, by name.

#include "fusion/Conversion/LeftoversToGPU/Passes.h"
#include "fusion/Conversion/FusionToGPU/Passes.h"
#include "fusion/Conversion/FusionToLinalg/Passes.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Conversion/TosaToFusion/Passes.h"
#include "fusion/InitAll.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Schedule/Passes.h"
#include "fusion/Target/PTX/Passes.h"
#include "fusion/Transforms/CheckGraph/Passes.h"
#include "fusion/Transforms/ComposeMoves/Passes.h"
#include "fusion/Transforms/Host/Passes.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/PropagateLayout/Passes.h"
#include "fusion/Transforms/RaiseActivations/Passes.h"

using namespace mlir;

void fusion::registerAllPasses() {
  registerLeftoversToGPUPasses();
  registerFusionToGPUPasses();
  registerFusionToLinalgPasses();
  registerFusionHostPasses();
  registerHostToLLVMPasses();
  registerMathExpandPasses();
  registerTransformsPasses();
  registerSchedulePasses();
  registerTargetPTXPasses();
  registerTosaToFusionPasses();
  registerLinalgToFusionPasses();
  registerCheckGraphPasses();
  registerComposeMovesPasses();
  registerPropagateLayoutPasses();
  registerRaiseActivationsPasses();
  registerPipelines();
}
