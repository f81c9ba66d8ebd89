// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/Emit.h"
#include "fusion/Analysis/Explain.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/OutputFile.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::fusion;

LogicalResult mlir::fusion::checkRequest(EmitRequest &request, std::string &error) {
  request.emit = resolveKind(request.emit, request.compile);
  if (failed(checkKind(request.emit, request.compile, error))) {
    error = "--" + error;
    return failure();
  }
  bool binary = request.emit == EmitKind::Cubin || request.emit == EmitKind::SharedObject;
  if (binary && request.output == "-" && (request.outputGiven || request.explain == ExplainKind::None)) {
    error = "binary output needs a file: give -o FILE";
    return failure();
  }
  return success();
}

void mlir::fusion::printReport(ModuleOp module, ExplainKind kind, llvm::raw_ostream &os) {
  if (kind == ExplainKind::None)
    return;
  FusionReport report = buildReport(module, describeSchedule, FamiliesOf{getTargetChip(module)});
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (kind == ExplainKind::JSON) {
    printJson(report, stream);
  } else {
    printText(report, stream);
    text = ::fusion::printable(text, "\n"); // locations are the input's
  }
  os << text;
  os.flush();
}

/// The report goes to standard error where the result goes to standard output.
static void printRequestedReport(ModuleOp module, const EmitRequest &request) {
  bool resultOnStdout = request.outputGiven && request.output == "-";
  printReport(module, request.explain, resultOnStdout ? llvm::errs() : llvm::outs());
}

LogicalResult mlir::fusion::emit(const EmitRequest &request) {
  Graph graph;
  if (failed(graph.read(request.input)))
    return failure();
  ModuleOp module = graph.getModule();
  if (failed(buildKernels(module, request.compile)))
    return failure();
  if (!request.outputGiven && request.explain != ExplainKind::None) {
    printRequestedReport(module, request);
    return success();
  }
  // The report describes the kernels as they are here, but nothing is printed of a compile that fails.
  OwningOpRef<ModuleOp> kernels = module.clone();
  FailureOr<std::string> artifact = makeArtifact(module, request.emit, request.compile);
  if (failed(artifact) || failed(writeOutput(*artifact, request.output, UnknownLoc::get(module.getContext()))))
    return failure();
  printRequestedReport(*kernels, request);
  return success();
}
