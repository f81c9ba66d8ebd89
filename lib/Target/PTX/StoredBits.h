// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps ptxas from converting numbers whose bits are stored.

#ifndef FUSION_LIB_TARGET_PTX_STOREDBITS_H
#define FUSION_LIB_TARGET_PTX_STOREDBITS_H

#include "fusion/Support/LLVM.h"

namespace llvm {
class Module;
} // namespace llvm

namespace fusion {

/// Moves the bits of each float of which some are cut off into an integer register of their own. The back end stores
/// the low bits of a float from its own register:
///
///   add.f32 %r3, %r1, %r2;
///   st.global.b8 [%rd1], %r3;
///
/// ptxas (CUDA 13.0, and the driver's) takes that for a conversion of the number to an 8-bit integer. A `mov.b32`
/// between the two keeps the bits. To be called after optimization, on what the back end gets.
void moveStoredBits(llvm::Module &module);

} // namespace fusion

#endif // FUSION_LIB_TARGET_PTX_STOREDBITS_H
