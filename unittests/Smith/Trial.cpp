// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Trial.h"
#include "fusion/InitAll.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::smith;

std::unique_ptr<MLIRContext> mlir::fusion::smith::createContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->printOpOnDiagnostic(false);
  return context;
}

std::string mlir::fusion::smith::printGraph(MLIRContext *context, Tape tape, StringRef comment) {
  FailureOr<GeneratedGraph> graph = generate(context, tape);
  if (failed(graph))
    return {};
  std::string text;
  SmallVector<StringRef> lines;
  comment.split(lines, '\n');
  for (StringRef line : lines)
    text += ("// " + line + "\n").str();
  return text + printModule(*graph->module);
}

/// Counts operations by name, those of linalg by how they are written.
static void countOperations(ModuleOp module, Counters &counters) {
  module.walk([&](Operation *op) { ++counters["op." + op->getName().getStringRef().str()]; });
}

Expected<std::unique_ptr<Subject>> mlir::fusion::smith::prepare(MLIRContext *context, Tape &tape,
                                                                const Environment &environment, Counters &counters) {
  FailureOr<GeneratedGraph> graph = generate(context, tape);
  if (failed(graph))
    return Error::make("the generator made an invalid graph");
  for (const std::string &name : graph->productions)
    ++counters["production." + name];
  countOperations(*graph->module, counters);
  return Subject::create(context, std::move(*graph), environment, counters);
}

std::string mlir::fusion::smith::getKind(const Error &error) {
  return StringRef(error.message()).split('\n').first.str();
}
