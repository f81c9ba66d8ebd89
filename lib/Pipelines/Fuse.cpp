// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages 1 and 2: with the target known, kernels are formed, then merged.

#include "fusion/Conversion/FusionToLinalg/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Transforms/ComposeMoves/Passes.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/PropagateLayout/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fusion;

/// Reductions that no kernel takes are loops.
static void addReductionLoops(OpPassManager &pm) {
  ConvertFusionToLinalgPassOptions reductions;
  reductions.reductions = true;
  pm.addPass(createConvertFusionToLinalgPass(reductions));
}

/// What was fused for another chip, and no family of this one takes, is operations of the graph again.
static void addUnfuseRefused(OpPassManager &pm) { pm.addPass(createUnfusePass({/*refused=*/true})); }

/// Scales that no kernel takes are multiplied with their operands.
static void addExpandedScales(OpPassManager &pm) { pm.addPass(createExpandBlockScalesPass()); }

void fusion::buildFormPipeline(OpPassManager &pm) {
  pm.addPass(createIsolatePass());
  addUnfuseRefused(pm);
  addExpandedScales(pm);
  addReductionLoops(pm);
  pm.addPass(createFillConstantsPass());
  pm.addPass(createFormKernelsPass());
  pm.addPass(createDropBoundariesPass());
}

void fusion::buildFusePipeline(OpPassManager &pm, const FusePipelineOptions &options) {
  // Stage 1: the module carries the target, if there is to be one: what is fused depends on the chip's families.
  if (!options.chip.empty())
    pm.addPass(createAttachTargetPass({options.chip, options.card}));
  // Graphs that come without an import.
  pm.addPass(createIsolatePass());
  addUnfuseRefused(pm);
  addExpandedScales(pm);
  // Products are multiplied with numbers, not their factors, and read 16-bit numbers as such.
  pm.addPass(createFreeFactorsPass());
  // Halves of a product that meet are products that one kernel computes.
  pm.addPass(createSplitProductsPass());
  // Reshapes between a product and what reads it move out of the way, as those that were freed of casts and scales.
  pm.addPass(createPropagateLayoutPass());
  addReductionLoops(pm);
  // A size is asked of the graph's inputs, not of a product that would be stored for that alone.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  // Sizes that became affine.apply are arithmetic.
  pm.addPass(createLowerAffinePass());
  // What moved and became loops is folded, so that form-kernels finds operations and no reshapes of reshapes.
  pm.addPass(createCanonicalizerPass());
  // Equal operations are one, so that what they feed can meet in one kernel.
  pm.addPass(createCommonSubexpressionsPass());
  // What is joined, looked up or returned is looked up where it comes from.
  pm.addPass(createFoldLookupsPass());
  // What is returned in another order is computed so, or looked up.
  pm.addPass(createComposeMovesPass({/*stored=*/true}));
  // Who reads a formula of positions computes it: from here on equal operations stay two.
  pm.addPass(createRepeatFormulasPass());
  // What the kernel of a tensor's elements finds of all of them is asked of it.
  pm.addPass(createFormStoresPass());
  // What is stored is written, not copied from a constant.
  pm.addPass(createFillConstantsPass());
  // Stage 2: every operation of the fusion dialect is in a kernel of its own.
  pm.addPass(createFormKernelsPass());
  // What lies in memory in another order than a product wants it is read and written by strides.
  pm.addPass(createAbsorbTransposesPass());
  // What follows from constants alone is computed once, by a function beside the entry.
  if (options.initialize)
    pm.addPass(createInitializePass());
  // Kernels are merged where that is legal and profitable; each edge has a remark.
  pm.addPass(createFuseEpiloguePass());
  // Bodies share their constants.
  pm.addPass(createCommonSubexpressionsPass());
}
