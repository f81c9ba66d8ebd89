// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transpositions in which neighbours of one memory are apart in the other.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVEBYTILES_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVEBYTILES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// Makes a launch in front of `op`, in which each block moves a tile through shared memory, if `op` only moves elements
/// and those that are adjacent in its input are not adjacent in its output: a warp reads and writes neighbours. Fails,
/// with nothing changed, where it is something else, or where a tile would have few elements along one side.
LogicalResult moveByTiles(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVEBYTILES_H
