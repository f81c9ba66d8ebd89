// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that make PTX of modules of device code.

#ifndef FUSION_TARGET_PTX_PASSES_H
#define FUSION_TARGET_PTX_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Target/PTX/Passes.h.inc"

} // namespace fusion

#endif // FUSION_TARGET_PTX_PASSES_H
