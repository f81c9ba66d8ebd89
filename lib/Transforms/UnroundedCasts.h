// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Remarks on casts there and back that a relaxed kernel does not round.

#ifndef FUSION_LIB_TRANSFORMS_UNROUNDEDCASTS_H
#define FUSION_LIB_TRANSFORMS_UNROUNDEDCASTS_H

#include "mlir/IR/Operation.h"

namespace fusion {

/// Leaves a remark at each cast to f16 or bf16 in a kernel of `root` that is not strict, where a cast to a wider float
/// reads it: the kernel computes on in the wider type, and neither rounds.
void remarkUnroundedCasts(mlir::Operation *root);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_UNROUNDEDCASTS_H
