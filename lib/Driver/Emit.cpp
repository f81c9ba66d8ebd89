// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/Emit.h"
#include "fusion/Analysis/Explain.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Runtime/Cubin.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::fusion;

LogicalResult mlir::fusion::checkRequest(EmitRequest &request, std::string &error) {
  if (failed(checkOptions(request.compile, error)))
    return failure();
  bool cpu = request.compile.isCPU();
  if (request.emit == EmitKind::Default)
    request.emit = cpu ? EmitKind::LLVM : EmitKind::PTX;
  bool device = request.emit == EmitKind::GPU || request.emit == EmitKind::NVVM || request.emit == EmitKind::PTX ||
                request.emit == EmitKind::Cubin;
  if (cpu && device) {
    error = "--target=cpu has no device code: --emit takes fusion, llvm or so";
    return failure();
  }
  if (cpu && !request.compile.tuningDb.empty()) {
    error = "--tuning-db is for GPU targets; --target=cpu has no schedules";
    return failure();
  }
  bool binary = request.emit == EmitKind::Cubin || request.emit == EmitKind::SharedObject;
  if (binary && request.output == "-" && (request.outputGiven || request.explain == ExplainKind::None)) {
    error = "binary output needs a file: give -o FILE";
    return failure();
  }
  return success();
}

/// Writes the whole content to a file beside the target, then renames it; or to standard output.
static LogicalResult writeOutput(StringRef content, StringRef path, Location loc) {
  if (path == "-") {
    llvm::outs() << content;
    llvm::outs().flush();
    return success();
  }
  std::error_code code;
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path)) { // a device or a pipe
    llvm::raw_fd_ostream stream(path, code);
    stream << content;
    return code ? failure() : success();
  }
  std::string partial = (path + ".partial").str();
  {
    llvm::raw_fd_ostream stream(partial, code);
    if (!code) {
      stream << content;
      stream.close();
      code = stream.error();
      stream.clear_error();
    }
  }
  if (!code)
    code = llvm::sys::fs::rename(partial, path);
  if (!code)
    return success();
  (void)llvm::sys::fs::remove(partial);
  return emitError(loc) << "cannot write '" << path << "': " << code.message();
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << '\n';
  return text;
}

static void printReport(ModuleOp module, const EmitRequest &request) {
  if (request.explain == ExplainKind::None)
    return;
  bool resultOnStdout = request.outputGiven && request.output == "-";
  llvm::raw_ostream &os = resultOnStdout ? llvm::errs() : llvm::outs();
  FusionReport report = buildReport(module, predictScheduledMicroseconds);
  request.explain == ExplainKind::JSON ? printJson(report, os) : printText(report, os);
  os.flush();
}

/// The cubin, provided that no kernel spills and the assembler has nothing to say against any.
static FailureOr<std::string> makeCheckedCubin(ModuleOp module, StringRef ptx, StringRef chip) {
  ::fusion::CubinOptions options;
  options.chip = chip;
  auto result = ::fusion::makeCubin(std::string_view(ptx.data(), ptx.size()), options);
  if (!result)
    return module.emitError() << "no cubin: " << result.error().message();
  for (const ::fusion::KernelUsage &kernel : result->kernels)
    if (kernel.spillStores || kernel.spillLoads)
      return module.emitError() << "kernel '" << kernel.name << "' spills " << kernel.spillStores
                                << " bytes of registers; choose a smaller tile";
  for (const std::string &warning : result->warnings)
    if (StringRef(warning).contains("C75"))
      return module.emitError() << "the assembler serialises tensor-core instructions: " << warning;
  return std::string(result->cubin.begin(), result->cubin.end());
}

/// Host code as LLVM IR text or as a shared object, from a module in the LLVM dialect.
static LogicalResult emitHost(ModuleOp module, const EmitRequest &request) {
  llvm::LLVMContext context;
  auto code = translateHostModule(module, context, HostCPU::Portable);
  if (failed(code))
    return failure();
  if (request.emit == EmitKind::SharedObject)
    return writeSharedObject(**code, HostCPU::Portable, request.output, module.getLoc());
  return writeOutput(printHostModule(**code), request.output, module.getLoc());
}

static LogicalResult emitFrom(ModuleOp module, const EmitRequest &request) {
  const CompileOptions &options = request.compile;
  Location loc = module.getLoc();
  switch (request.emit) {
  case EmitKind::Default:
  case EmitKind::Fusion:
    return writeOutput(print(module), request.output, loc);
  case EmitKind::GPU:
    return failed(lowerToGPU(module, options)) ? failure() : writeOutput(print(module), request.output, loc);
  case EmitKind::NVVM:
    return failed(lowerToNVVM(module, options)) ? failure() : writeOutput(print(module), request.output, loc);
  case EmitKind::LLVM:
  case EmitKind::SharedObject:
    return failed(lowerToLLVM(module, options)) ? failure() : emitHost(module, request);
  case EmitKind::PTX:
  case EmitKind::Cubin:
    break;
  }
  FailureOr<std::string> ptx = lowerToPTX(module, options);
  if (failed(ptx))
    return failure();
  if (request.emit == EmitKind::PTX)
    return writeOutput(*ptx, request.output, loc);
  FailureOr<std::string> cubin = makeCheckedCubin(module, *ptx, options.target);
  return failed(cubin) ? failure() : writeOutput(*cubin, request.output, loc);
}

LogicalResult mlir::fusion::emit(const EmitRequest &request) {
  Graph graph;
  if (failed(graph.read(request.input)))
    return failure();
  ModuleOp module = graph.getModule();
  if (failed(buildKernels(module, request.compile)))
    return failure();
  if (!request.outputGiven && request.explain != ExplainKind::None) {
    printReport(module, request);
    return success();
  }
  // The report describes the kernels as they are here, but nothing is printed of a compile that fails.
  OwningOpRef<ModuleOp> kernels = module.clone();
  if (failed(emitFrom(module, request)))
    return failure();
  printReport(*kernels, request);
  return success();
}
