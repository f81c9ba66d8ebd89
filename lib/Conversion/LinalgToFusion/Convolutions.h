// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Convolutions that are contractions.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_CONVOLUTIONS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_CONVOLUTIONS_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace fusion {

/// Convolutions of floats below `root` whose windows have one element, or lie side by side, become contractions over
/// the channels and what is in a window. Sizes that this depends on are static.
void contractConvolutions(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_CONVOLUTIONS_H
