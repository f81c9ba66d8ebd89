// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostTarget.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::fusion;

static LogicalResult report(llvm::Error error, Location loc) {
  return emitError(loc) << "host code could not be loaded: " << llvm::toString(std::move(error));
}

FailureOr<const FusionModule *> mlir::fusion::loadInMemory(std::unique_ptr<llvm::Module> module,
                                                           std::unique_ptr<llvm::LLVMContext> context, Location loc,
                                                           std::shared_ptr<void> &keepAlive) {
  std::string error;
  std::shared_ptr<llvm::TargetMachine> machine = createHostTargetMachine(HostCPU::Native, error);
  if (!machine)
    return emitError(loc) << "no code generator for this machine: " << error;
  auto jit =
      llvm::orc::LLJITBuilder()
          .setDataLayout(module->getDataLayout())
          .setCompileFunctionCreator([machine](llvm::orc::JITTargetMachineBuilder)
                                         -> llvm::Expected<std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
            return std::make_unique<llvm::orc::SimpleCompiler>(*machine);
          })
          .create();
  if (!jit)
    return report(jit.takeError(), loc);
  auto process =
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(module->getDataLayout().getGlobalPrefix());
  if (!process)
    return report(process.takeError(), loc);
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  if (llvm::Error problem = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return report(std::move(problem), loc);
  auto symbol = (*jit)->lookup("fusion_module");
  if (!symbol)
    return report(symbol.takeError(), loc);
  // The machine must outlive the JIT: it compiles when a symbol is looked up.
  auto owner = std::make_shared<std::pair<std::shared_ptr<llvm::TargetMachine>, std::unique_ptr<llvm::orc::LLJIT>>>(
      machine, std::move(*jit));
  keepAlive = owner;
  return symbol->toPtr<const FusionModule *>();
}

FailureOr<std::shared_ptr<::fusion::Module>> mlir::fusion::loadProgram(ModuleOp module, const CompileOptions &options) {
  if (failed(lowerToLLVM(module, options)))
    return failure();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto code = translateHostModule(module, *context, HostCPU::Native);
  if (failed(code))
    return failure();
  std::shared_ptr<void> keepAlive;
  auto descriptor = loadInMemory(std::move(*code), std::move(context), module->getLoc(), keepAlive);
  if (failed(descriptor))
    return failure();
  auto loaded = ::fusion::Module::create(*descriptor, keepAlive);
  if (!loaded)
    return module->emitError() << loaded.error().message();
  return *loaded;
}
