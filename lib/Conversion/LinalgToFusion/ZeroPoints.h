// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Zero points of products of integers.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_ZEROPOINTS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_ZEROPOINTS_H

#include "MultiplyAdd.h"
#include "Operands.h"

namespace fusion {

/// A factor of a product as loops read it.
struct IndexedFactor : IndexedOperand {
  bool isUnsigned = false;                 ///< of i8: it has no sign
  std::optional<IndexedOperand> zeroPoint; ///< of i32, subtracted from each element
};

/// A factor of the product `op`; its maps are simple.
IndexedFactor getIndexedFactor(OpBuilder &builder, linalg::LinalgOp op, const TermFactor &factor);

/// The factors of a sum of products, the loops that it sums along, and those of its result.
struct SummedFactors {
  const IndexedFactor &lhs, &rhs;
  ArrayRef<int64_t> contracted, result;
};

/// What sums of products, a tensor of i32 with the result's loops, are with the zero points a of lhs and b of rhs:
///
///   sum (l - a)(r - b)  =  sum l r  -  b sum l  -  a sum r  +  a b K
///
/// modulo 2^32, in one elementwise operation; sums along rows that a constant tensor has can be made once.
Value subtractZeroPoints(OpBuilder &builder, Location loc, Value sums, const SummedFactors &factors);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_ZEROPOINTS_H
