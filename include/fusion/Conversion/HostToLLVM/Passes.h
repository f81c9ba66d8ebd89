// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that lower the host program, and the name of what a compiled module exports.

#ifndef FUSION_CONVERSION_HOSTTOLLVM_PASSES_H
#define FUSION_CONVERSION_HOSTTOLLVM_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

/// The symbol that a compiled module exports.
inline constexpr llvm::StringLiteral kModuleSymbol = "fusion_module";

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"

} // namespace fusion

#endif // FUSION_CONVERSION_HOSTTOLLVM_PASSES_H
