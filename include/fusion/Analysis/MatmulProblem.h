// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix product as numbers: sizes, layouts and element types, apart from the IR.

#ifndef FUSION_ANALYSIS_MATMULPROBLEM_H
#define FUSION_ANALYSIS_MATMULPROBLEM_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace mlir::fusion {

/// Sizes are static or ShapedType::kDynamic.
struct MatmulProblem {
  int64_t m, n, k;
  /// Batch dimensions of the result; those of the operands are aligned with them, and 1 where an operand is repeated.
  SmallVector<int64_t> batch, lhsBatch, rhsBatch;
  /// The left operand is stored as K x M, the right one as N x K.
  bool transposeA, transposeB;
  /// Element types of the operands and of the result.
  Type inputType, resultType;

  static MatmulProblem get(MatmulOp op);

  bool isBatched() const { return !batch.empty(); }
  bool isDynamic() const;
  /// 2·M·N·K for each batch, as a double; dynamic sizes as in the cost model.
  double getFlops() const;
};

} // namespace mlir::fusion

#endif // FUSION_ANALYSIS_MATMULPROBLEM_H
