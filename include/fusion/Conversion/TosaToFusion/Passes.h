// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that imports TOSA.

#ifndef FUSION_CONVERSION_TOSATOFUSION_PASSES_H
#define FUSION_CONVERSION_TOSATOFUSION_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Conversion/TosaToFusion/Passes.h.inc"

} // namespace fusion

#endif // FUSION_CONVERSION_TOSATOFUSION_PASSES_H
