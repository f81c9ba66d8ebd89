// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether kernels may be launched before those in front of them have ended.

#ifndef FUSION_LIB_TARGET_PTX_DEPENDENTLAUNCH_H
#define FUSION_LIB_TARGET_PTX_DEPENDENTLAUNCH_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion {

/// Checks the kernels of launches that carry fusion.programmatic, in the llvm and nvvm dialects: each must wait for the
/// kernels before it (nvvm.griddepcontrol wait) and let the next one start (launch_dependents) only after that, and no
/// pointer that it takes may be noalias, since LLVM could then
/// move loads in front of the wait. Fails with a diagnostic on the launch or the kernel.
LogicalResult verifyDependentLaunches(ModuleOp module);

} // namespace fusion

#endif // FUSION_LIB_TARGET_PTX_DEPENDENTLAUNCH_H
