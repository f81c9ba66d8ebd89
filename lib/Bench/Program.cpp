// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles graphs to programs: whole, or a program for each kernel.

#include "fusion/Bench/Program.h"
#include "Compiler.h"
#include "fusion/Analysis/Initialization.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include <chrono>
#include <set>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;
using fusion::KernelOp;

/// "family = NAME, tile = [...], ..." of every product; of every kernel where there is none.
static std::vector<std::string> schedulesOf(mlir::ModuleOp module) {
  std::vector<std::string> products, all;
  module.walk([&](KernelOp kernel) {
    if (!kernel.getScheduleAttr())
      return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << kernel.getScheduleAttr();
    llvm::StringRef fields = text;
    fields.consume_front("#fusion.schedule<");
    fields.consume_back(">");
    all.push_back(fields.str());
    if (fusion::KernelPlan(kernel).hasProduct())
      products.push_back(fields.str());
  });
  return products.empty() ? all : products;
}

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Lowers and loads a module whose kernels are formed.
static mlir::FailureOr<Program> finish(mlir::ModuleOp module, const ProgramOptions &options) {
  Program program;
  program.schedules = schedulesOf(module);
  if (options.report) {
    auto report = fusion::makeReport(module, driverOptions(options));
    if (failed(report))
      return mlir::failure();
    program.report = std::move(*report);
  }
  auto loaded = fusion::loadProgram(module, driverOptions(options));
  if (failed(loaded))
    return mlir::failure();
  program.module = *loaded;
  return program;
}

Expected<Program> bench::compileProgram(const std::string &graph, const ProgramOptions &options) {
  auto start = std::chrono::steady_clock::now();
  Compiler compiler;
  auto module = compiler.buildKernels(graph, options);
  if (!module)
    return compiler.failure();
  auto program = finish(*module, options);
  if (failed(program))
    return compiler.failure();
  program->compileSeconds = secondsSince(start);
  return *program;
}

/// The kernels of a call: what runs once is no part of it.
static std::vector<KernelOp> getKernels(mlir::ModuleOp module) {
  std::vector<KernelOp> kernels;
  module.walk([&](KernelOp kernel) {
    if (!fusion::getEntryOfStep(kernel->getParentOfType<mlir::func::FuncOp>()))
      kernels.push_back(kernel);
  });
  return kernels;
}

/// A module with the kernel as its only function: the kernel's inputs are arguments.
static mlir::OwningOpRef<mlir::ModuleOp> isolate(KernelOp kernel, mlir::ModuleOp module) {
  mlir::OpBuilder builder(kernel.getContext());
  mlir::OwningOpRef<mlir::ModuleOp> alone = mlir::ModuleOp::create(kernel.getLoc());
  alone->getOperation()->setAttrs(module->getAttrDictionary());
  builder.setInsertionPointToEnd(alone->getBody());
  auto type = builder.getFunctionType(kernel.getInputs().getTypes(), kernel.getResultTypes());
  auto function = mlir::func::FuncOp::create(builder, kernel.getLoc(), "kernel", type);
  // Its numerics, for one.
  function->setDiscardableAttrs(kernel->getParentOfType<mlir::func::FuncOp>()->getDiscardableAttrDictionary());
  builder.setInsertionPointToEnd(function.addEntryBlock());
  mlir::IRMapping mapping;
  mapping.map(kernel.getInputs(), function.getArguments());
  mlir::Operation *copy = builder.clone(*kernel, mapping);
  mlir::func::ReturnOp::create(builder, kernel.getLoc(), copy->getResults());
  return alone;
}

/// Takes a module whose kernels are formed.
static mlir::FailureOr<ProgramParts> compileParts(mlir::ModuleOp module, const ProgramOptions &options) {
  ProgramParts parts;
  for (KernelOp kernel : getKernels(module)) {
    mlir::OwningOpRef<mlir::ModuleOp> alone = isolate(kernel, module);
    auto program = finish(*alone, options);
    if (failed(program))
      return mlir::failure();
    parts.kernels.push_back(*program);
  }
  auto whole = finish(module, options);
  if (failed(whole))
    return mlir::failure();
  parts.whole = *whole;
  return parts;
}

Expected<ProgramParts> bench::compileParts(const std::string &graph, const ProgramOptions &options) {
  Compiler compiler;
  auto module = compiler.buildKernels(graph, options);
  if (!module)
    return compiler.failure();
  auto parts = ::compileParts(*module, options);
  if (failed(parts))
    return compiler.failure();
  return *parts;
}

/// Leaves one public function of the module: the named one, or the only one.
static Error keepEntry(mlir::ModuleOp module, const std::string &entry) {
  std::vector<mlir::func::FuncOp> others;
  std::string names;
  bool found = false;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    names += (names.empty() ? "" : ", ") + function.getName().str();
    if (entry.empty() ? !found : function.getName() == entry)
      found = true;
    else
      others.push_back(function);
  }
  if (!found || (entry.empty() && !others.empty()))
    return Error::make(entry.empty() ? "choose a function with --entry=NAME" : "there is no function '" + entry + "'",
                       "; there are: ", names);
  for (mlir::func::FuncOp function : others)
    function.setPrivate();
  return {};
}

/// Reads the function `entry` of a file, and forms its kernels.
static Error readKernels(fusion::Graph &graph, const std::string &path, const ProgramOptions &options,
                         const std::string &entry) {
  if (failed(graph.read(path)))
    return Error::make("it cannot be read");
  if (Error error = keepEntry(graph.getModule(), entry))
    return error;
  return failed(fusion::buildKernels(graph.getModule(), driverOptions(options))) ? Error::make("it cannot be compiled")
                                                                                 : Error();
}

Expected<ProgramParts> bench::compilePartsOfFile(const std::string &path, const ProgramOptions &options,
                                                 const std::string &entry) {
  fusion::Graph graph;
  if (Error error = readKernels(graph, path, options, entry))
    return error;
  auto parts = ::compileParts(graph.getModule(), options);
  if (failed(parts))
    return Error::make("it cannot be compiled");
  return *parts;
}

Expected<std::vector<KernelGraph>> bench::kernelGraphsOfFile(const std::string &path, const ProgramOptions &options,
                                                             const std::string &entry) {
  fusion::Graph graph;
  if (Error error = readKernels(graph, path, options, entry))
    return error;
  std::vector<KernelGraph> graphs;
  std::set<std::string> known;
  for (auto [number, kernel] : llvm::enumerate(getKernels(graph.getModule()))) {
    if (fusion::TuningKey::get(kernel).problem.empty())
      continue;
    kernel.removeScheduleAttr();
    kernel.removeAlternativesAttr();
    kernel.removeVariantsAttr();
    std::string text;
    llvm::raw_string_ostream(text) << **isolate(kernel, graph.getModule());
    if (known.insert(text).second)
      graphs.push_back({number, text});
  }
  return graphs;
}
