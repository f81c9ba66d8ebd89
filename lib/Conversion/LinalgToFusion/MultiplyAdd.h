// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bodies that add a product to what there is.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_MULTIPLYADD_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_MULTIPLYADD_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace fusion {

/// What is subtracted from a factor once that is widened: a number of i8 or i32, or a tensor of them.
struct ZeroPoint {
  Value value;             ///< of i8 or i32; a constant of the body may be one
  AffineMap map;           ///< from loops to dimensions of a tensor
  bool isUnsigned = false; ///< i8 is widened by zeros
};

/// A factor of a term: the operand that it reads, which may be widened first.
struct TermFactor {
  OpOperand *operand = nullptr;
  bool isUnsigned = false; ///< an integer is widened by zeros
  std::optional<ZeroPoint> zeroPoint;
};

/// `yield(out + lhs * rhs)` in any order, of floats, or of i8 that are widened to i32.
struct MultiplyAdd {
  TermFactor lhs, rhs;

  bool hasZeroPoints() const { return lhs.zeroPoint || rhs.zeroPoint; }
};

/// Matches such a body. Zero points that are subtracted from integers are the same for all terms of a sum.
std::optional<MultiplyAdd> matchMultiplyAdd(linalg::LinalgOp op);

/// Sums of products of two operands in f16, bf16 or 8-bit floats that stayed linalg, such as convolutions, are made in
/// f32 and rounded once, as fusion.matmul makes its own. Other sums round as the graph says.
void accumulateInF32(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_MULTIPLYADD_H
