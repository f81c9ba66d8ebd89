// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the pipelines by the options of a compile.

#include "fusion/Driver/Compile.h"
#include "Dump.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Target/PTX/PTX.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include <memory>
#include <vector>

using namespace mlir;
using namespace fusion;

template <typename Pipeline> static void setGraphOptions(Pipeline &pipeline, const CompileOptions &options) {
  pipeline.numerics = options.numerics;
  pipeline.f32Precision = options.f32Precision;
  pipeline.fuse = options.fuse;
  pipeline.initialize = options.initialize;
  pipeline.schedule = options.schedule;
}

static void setOptions(CPUPipelineOptions &pipeline, const CompileOptions &options) {
  setGraphOptions(pipeline, options);
}

static void setOptions(GPUPipelineOptions &pipeline, const CompileOptions &options) {
  setGraphOptions(pipeline, options);
  pipeline.chip = options.target;
  pipeline.card = options.card;
  pipeline.tuningDb = options.tuningDb == "off" ? "" : options.tuningDb;
  pipeline.foundTuningDb = options.tuningDb.empty() ? options.foundTuningDb : "";
  pipeline.dependentLaunch = options.dependentLaunch;
  pipeline.boundedWaits = options.boundedWaits;
}

template <typename Options> static void addKernels(OpPassManager &pm, const CompileOptions &options) {
  Options pipeline;
  setOptions(pipeline, options);
  buildKernelsPipeline(pm, pipeline);
}

/// Stages 0 to 4.
static void addKernels(OpPassManager &pm, const CompileOptions &options) {
  options.isCPU() ? addKernels<CPUPipelineOptions>(pm, options) : addKernels<GPUPipelineOptions>(pm, options);
}

/// The stages behind 4 up to that one.
static void addLowering(OpPassManager &pm, const CompileOptions &options, CompileStage stage) {
  if (stage == CompileStage::Kernels)
    return;
  if (options.isCPU())
    return buildLowerToCPUPipeline(pm);
  GPUPipelineOptions pipeline;
  setOptions(pipeline, options);
  buildLowerToGPUPipeline(pm, pipeline);
  if (stage == CompileStage::NVVM)
    buildGPUModuleToNVVMPipeline(pm);
  if (stage == CompileStage::PTX || stage == CompileStage::LLVM)
    buildLowerToPTXPipeline(pm);
  if (stage == CompileStage::LLVM)
    buildToHostPipeline(pm);
}

std::string fusion::printPipeline(const CompileOptions &options, CompileStage stage) {
  OpPassManager pm(ModuleOp::getOperationName());
  addKernels(pm, options);
  addLowering(pm, options, stage);
  std::string text;
  llvm::raw_string_ostream stream(text);
  pm.printAsTextualPipeline(stream);
  return text;
}

namespace {
/// Each pass, as an event of a trace. Adaptors, which run others on functions, have no name to type and are left out.
class PassPhases : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *) override {
    if (StringRef name = pass->getArgument(); !name.empty())
      phases.push_back(std::make_unique<runtime::Phase>(name, "", runtime::Phase::Pass));
  }
  void runAfterPass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty())
      phases.pop_back();
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override { runAfterPass(pass, op); }

private:
  std::vector<std::unique_ptr<runtime::Phase>> phases; ///< of this thread, the innermost last
};
} // namespace

static LogicalResult runPasses(ModuleOp module, const CompileOptions &options,
                               llvm::function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  pm.enableVerifier(options.verifyEach);
  auto timeline = runtime::Timeline::current();
  if (timeline && timeline->keeps() && !module.getContext()->isMultithreadingEnabled())
    pm.addInstrumentation(std::make_unique<PassPhases>());
  build(pm);
  return pm.run(module);
}

static bool isEntry(func::FuncOp function) { return function.isPublic() && !function.isDeclaration(); }

/// Gives the arguments of those numbers their attribute.
static LogicalResult markConstants(ModuleOp module, ArrayRef<int64_t> numbers) {
  for (auto entry : llvm::make_filter_range(module.getOps<func::FuncOp>(), isEntry))
    for (int64_t number : numbers) {
      if (number >= entry.getNumArguments())
        return entry.emitError() << "constants: there is no argument " << number << ", but " << entry.getNumArguments()
                                 << " from 0";
      entry.setArgAttr(number, kConstantAttrName, UnitAttr::get(module.getContext()));
    }
  return success();
}

static void markAligned(ModuleOp module) {
  for (auto entry : llvm::make_filter_range(module.getOps<func::FuncOp>(), isEntry))
    entry->setAttr(kAlignedAttrName, UnitAttr::get(module.getContext()));
}

LogicalResult fusion::buildKernels(ModuleOp module, const CompileOptions &options) {
  if (llvm::none_of(module.getOps<func::FuncOp>(), isEntry))
    module.emitWarning(
        "has no public function with a body: nothing is compiled; a graph is func.func @NAME(...) -> ... "
        "{ ... }");
  auto dump = Dump::begin(module, options);
  if (!dump)
    return emitError(UnknownLoc::get(module.getContext())) << dump.error().message();
  if (failed(markConstants(module, options.constants)))
    return failure();
  if (options.aligned)
    markAligned(module);
  runtime::Phase phase("form kernels", options.target);
  if (failed(runPasses(module, options, [&](OpPassManager &pm) { addKernels(pm, options); })))
    return failure();
  runtime::Error error = *dump ? (*dump)->finish(module) : runtime::Error();
  if (error)
    return emitError(UnknownLoc::get(module.getContext())) << error.message();
  return success();
}

static StringRef getName(CompileStage stage) {
  constexpr StringLiteral kNames[] = {"to kernels", "to gpu", "to nvvm", "to ptx", "to llvm"};
  return kNames[static_cast<size_t>(stage)];
}

LogicalResult fusion::lower(ModuleOp module, const CompileOptions &options, CompileStage stage) {
  if (stage == CompileStage::Kernels)
    return success();
  runtime::Phase phase("lower", getName(stage));
  return runPasses(module, options, [&](OpPassManager &pm) { addLowering(pm, options, stage); });
}

FailureOr<std::string> fusion::lowerToPTX(ModuleOp module, const CompileOptions &options) {
  if (failed(lower(module, options, CompileStage::PTX)))
    return failure();
  std::string text;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      text += object.getObject().getValue();
  return text;
}
