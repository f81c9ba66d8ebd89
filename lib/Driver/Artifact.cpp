// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes what was asked for of a module with kernels: MLIR, PTX, a cubin, LLVM IR, a shared object.

#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/CompileCache.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Report.h"
#include "fusion/Runtime/Cubin.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

EmitKind fusion::resolveKind(EmitKind kind, const CompileOptions &options) {
  if (kind != EmitKind::Default)
    return kind;
  return options.isCPU() ? EmitKind::LLVM : EmitKind::PTX;
}

LogicalResult fusion::checkKind(EmitKind kind, const CompileOptions &options, std::string &error) {
  if (failed(checkOptions(options, error)))
    return failure();
  bool device = kind == EmitKind::GPU || kind == EmitKind::NVVM || kind == EmitKind::PTX || kind == EmitKind::Cubin;
  if (options.isCPU() && device) {
    error = "target=cpu has no device code; fusion, llvm and so can be emitted";
    return failure();
  }
  if (options.isCPU() && !options.card.empty()) {
    error = "card is for GPU targets";
    return failure();
  }
  if (options.isCPU() && !options.tuningDb.empty() && options.tuningDb != "off") {
    error = "tuning-db is for GPU targets; the cpu has no schedules";
    return failure();
  }
  if (options.isCPU() && !options.schedule.empty()) {
    error = "schedule is for GPU targets; the cpu has no schedules";
    return failure();
  }
  if (options.isCPU() && options.boundedWaits) {
    error = "bounded-waits is for GPU targets";
    return failure();
  }
  return success();
}

static CompileStage getStage(EmitKind kind, const CompileOptions &options) {
  switch (resolveKind(kind, options)) {
  case EmitKind::Default:
  case EmitKind::Fusion:
    return CompileStage::Kernels;
  case EmitKind::Report:
    return options.isCPU() ? CompileStage::Kernels : CompileStage::GPU;
  case EmitKind::GPU:
    return CompileStage::GPU;
  case EmitKind::NVVM:
    return CompileStage::NVVM;
  case EmitKind::PTX:
  case EmitKind::Cubin:
    return CompileStage::PTX;
  case EmitKind::LLVM:
  case EmitKind::SharedObject:
  case EmitKind::Object:
    return CompileStage::LLVM;
  }
  llvm_unreachable("unknown kind");
}

std::string fusion::printPipeline(EmitKind kind, const CompileOptions &options) {
  return printPipeline(options, getStage(kind, options));
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << '\n';
  return text;
}

/// The cubin, provided that the assembler keeps tensor-core instructions apart. A kernel that spills is noted: it is
/// right, but slower than it could be.
static FailureOr<std::string> makeCheckedCubin(ModuleOp module, StringRef ptx, StringRef chip) {
  if (!ptx.contains(".entry"))
    return module.emitError() << "no cubin: the graph has no kernels";
  runtime::CubinOptions options;
  options.chip = chip;
  auto result = runtime::makeCubin(std::string_view(ptx.data(), ptx.size()), options);
  if (!result)
    return module.emitError() << "no cubin: " << result.error().message();
  for (const runtime::KernelUsage &kernel : result->kernels)
    if (kernel.spillStores || kernel.spillLoads)
      module.emitWarning() << "kernel '" << kernel.name << "' spills "
                           << std::max(kernel.spillStores, kernel.spillLoads)
                           << " bytes of registers, which takes time; a schedule with a smaller tile may be faster";
  for (const std::string &warning : result->warnings)
    if (StringRef(warning).contains("C75"))
      return module.emitError() << "the assembler serialises tensor-core instructions: " << warning;
  return std::string(result->cubin.begin(), result->cubin.end());
}

/// Host code as LLVM IR text or as a shared object, from a module in the LLVM dialect.
static FailureOr<std::string> makeHostCode(ModuleOp module, EmitKind kind) {
  llvm::LLVMContext context;
  auto code = translateHostModule(module, context, HostCPU::Portable);
  if (failed(code))
    return failure();
  if (kind == EmitKind::LLVM)
    return printHostModule(**code);
  return makeSharedObject(**code, HostCPU::Portable, module.getLoc());
}

static FailureOr<std::string> makePTX(ModuleOp module, const CompileOptions &options) {
  return getOrMake("ptx " + options.target, module, options, {}, [&] { return lowerToPTX(module, options); });
}

FailureOr<std::string> fusion::makeArtifact(ModuleOp module, EmitKind kind, const CompileOptions &options) {
  kind = resolveKind(kind, options);
  switch (kind) {
  case EmitKind::Report: {
    FailureOr<FusionReport> report = makeReport(module, options);
    if (failed(report))
      return failure();
    ExplainRequest asJson;
    asJson.kind = ExplainKind::JSON;
    return printReport(*report, asJson, /*title=*/"");
  }
  case EmitKind::LLVM:
  case EmitKind::SharedObject:
    return getOrMake((kind == EmitKind::LLVM ? "llvm " : "so ") + options.target, module, options, {},
                     [&]() -> FailureOr<std::string> {
                       if (failed(lower(module, options, CompileStage::LLVM)))
                         return failure();
                       return makeHostCode(module, kind);
                     });
  case EmitKind::Object:
    return makeProgramObject(module, options);
  case EmitKind::PTX:
    return makePTX(module, options);
  case EmitKind::Cubin: {
    FailureOr<std::string> ptx = makePTX(module, options);
    if (failed(ptx))
      return failure();
    return makeCheckedCubin(module, *ptx, options.target);
  }
  default:
    if (failed(lower(module, options, getStage(kind, options))))
      return failure();
    return print(module);
  }
}
