// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From the LLVM dialect to LLVM IR for this machine.

#include "fusion/Driver/HostCode.h"
#include "HostSymbols.h"
#include "HostTarget.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Support/LLVMOptimize.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <cstdlib>

using namespace mlir;
using namespace fusion;

HostProcessor fusion::getHostProcessor(HostCPU cpu) {
  HostProcessor processor;
  if (cpu == HostCPU::Portable) {
    if (llvm::Triple(llvm::sys::getProcessTriple()).getArch() == llvm::Triple::x86_64)
      processor.name = "x86-64-v3";
    return processor;
  }
  if (const char *name = std::getenv("FUSION_HOST_CPU"); name && *name)
    return {name, ""};
  processor.name = llvm::sys::getHostCPUName();
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    processor.features +=
        (processor.features.empty() ? "" : ",") + std::string(feature.getValue() ? "+" : "-") + feature.getKey().str();
  return processor;
}

std::unique_ptr<llvm::TargetMachine> fusion::createHostTargetMachine(HostCPU cpu, std::string &error) {
  static const bool once = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)once;
  llvm::Triple triple(llvm::sys::getProcessTriple());
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  HostProcessor processor = getHostProcessor(cpu);
  std::unique_ptr<llvm::MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!processor.name.empty() && !known->isCPUStringValid(processor.name)) {
    error = "FUSION_HOST_CPU names '" + processor.name + "', which LLVM does not know on " + triple.getArchName().str();
    return nullptr;
  }
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, processor.name, processor.features, llvm::TargetOptions(), llvm::Reloc::PIC_,
                                  /*CodeModel=*/std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// Most instructions of an entry that LLVM optimizes. Beyond that its time grows with the square of the entry's
/// arguments and calls, and the entry itself only calls kernels and loops, which are functions of their own.
static constexpr unsigned kMaxEntryInstructions = 8192;
/// The same of the functions beside it, which store sizes one after the other.
static constexpr unsigned kMaxSizeInstructions = 1024;

static bool isLarge(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  unsigned count = function.getInstructionCount();
  return (name.starts_with("fusion.invoke.") && count > kMaxEntryInstructions) ||
         ((name.starts_with("fusion.shapes.") || name.starts_with("fusion.workspace.")) &&
          count > kMaxSizeInstructions);
}

static void leaveLargeEntries(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (isLarge(function)) {
      function.addFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::OptimizeNone);
    }
}

FailureOr<std::unique_ptr<llvm::Module>> fusion::translateHostModule(ModuleOp module, llvm::LLVMContext &context,
                                                                     HostCPU cpu) {
  runtime::Phase phase("host code");
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createHostTargetMachine(cpu, error);
  if (!machine)
    return module.emitError() << "no code generator for this machine: " << error;
  std::unique_ptr<llvm::Module> result = translateModuleToLLVMIR(module, context, "fusion");
  if (!result)
    return module.emitError("host code could not be translated to LLVM IR");
  if (failed(checkHostModule(*result, module.getLoc())))
    return failure();
  result->setTargetTriple(machine->getTargetTriple());
  result->setDataLayout(machine->createDataLayout());
  moveBF16AsIntegers(*result);
  leaveLargeEntries(*result);
  optimizeModule(*result, *machine, llvm::OptimizationLevel::O2);
  moveBF16AsIntegers(*result); // the optimizer takes casts to integers for detours
  compareF16AsF32(*result);
  return result;
}

std::string fusion::printHostModule(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}
