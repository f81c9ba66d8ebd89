// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that checks barriers, and how far it searches.

#ifndef FUSION_VERIFY_CHECKBARRIERS_PASSES_H
#define FUSION_VERIFY_CHECKBARRIERS_PASSES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

/// How fusion-check-barriers covers the interleavings of a kernel's threads.
enum class BarrierSearch {
  Order,         ///< one execution, and a proof that its order holds in all others
  States,        ///< the states that decide which accesses can collide
  Interleavings, ///< every state that the interleavings of all signals and waits reach
};

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "verify/CheckBarriers/Passes.h.inc"

} // namespace fusion

#endif // FUSION_VERIFY_CHECKBARRIERS_PASSES_H
