// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LLVM's standard passes on a module.

#ifndef FUSION_SUPPORT_LLVMOPTIMIZE_H
#define FUSION_SUPPORT_LLVMOPTIMIZE_H

#include "fusion/Support/LLVM.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace fusion {

/// Runs LLVM's standard passes of a level on a module, for the machine that its code is made for.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level);

} // namespace fusion

#endif // FUSION_SUPPORT_LLVMOPTIMIZE_H
