// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The compiler as the benchmark uses it, up to kernels.

#include "Compiler.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static const mlir::DialectRegistry &registry() {
  static const mlir::DialectRegistry all = [] {
    mlir::DialectRegistry dialects;
    fusion::registerAllDialects(dialects);
    return dialects;
  }();
  return all;
}

Compiler::Compiler()
    : context(registry(), mlir::MLIRContext::Threading::DISABLED),
      handler(&context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          messages += (messages.empty() ? "" : "; ") + diagnostic.str();
      }) {
  context.printOpOnDiagnostic(false);
}

fusion::CompileOptions bench::driverOptions(const ProgramOptions &options) {
  fusion::CompileOptions result;
  result.target = options.chip;
  result.card = options.card;
  result.f32Precision = options.f32Precision;
  result.schedule = options.schedule;
  result.tuningDb = options.tuningDb;
  result.boundedWaits = options.boundedWaits;
  result.dump = options.dump;
  return result;
}

fusion::KernelOp bench::findKernel(mlir::ModuleOp module) {
  fusion::KernelOp product, first;
  module.walk([&](fusion::KernelOp kernel) {
    if (!first)
      first = kernel;
    if (!product && fusion::KernelPlan(kernel).hasProduct())
      product = kernel;
  });
  return product ? product : first;
}

mlir::OwningOpRef<mlir::ModuleOp> Compiler::buildKernels(const std::string &graph, const ProgramOptions &options) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(graph, &context);
  if (!module || failed(fusion::buildKernels(*module, driverOptions(options))))
    return nullptr;
  return module;
}

Error Compiler::failure() const { return Error::make(messages.empty() ? "the compiler failed" : messages); }
