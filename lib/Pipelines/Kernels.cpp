// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages 0 to 4: from a graph to kernels that can be lowered. The only place that puts them in order: the driver, the C
// interface, fusion-opt and the plugin all run what is built here.

#include "fusion/Conversion/FusionToLinalg/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Schedule/Passes.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace fusion;

/// What a chip has to do with it: `addTarget` attaches one, if there is one.
template <typename Options>
static void addFusedKernels(OpPassManager &pm, const Options &options, function_ref<void()> addTarget) {
  // Strict numerics keep formulas that others rewrite, from the import on.
  pm.addPass(createSetNumericsPass({options.numerics, options.f32Precision}));
  // Stage 0.
  buildImportPipeline(pm);
  // Stages 1 and 2: what is fused depends on numerics and on the chip's families.
  addTarget();
  FusePipelineOptions fuse;
  fuse.initialize = options.initialize;
  if (options.fuse)
    buildFusePipeline(pm, fuse);
  else
    buildFormPipeline(pm);
  if (!options.fuse && options.initialize)
    pm.addPass(createInitializePass());
  // What was written by hand goes before what is chosen.
  if (!options.schedule.empty())
    pm.addPass(createSetSchedulePass({options.schedule}));
}

void fusion::buildKernelsPipeline(OpPassManager &pm, const CPUPipelineOptions &options) {
  addFusedKernels(pm, options, [] {});
}

void fusion::buildKernelsPipeline(OpPassManager &pm, const GPUPipelineOptions &options) {
  addFusedKernels(pm, options, [&] { pm.addPass(createAttachTargetPass({options.chip, options.card})); });
  // Products in f64 are linalg again: there is no kernel for them, but loops.
  pm.addPass(createConvertFusionToLinalgPass({/*wideProducts=*/true}));
  // Constant factors lie as the chip's kernels read them.
  if (options.initialize)
    pm.addPass(createInitializePass({/*transposeFactors=*/true}));
  // Threads of elementwise kernels have whole vectors, where sizes allow it.
  pm.addPass(createFlattenKernelsPass());
  // Stage 3: each kernel carries its schedule.
  pm.addPass(createSelectSchedulePass({options.tuningDb, options.foundTuningDb}));
  // Stage 4: each kernel can be lowered.
  pm.addPass(createVerifyKernelsPass());
}
