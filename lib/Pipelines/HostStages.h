// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stages of the host program that the CPU and GPU pipelines share.

#ifndef FUSION_LIB_PIPELINES_HOSTSTAGES_H
#define FUSION_LIB_PIPELINES_HOSTSTAGES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/PassManager.h"

namespace fusion {

/// After it: operations that the import left alone are linalg, tensor and arith; sizes that only the run can compare
/// are compared there.
void addShapeStage(OpPassManager &pm);

/// After it: entries are in destination style on memrefs.
void addDestinationStage(OpPassManager &pm);

/// After it: sizes that the lowering of kernels asked of views are asked of arguments. Device code is left alone.
void addLaunchSizeCleanup(OpPassManager &pm);

/// After it: all memory of an entry is in one workspace.
void addWorkspaceStage(OpPassManager &pm);

/// After it: the module is in the LLVM dialect and exports its descriptor. `device` is "cpu" or "cuda".
void addHostToLLVMStage(OpPassManager &pm, StringRef device);

} // namespace fusion

#endif // FUSION_LIB_PIPELINES_HOSTSTAGES_H
