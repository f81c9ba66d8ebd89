// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Serves a request: reads, compiles, writes the artifact and the report.

#include "fusion/Driver/Emit.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/OutputFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

/// The kind that the name of an output file is usual for, where it is one that nobody takes text for.
static StringRef getBinaryKind(StringRef output) {
  return output.ends_with(".so") ? "so" : output.ends_with(".cubin") ? "cubin" : "";
}

LogicalResult fusion::checkRequest(EmitRequest &request, std::string &error) {
  StringRef kind = getBinaryKind(request.output);
  if (request.emit == EmitKind::Default && !kind.empty()) {
    error = ("give --emit=" + kind + " for '" + request.output + "': without --emit the output is " +
             (request.compile.isCPU() ? "LLVM IR" : "PTX"))
                .str();
    return failure();
  }
  request.emit = resolveKind(request.emit, request.compile);
  if (failed(checkKind(request.emit, request.compile, error))) {
    error = "--" + error;
    return failure();
  }
  bool binary = request.emit == EmitKind::Cubin || request.emit == EmitKind::SharedObject;
  if (binary && request.output == "-" && (request.outputGiven || !request.explain)) {
    error = "binary output needs a file: give -o FILE";
    return failure();
  }
  error = checkExplain(request.explain);
  return success(error.empty());
}

/// The report goes to standard error where the result goes to standard output.
static LogicalResult printRequestedReport(ModuleOp module, const EmitRequest &request) {
  FailureOr<FusionReport> report = makeReport(module, request.compile);
  if (failed(report))
    return failure();
  bool resultOnStdout = request.outputGiven && request.output == "-";
  return writeReport(printReport(*report, request.explain, llvm::sys::path::filename(request.input)), request.explain,
                     resultOnStdout ? llvm::errs() : llvm::outs());
}

LogicalResult fusion::emit(const EmitRequest &request) {
  Graph graph;
  if (failed(graph.read(request.input)))
    return failure();
  ModuleOp module = graph.getModule();
  if (failed(buildKernels(module, request.compile)))
    return failure();
  if (!request.outputGiven && request.explain)
    return printRequestedReport(module, request);
  // The report begins with the kernels as they are here, but nothing is printed of a compile that fails.
  OwningOpRef<ModuleOp> kernels = request.explain ? OwningOpRef<ModuleOp>(module.clone()) : OwningOpRef<ModuleOp>();
  FailureOr<std::string> artifact = makeArtifact(module, request.emit, request.compile);
  if (failed(artifact) || failed(writeOutput(*artifact, request.output, UnknownLoc::get(module.getContext()))))
    return failure();
  if (!kernels)
    return success();
  // What the lowering warns of it has said.
  ScopedDiagnosticHandler said(module.getContext(), [](Diagnostic &diagnostic) {
    return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
  });
  return printRequestedReport(*kernels, request);
}
