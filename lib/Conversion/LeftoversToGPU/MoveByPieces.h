// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies and transpositions into adjacent elements.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVEBYPIECES_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVEBYPIECES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// Makes a launch in front of `op`, in which each thread moves up to 16 bytes, if `op` only moves elements, along whose
/// last dimension they are adjacent in both memories. Fails, with nothing changed, where it is something else.
LogicalResult moveByPieces(RewriterBase &rewriter, linalg::GenericOp op);

/// Makes a launch in front of `op`, in which each thread loads the elements of 16 adjacent bytes, and of eight elements
/// at least, from wherever they are, if `op` only moves elements into a memory without gaps. Fails, with nothing
/// changed, where it is something else.
LogicalResult gatherPieces(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVEBYPIECES_H
