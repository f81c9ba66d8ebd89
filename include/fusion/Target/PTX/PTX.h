// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From modules of device code to PTX.

#ifndef FUSION_TARGET_PTX_PTX_H
#define FUSION_TARGET_PTX_PTX_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include <string>

namespace fusion {

/// Lowers the contents of each `gpu.module` under `pm`'s op to the LLVM and NVVM dialects.
void buildGPUModuleToNVVMPipeline(OpPassManager &pm);

/// Translates a `gpu.module` of LLVM and NVVM operations to PTX for `chip`, a name of the chip table. Fails, with a
/// diagnostic on the module, if the chip or an operation is unknown.
FailureOr<std::string> translateGPUModuleToPTX(gpu::GPUModuleOp module, StringRef chip);

/// Gives a context what `translateGPUModuleToPTX` needs.
void registerPTXTranslations(DialectRegistry &registry);

} // namespace fusion

#endif // FUSION_TARGET_PTX_PTX_H
