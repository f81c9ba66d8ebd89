// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that moves transpositions and reshapes out of the way of fusion.

#ifndef FUSION_TRANSFORMS_PROPAGATELAYOUT_PASSES_H
#define FUSION_TRANSFORMS_PROPAGATELAYOUT_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "fusion/Transforms/PropagateLayout/Passes.h.inc"

} // namespace fusion

#endif // FUSION_TRANSFORMS_PROPAGATELAYOUT_PASSES_H
