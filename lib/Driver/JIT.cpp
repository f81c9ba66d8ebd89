// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads compiled code into this process.

#include "CompileCache.h"
#include "HostTarget.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace fusion;

static LogicalResult report(llvm::Error error, Location loc) {
  return emitError(loc) << "host code could not be loaded: " << llvm::toString(std::move(error));
}

/// Loads an object file into memory and returns its descriptor. `keepAlive` owns the code. References are resolved in
/// this process.
static FailureOr<const FusionModule *> loadObject(StringRef object, const llvm::DataLayout &layout, Location loc,
                                                  std::shared_ptr<void> &keepAlive) {
  auto jit = llvm::orc::LLJITBuilder().setDataLayout(layout).create();
  if (!jit)
    return report(jit.takeError(), loc);
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(layout.getGlobalPrefix());
  if (!process)
    return report(process.takeError(), loc);
  (*jit)->getMainJITDylib().addGenerator(std::move(*process));
  if (llvm::Error problem = (*jit)->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object, "fusion")))
    return report(std::move(problem), loc);
  auto symbol = (*jit)->lookup("fusion_module");
  if (!symbol)
    return report(symbol.takeError(), loc);
  keepAlive = std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit));
  return symbol->toPtr<const FusionModule *>();
}

/// The program of `module`, as `buildKernels` leaves it, as an object file for `machine`.
static FailureOr<std::string> makeObject(ModuleOp module, const CompileOptions &options, llvm::TargetMachine &machine) {
  if (failed(lower(module, options, CompileStage::LLVM)))
    return failure();
  llvm::LLVMContext context;
  auto code = translateHostModule(module, context, HostCPU::Native);
  if (failed(code))
    return failure();
  return compileObject(**code, machine, module.getLoc());
}

FailureOr<std::shared_ptr<runtime::Module>> fusion::loadProgram(ModuleOp module, const CompileOptions &options) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createHostTargetMachine(HostCPU::Native, error);
  if (!machine)
    return module.emitError() << "no code generator for this machine: " << error;
  FailureOr<std::string> object = getOrMake("object " + options.target, module, options,
                                            {machine->getTargetCPU().str(), machine->getTargetFeatureString().str()},
                                            [&] { return makeObject(module, options, *machine); });
  if (failed(object))
    return failure();
  std::shared_ptr<void> keepAlive;
  auto descriptor = loadObject(*object, machine->createDataLayout(), module->getLoc(), keepAlive);
  if (failed(descriptor))
    return failure();
  auto loaded = runtime::Module::create(*descriptor, keepAlive);
  if (!loaded)
    return module->emitError() << loaded.error().message();
  return *loaded;
}
