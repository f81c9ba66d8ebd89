// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The names of MLIR, and those of LLVM that MLIR imports, for the compiler's namespace.

#ifndef FUSION_SUPPORT_LLVM_H
#define FUSION_SUPPORT_LLVM_H

#include "mlir/Support/LLVM.h"

namespace fusion {
using namespace mlir; // NOLINT(google-build-using-namespace): what mlir/Support/LLVM.h does for LLVM, for all of MLIR
} // namespace fusion

#endif // FUSION_SUPPORT_LLVM_H
