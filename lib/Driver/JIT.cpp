// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads compiled code into this process.

#include "HostSymbols.h"
#include "HostTarget.h"
#include "fusion/Driver/CompileCache.h"
#include "fusion/Runtime/Timeline.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace fusion;

/// The functions of ABI.h, under the names that generated code has for them. They are found whether the runtime library
/// is seen from outside or not: a Python extension loads it locally.
static llvm::orc::SymbolMap getRuntimeSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function), llvm::JITSymbolFlags::Exported};
  };
  add("fusion_launch", &fusion_launch);
  add("fusion_tensor_map", &fusion_tensor_map);
  add("fusion_fill", &fusion_fill);
  add("fusion_constant", &fusion_constant);
  add("fusion_fail", &fusion_fail);
  return symbols;
}

/// What else generated code calls, of the C and mathematical libraries: no other function of the process is found.
static llvm::Error addLibraries(llvm::orc::LLJIT &jit, char prefix) {
  using llvm::orc::DynamicLibrarySearchGenerator;
  auto process =
      DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix, [prefix](const llvm::orc::SymbolStringPtr &symbol) {
        StringRef name = *symbol;
        return (prefix == '\0' || name.consume_front(StringRef(&prefix, 1))) && isHostSymbol(name);
      });
  if (!process)
    return process.takeError();
  jit.getMainJITDylib().addGenerator(std::move(*process));
  return jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(getRuntimeSymbols(jit)));
}

/// Loads an object file into memory and returns its descriptor. `keepAlive` owns the code.
static llvm::Expected<const FusionModule *> load(StringRef object, const llvm::DataLayout &layout,
                                                 std::shared_ptr<void> &keepAlive) {
  auto jit = llvm::orc::LLJITBuilder().setDataLayout(layout).create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error problem = addLibraries(**jit, layout.getGlobalPrefix()))
    return problem;
  if (llvm::Error problem = (*jit)->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object, "fusion")))
    return problem;
  auto symbol = (*jit)->lookup("fusion_module");
  if (!symbol)
    return symbol.takeError();
  keepAlive = std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit));
  return symbol->toPtr<const FusionModule *>();
}

runtime::Expected<std::shared_ptr<runtime::Module>> fusion::loadProgramObject(StringRef object) {
  runtime::Phase phase("link", "in memory");
  std::string problem;
  std::unique_ptr<llvm::TargetMachine> machine = createHostTargetMachine(HostCPU::Native, problem);
  if (!machine)
    return runtime::Error::make("no code generator for this machine: ", problem);
  std::shared_ptr<void> keepAlive;
  auto descriptor = load(object, machine->createDataLayout(), keepAlive);
  if (!descriptor)
    return runtime::Error::make("host code could not be loaded: ", llvm::toString(descriptor.takeError()));
  return runtime::Module::create(*descriptor, keepAlive);
}

FailureOr<std::string> fusion::makeProgramObject(ModuleOp module, const CompileOptions &options) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createHostTargetMachine(HostCPU::Native, error);
  if (!machine)
    return module.emitError() << "no code generator for this machine: " << error;
  return getOrMake("object " + options.target, module, options,
                   {machine->getTargetCPU().str(), machine->getTargetFeatureString().str()},
                   [&]() -> FailureOr<std::string> {
                     if (failed(lower(module, options, CompileStage::LLVM)))
                       return failure();
                     llvm::LLVMContext context;
                     auto code = translateHostModule(module, context, HostCPU::Native);
                     if (failed(code))
                       return failure();
                     return compileObject(**code, *machine, module.getLoc());
                   });
}

FailureOr<std::shared_ptr<runtime::Module>> fusion::loadProgram(ModuleOp module, const CompileOptions &options) {
  FailureOr<std::string> object = makeProgramObject(module, options);
  if (failed(object))
    return failure();
  auto loaded = loadProgramObject(*object);
  if (!loaded)
    return module->emitError() << loaded.error().message();
  return *loaded;
}
