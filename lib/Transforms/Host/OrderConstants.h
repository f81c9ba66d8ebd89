// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The same order of constants in every run.

#ifndef FUSION_LIB_TRANSFORMS_HOST_ORDERCONSTANTS_H
#define FUSION_LIB_TRANSFORMS_HOST_ORDERCONSTANTS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion {

/// Puts constants in front of functions, and numbers those of one name, by who reads them first. Upstream's
/// bufferization takes functions in an order of their addresses, which is another one in each run.
void orderConstants(ModuleOp module);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_ORDERCONSTANTS_H
