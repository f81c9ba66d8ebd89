// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that reads through moves.

#ifndef FUSION_TRANSFORMS_COMPOSEMOVES_PASSES_H
#define FUSION_TRANSFORMS_COMPOSEMOVES_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Transforms/ComposeMoves/Passes.h.inc"

} // namespace fusion

#endif // FUSION_TRANSFORMS_COMPOSEMOVES_PASSES_H
