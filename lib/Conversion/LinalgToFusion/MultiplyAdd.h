// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bodies that add a product to what there is.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_MULTIPLYADD_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_MULTIPLYADD_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// Matches `yield(out + a * b)` in any order; gives the operands that a and b read.
LogicalResult matchMultiplyAdd(linalg::LinalgOp op, OpOperand *&lhs, OpOperand *&rhs);

/// Sums of products of two operands in f16, bf16 or 8-bit floats that stayed linalg, such as convolutions, are made in
/// f32 and rounded once, as fusion.matmul makes its own. Other sums round as the graph says.
void accumulateInF32(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_MULTIPLYADD_H
