// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a graph from its tape, and prepares it for the oracles.

#include "Trial.h"
#include "fusion/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

std::unique_ptr<MLIRContext> fusion::smith::createContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->printOpOnDiagnostic(false);
  return context;
}

std::string fusion::smith::getDataOptions(const GeneratedGraph &graph) {
  std::string options = "--random=" + std::to_string(graph.dataSeed);
  if (graph.data == DataKind::Integer)
    options += " --integers";
  SmallVector<std::string> sizes;
  // Of a dynamic axis an argument may know the size: it takes none.
  auto function = graph.module.get().lookupSymbol<func::FuncOp>("graph");
  for (auto [axes, type] : llvm::zip_equal(graph.inputs, function.getArgumentTypes()))
    for (auto [axis, size] : llvm::zip_equal(axes, cast<ShapedType>(type).getShape()))
      if (ShapedType::isDynamic(size))
        sizes.push_back(std::to_string(graph.axes[axis].size));
  return sizes.empty() ? options : options + " --dynamic=" + llvm::join(sizes, ",");
}

std::string fusion::smith::printGraph(MLIRContext *context, Tape tape, StringRef comment) {
  FailureOr<GeneratedGraph> graph = generate(context, tape);
  if (failed(graph))
    return {};
  std::string text;
  SmallVector<StringRef> lines;
  comment.split(lines, '\n');
  std::string data = "data: fusion-run " + getDataOptions(*graph);
  if (graph->data == DataKind::Special)
    data += " (and special values)";
  lines.push_back(data);
  for (StringRef line : lines)
    text += ("// " + line + "\n").str();
  return text + printModule(*graph->module);
}

/// Counts operations by name, those of linalg by how they are written.
static void countOperations(ModuleOp module, Counters &counters) {
  module.walk([&](Operation *op) { ++counters["op." + op->getName().getStringRef().str()]; });
}

Expected<std::unique_ptr<Subject>> fusion::smith::prepare(MLIRContext *context, Tape &tape,
                                                          const Environment &environment, Counters &counters) {
  FailureOr<GeneratedGraph> graph = generate(context, tape);
  if (failed(graph))
    return Error::make("the generator made an invalid graph");
  for (const std::string &name : graph->productions)
    ++counters["production." + name];
  countOperations(*graph->module, counters);
  return Subject::create(context, std::move(*graph), environment, counters);
}

std::string fusion::smith::getKind(const Error &error) { return StringRef(error.message()).split('\n').first.str(); }
