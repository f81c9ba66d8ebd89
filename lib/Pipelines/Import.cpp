// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stage 0: from linalg and TOSA to fusion ops.

#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Conversion/TosaToFusion/Passes.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Transforms/CheckGraph/Passes.h"
#include "fusion/Transforms/ComposeMoves/Passes.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/PropagateLayout/Passes.h"
#include "fusion/Transforms/RaiseActivations/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fusion;

/// What convert-tosa-to-fusion leaves goes upstream's way.
static void addTosaLeftoverPasses(OpPassManager &pm) {
  OpPassManager &function = pm.nest<func::FuncOp>();
  function.addPass(createTosaToSCFPass());
  function.addPass(tosa::createTosaToLinalgNamed());
  function.addPass(tosa::createTosaToLinalg());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  function.addPass(createTosaToArithPass(arith));
  function.addPass(createTosaToTensorPass());
}

/// An inliner that runs no passes on what it inlines, and prints as such: upstream's factory takes that as a function,
/// and then prints the default, which is canonicalize.
static std::unique_ptr<Pass> createPlainInliner() {
  std::unique_ptr<Pass> inliner = createInlinerPass();
  auto ignore = [](const Twine &) { return failure(); };
  if (failed(inliner->initializeOptions("default-pipeline=", ignore)))
    llvm_unreachable("the inliner takes no default-pipeline");
  return inliner;
}

void fusion::buildImportPipeline(OpPassManager &pm) {
  // Weights are there, and nothing that no stage could take.
  pm.addPass(createCheckGraphPass());
  // Private functions are inlined, untouched: exporters call @relu and the like.
  pm.addPass(createPlainInliner());
  pm.addPass(createSymbolDCEPass());
  // What is to be computed by a kernel of its own stands between boundaries, whatever it is converted to.
  pm.addPass(createIsolatePass());
  // What is understood is in fusion ops; the rest is linalg on tensors.
  pm.addPass(createConvertTosaToFusionPass());
  addTosaLeftoverPasses(pm);
  pm.addPass(createConvertLinalgToFusionPass());
  // Constants and broadcasts of bodies that became operations are folded, and equal ones are one: what moves layouts
  // and raises activations asks whether two values are the same.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCommonSubexpressionsPass());
  // What has windows is elementwise, too.
  pm.addPass(createMapWindowsPass());
  // What only moves elements is read through.
  pm.addPass(createComposeMovesPass());
  // Reductions are operations of their own.
  pm.addPass(createRaiseReductionsPass());
  // Products and their elementwise operations are adjacent.
  pm.addPass(createPropagateLayoutPass());
  // Sizes that became affine.apply are arithmetic.
  pm.addPass(createLowerAffinePass());
  // Two reshapes of one value that moving made are one: an activation reads it twice.
  pm.addPass(createCommonSubexpressionsPass());
  // Activations are one operation each.
  pm.addPass(createRaiseActivationsPass());
  // What was raised leaves nothing behind.
  pm.addPass(createCanonicalizerPass());
}
