// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host code: from a module in the LLVM dialect to LLVM IR, an object, a shared object or code in memory.

#ifndef FUSION_DRIVER_HOSTCODE_H
#define FUSION_DRIVER_HOSTCODE_H

#include "fusion/Driver/Compile.h"
#include "fusion/Runtime/Module.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace fusion {

/// The processor that host code is made for. `Portable` is x86-64-v3 (AVX2, FMA, F16C: Haswell and Zen, and later) on
/// x86-64 and the baseline elsewhere, for files that go to other machines. `Native` is this machine's.
enum class HostCPU { Portable, Native };

/// Translates a module wholly in the LLVM dialect and optimizes it. Fails with a diagnostic on the module.
FailureOr<std::unique_ptr<llvm::Module>> translateHostModule(ModuleOp module, llvm::LLVMContext &context, HostCPU cpu);

/// The module as text.
std::string printHostModule(const llvm::Module &module);

/// Compiles the module and links it into a shared object, in memory, with ld.lld or the system's linker or C compiler,
/// whichever is there. References to the runtime library stay open: what loads the file provides them. `loc` is where
/// problems are reported.
FailureOr<std::string> makeSharedObject(llvm::Module &module, HostCPU cpu, Location loc);

/// The rest of the compile after `buildKernels`: lowers `module` to an object file for this machine, which
/// `loadProgramObject` takes. Fails with a diagnostic.
FailureOr<std::string> makeProgramObject(ModuleOp module, const CompileOptions &options);

/// Loads an object that `makeProgramObject` made, on this machine, into the process; no file and no linker is needed.
runtime::Expected<std::shared_ptr<runtime::Module>> loadProgramObject(StringRef object);

/// Both, one after the other. Fails with a diagnostic.
FailureOr<std::shared_ptr<runtime::Module>> loadProgram(ModuleOp module, const CompileOptions &options);

} // namespace fusion

#endif // FUSION_DRIVER_HOSTCODE_H
