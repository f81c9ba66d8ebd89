// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A compiler that embeds Fusion: it builds gelu(x · w + b) in memory with the builders of the dialect, runs the
// pipeline and prints what comes out: the fused graph (`embed fuse`), or PTX for a chip (`embed ptx sm_90a`); the same
// by a pass of its own, in whose pipeline others may stand before and behind (`embed pass sm_90a`).

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/InitAll.h"
#include "fusion/Pipelines/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include <string>

using namespace mlir;

// func.func @ffn(%x: tensor<?x768xbf16>, %w: tensor<768x3072xbf16>, %b: tensor<3072xbf16>) -> tensor<?x3072xbf16>
static OwningOpRef<ModuleOp> buildGraph(MLIRContext &context) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  Type bf16 = builder.getBF16Type();
  auto x = RankedTensorType::get({ShapedType::kDynamic, 768}, bf16);
  auto w = RankedTensorType::get({768, 3072}, bf16);
  auto b = RankedTensorType::get({3072}, bf16);
  auto y = RankedTensorType::get({ShapedType::kDynamic, 3072}, bf16);
  auto wide = RankedTensorType::get(y.getShape(), builder.getF32Type());

  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(builder, loc, "ffn", builder.getFunctionType({x, w, b}, {y}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Value product = fusion::MatmulOp::create(builder, loc, wide, body->getArgument(0), body->getArgument(1));
  Value biased = fusion::AddOp::create(builder, loc, wide, product, body->getArgument(2));
  Value active =
      fusion::GeluOp::create(builder, loc, wide, biased, fusion::GeluApproximation::Tanh, FloatAttr(), FloatAttr());
  Value result = fusion::CastOp::create(builder, loc, y, active);
  func::ReturnOp::create(builder, loc, result);
  return module;
}

// The PTX texts that `fusion-to-ptx` left in the module's binaries.
static void printPTX(ModuleOp module) {
  module.walk([](gpu::BinaryOp binary) {
    for (Attribute object : binary.getObjects())
      llvm::outs() << cast<gpu::ObjectAttr>(object).getObject().getValue() << "\n";
  });
}

namespace {
// A pass of this compiler that runs Fusion's pipeline.
struct CompileGraphs : PassWrapper<CompileGraphs, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CompileGraphs)

  explicit CompileGraphs(std::string chip) : chip(std::move(chip)) {}

  // What the pipeline needs must be there before this pass runs.
  void getDependentDialects(DialectRegistry &registry) const override { fusion::registerAllDialects(registry); }

  void runOnOperation() override {
    fusion::GPUPipelineOptions options;
    options.chip = chip;
    OpPassManager pipeline(ModuleOp::getOperationName());
    fusion::buildToPTXPipeline(pipeline, options);
    if (failed(runPipeline(pipeline, getOperation())))
      signalPassFailure();
  }

  std::string chip;
};
} // namespace

int main(int argc, char **argv) {
  std::string mode = argc > 1 ? argv[1] : "";
  if ((mode != "fuse" || argc != 2) && ((mode != "ptx" && mode != "pass") || argc != 3)) {
    llvm::errs() << "usage: embed fuse | embed ptx CHIP | embed pass CHIP\n";
    return 2;
  }

  DialectRegistry registry;
  if (mode == "pass")
    registry.insert<fusion::FusionDialect, func::FuncDialect>(); // the pass brings the rest
  else
    fusion::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadDialect<fusion::FusionDialect, func::FuncDialect>();

  OwningOpRef<ModuleOp> module = buildGraph(context);
  if (failed(verify(*module)))
    return 1;

  PassManager pm(&context);
  if (mode == "fuse") {
    fusion::buildFusePipeline(pm);
  } else if (mode == "pass") {
    pm.addPass(std::make_unique<CompileGraphs>(argv[2]));
  } else {
    fusion::GPUPipelineOptions options;
    options.chip = argv[2];
    fusion::buildToPTXPipeline(pm, options);
  }
  if (failed(pm.run(*module)))
    return 1;

  if (mode == "fuse")
    module->print(llvm::outs());
  else
    printPTX(*module);
  return 0;
}
