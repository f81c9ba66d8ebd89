// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Parts of a gpu.module that LLVM can compile side by side.

#ifndef FUSION_LIB_TARGET_PTX_KERNELGROUPS_H
#define FUSION_LIB_TARGET_PTX_KERNELGROUPS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusion {

/// Divides a module of LLVM operations: copies of neighbouring functions with what they refer to, all functions in
/// order. A definition is in one part only, declarations may be in several, and what no function refers to is in none.
/// Returns nothing where the module is too small to be divided. The parts depend on the module alone.
SmallVector<OwningOpRef<gpu::GPUModuleOp>> divideKernels(gpu::GPUModuleOp module);

/// Puts the PTX of such parts together. Declarations that several have come once.
std::string joinPTX(ArrayRef<StringRef> parts);

} // namespace fusion

#endif // FUSION_LIB_TARGET_PTX_KERNELGROUPS_H
