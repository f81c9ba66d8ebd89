// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/Compile.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Schedule/Passes.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Target/PTX/PTX.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fusion;

/// Fails, with what is allowed in `error`, unless `value` is empty or one of `allowed`.
static LogicalResult checkValue(StringRef option, StringRef value, ArrayRef<StringRef> allowed, std::string &error) {
  if (value.empty() || llvm::is_contained(allowed, value))
    return success();
  error = (option + " expects one of " + llvm::join(allowed, ", ") + ", but is '" + value + "'").str();
  return failure();
}

LogicalResult mlir::fusion::checkOptions(const CompileOptions &options, std::string &error) {
  if (!options.isCPU() && !lookupChip(options.target)) {
    error = "--target expects cpu or one of " + listChips() + ", but is '" + options.target + "'";
    return failure();
  }
  if (failed(checkValue("--numerics", options.numerics, {"relaxed", "strict"}, error)))
    return failure();
  return checkValue("--f32-precision", options.f32Precision, {"tf32x3", "tf32", "ieee"}, error);
}

LogicalResult mlir::fusion::buildKernels(ModuleOp module, const CompileOptions &options) {
  PassManager pm(module.getContext());
  buildImportPipeline(pm);
  pm.addPass(createSetNumericsPass({options.numerics, options.f32Precision}));
  if (options.fuse)
    buildFusePipeline(pm);
  else
    pm.addPass(createFormKernelsPass());
  if (!options.isCPU()) {
    pm.addPass(createAttachTargetPass({options.target}));
    pm.addPass(createSelectSchedulePass());
    pm.addPass(createVerifyKernelsPass());
  }
  return pm.run(module);
}

static LogicalResult runGPUPipeline(ModuleOp module, const CompileOptions &options,
                                    void (*build)(OpPassManager &, const GPUPipelineOptions &)) {
  PassManager pm(module.getContext());
  GPUPipelineOptions gpuOptions;
  gpuOptions.chip = options.target;
  build(pm, gpuOptions);
  return pm.run(module);
}

LogicalResult mlir::fusion::lowerToGPU(ModuleOp module, const CompileOptions &options) {
  return runGPUPipeline(module, options, buildToGPUPipeline);
}

LogicalResult mlir::fusion::lowerToNVVM(ModuleOp module, const CompileOptions &options) {
  if (failed(lowerToGPU(module, options)))
    return failure();
  PassManager pm(module.getContext());
  buildGPUModuleToNVVMPipeline(pm);
  return pm.run(module);
}

FailureOr<std::string> mlir::fusion::lowerToPTX(ModuleOp module, const CompileOptions &options) {
  if (failed(runGPUPipeline(module, options, buildToPTXPipeline)))
    return failure();
  std::string text;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      text += object.getObject().getValue();
  return text;
}

LogicalResult mlir::fusion::lowerToLLVM(ModuleOp module, const CompileOptions &options) {
  if (!options.isCPU() && failed(runGPUPipeline(module, options, buildToPTXPipeline)))
    return failure();
  PassManager pm(module.getContext());
  options.isCPU() ? buildToCPUPipeline(pm) : buildToHostPipeline(pm);
  return pm.run(module);
}
