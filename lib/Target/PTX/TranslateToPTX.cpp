// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Target/PTX/PTX.h"

#include "fusion/Support/ChipTable.h"
#include "fusion/Support/LLVMOptimize.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

void fusion::registerPTXTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

/// Once per process: the back end, with 32-bit pointers to shared memory. They halve the registers of its addresses;
/// LLVM has no other switch for them than this option of the back end.
static void initializeNVPTX() {
  static const bool once = [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    auto &options = llvm::cl::getRegisteredOptions();
    if (auto found = options.find("nvptx-short-ptr"); found != options.end())
      static_cast<llvm::cl::opt<bool> *>(found->second)->setValue(true);
    return true;
  }();
  (void)once;
}

static std::unique_ptr<llvm::TargetMachine> createTargetMachine(const fusion::ChipInfo &chip, std::string &error) {
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip.name, chip.features, llvm::TargetOptions(), /*RelocModel=*/std::nullopt,
                                  /*CodeModel=*/std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// The back end ends the process for other names. Kernels of fusion have good ones.
static LogicalResult checkNames(gpu::GPUModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    if (llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; }))
      continue;
    return function.emitOpError() << "has a name that PTX cannot hold: letters, digits, '_', '$' and '.' are allowed; "
                                     "rename the function that it belongs to";
  }
  return success();
}

FailureOr<std::string> fusion::translateGPUModuleToPTX(gpu::GPUModuleOp op, StringRef chipName) {
  const ChipInfo *chip = lookupChip(chipName);
  if (!chip)
    return op.emitError() << "no such chip '" << chipName << "'; known are " << listChips();
  if (failed(checkNames(op)))
    return failure();
  initializeNVPTX();
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(*chip, error);
  if (!machine)
    return op.emitError() << "cannot create the NVPTX back end: " << error;

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module = translateModuleToLLVMIR(op, context, op.getName());
  if (!module)
    return op.emitError() << "cannot be translated to LLVM IR";
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  optimizeModule(*module, *machine, llvm::OptimizationLevel::O3);

  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager codegen;
  if (machine->addPassesToEmitFile(codegen, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return op.emitError() << "the NVPTX back end cannot emit assembly";
  codegen.run(*module);
  return std::string(text);
}
