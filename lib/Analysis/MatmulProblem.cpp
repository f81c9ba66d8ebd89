// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Analysis/MatmulProblem.h"
#include "fusion/Analysis/CostModel.h"

using namespace mlir;
using namespace mlir::fusion;

/// The batch dimensions of an operand, filled with 1 on the left up to `rank`.
static SmallVector<int64_t> alignBatch(ArrayRef<int64_t> shape, size_t rank) {
  ArrayRef<int64_t> own = shape.drop_back(2);
  SmallVector<int64_t> batch(rank - own.size(), 1);
  llvm::append_range(batch, own);
  return batch;
}

MatmulProblem MatmulProblem::get(MatmulOp op) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(), result = op.getResult().getType();
  MatmulProblem problem;
  problem.m = op.getM();
  problem.n = op.getN();
  problem.k = op.getK();
  problem.batch = llvm::to_vector(result.getShape().drop_back(2));
  problem.lhsBatch = alignBatch(lhs.getShape(), problem.batch.size());
  problem.rhsBatch = alignBatch(rhs.getShape(), problem.batch.size());
  problem.transposeA = op.getTransposeA();
  problem.transposeB = op.getTransposeB();
  problem.inputType = lhs.getElementType();
  problem.resultType = result.getElementType();
  return problem;
}

bool MatmulProblem::isDynamic() const {
  return ShapedType::isDynamic(m) || ShapedType::isDynamic(n) || ShapedType::isDynamic(k) ||
         llvm::any_of(batch, ShapedType::isDynamic);
}

double MatmulProblem::getFlops() const {
  double flops = 2.0;
  for (int64_t size : {m, n, k})
    flops *= estimateSize(size);
  for (int64_t size : batch)
    flops *= estimateSize(size);
  return flops;
}
