// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that bring leftovers to the GPU: what no kernel of ours takes.

#ifndef FUSION_CONVERSION_LEFTOVERSTOGPU_PASSES_H
#define FUSION_CONVERSION_LEFTOVERSTOGPU_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace fusion {
#define GEN_PASS_DECL
#include "fusion/Conversion/LeftoversToGPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fusion/Conversion/LeftoversToGPU/Passes.h.inc"
} // namespace fusion

#endif // FUSION_CONVERSION_LEFTOVERSTOGPU_PASSES_H
