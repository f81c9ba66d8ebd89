// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/Compile.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Target/PTX/PTX.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fusion;

/// Puts the schedule that was asked for on every product's kernel.
static LogicalResult setSchedules(ModuleOp module, StringRef text) {
  auto schedule = dyn_cast_or_null<ScheduleAttr>(parseAttribute(text, module.getContext()));
  if (!schedule)
    return module.emitError() << "expected a #fusion.schedule, but got '" << text << "'";
  module.walk([&](KernelOp kernel) {
    if (!kernel.getBodyBlock()->getOps<MatmulOp>().empty())
      kernel.setScheduleAttr(schedule);
  });
  return success();
}

static void setOptions(GPUPipelineOptions &pipeline, const CompileOptions &options) {
  pipeline.chip = options.target;
  pipeline.card = options.card;
  pipeline.tuningDb = options.tuningDb;
  pipeline.initialize = options.initialize;
  pipeline.dependentLaunch = options.dependentLaunch;
  pipeline.boundedWaits = options.boundedWaits;
}

static LogicalResult runPasses(ModuleOp module, const CompileOptions &options,
                               llvm::function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  pm.enableVerifier(options.verifyEach);
  build(pm);
  return pm.run(module);
}

static bool isEntry(func::FuncOp function) { return function.isPublic() && !function.isDeclaration(); }

LogicalResult mlir::fusion::buildKernels(ModuleOp module, const CompileOptions &options) {
  if (llvm::none_of(module.getOps<func::FuncOp>(), isEntry))
    module.emitWarning("has no public function with a body: nothing is compiled");
  LogicalResult fused = runPasses(module, options, [&](OpPassManager &pm) {
    buildImportPipeline(pm);
    pm.addPass(createSetNumericsPass({options.numerics, options.f32Precision}));
    if (!options.isCPU())
      pm.addPass(createAttachTargetPass({options.target, options.card}));
    FusePipelineOptions fuse;
    fuse.initialize = options.initialize;
    if (options.fuse)
      buildFusePipeline(pm, fuse);
    else
      buildFormPipeline(pm);
    if (!options.fuse && options.initialize)
      pm.addPass(createInitializePass());
  });
  if (failed(fused) || (!options.schedule.empty() && failed(setSchedules(module, options.schedule))))
    return failure();
  if (options.isCPU())
    return success();
  GPUPipelineOptions gpuOptions;
  setOptions(gpuOptions, options);
  return runPasses(module, options, [&](OpPassManager &pm) { buildSchedulePipeline(pm, gpuOptions); });
}

/// Stage 5, then `steps`.
static LogicalResult runFromKernels(ModuleOp module, const CompileOptions &options,
                                    ArrayRef<void (*)(OpPassManager &)> steps) {
  GPUPipelineOptions gpuOptions;
  setOptions(gpuOptions, options);
  return runPasses(module, options, [&](OpPassManager &pm) {
    buildLowerToGPUPipeline(pm, gpuOptions);
    for (auto build : steps)
      build(pm);
  });
}

LogicalResult mlir::fusion::lowerToGPU(ModuleOp module, const CompileOptions &options) {
  return runFromKernels(module, options, {});
}

LogicalResult mlir::fusion::lowerToNVVM(ModuleOp module, const CompileOptions &options) {
  return runFromKernels(module, options, {buildGPUModuleToNVVMPipeline});
}

FailureOr<std::string> mlir::fusion::lowerToPTX(ModuleOp module, const CompileOptions &options) {
  if (failed(runFromKernels(module, options, {buildLowerToPTXPipeline})))
    return failure();
  std::string text;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      text += object.getObject().getValue();
  return text;
}

LogicalResult mlir::fusion::lowerToLLVM(ModuleOp module, const CompileOptions &options) {
  if (!options.isCPU())
    return runFromKernels(module, options, {buildLowerToPTXPipeline, buildToHostPipeline});
  return runPasses(module, options, buildLowerToCPUPipeline);
}
