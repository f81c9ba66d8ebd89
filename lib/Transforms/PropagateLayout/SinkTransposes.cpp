// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transpositions move behind elementwise operations.

#include "LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// mul(transpose(x), scalar)  ->  transpose(mul(x, scalar)), for an x that comes from a product
struct SinkTranspose : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    linalg::TransposeOp transpose;
    bool fromMatmul = false;
    for (Value operand : op->getOperands()) {
      if (getTensorType(operand).getRank() == 0)
        continue;
      auto next = operand.getDefiningOp<linalg::TransposeOp>();
      if (!next || (transpose && next.getPermutation() != transpose.getPermutation()))
        return rewriter.notifyMatchFailure(op, "an operand is neither a scalar nor transposed like the others");
      if (!llvm::all_equal(next->getUsers()))
        return rewriter.notifyMatchFailure(op, "the transposed operand has other uses");
      transpose = next;
      fromMatmul |= comesFromMatmul(next.getInput(), /*throughLayout=*/true);
    }
    if (!fromMatmul)
      return rewriter.notifyMatchFailure(op, "no transposed operand comes from a product");
    SmallVector<Value> operands = llvm::map_to_vector(op->getOperands(), [](Value operand) {
      auto own = operand.getDefiningOp<linalg::TransposeOp>();
      return own ? own.getInput() : operand;
    });
    ArrayRef<int64_t> shape = getTensorType(transpose.getInput()).getShape();
    Value result = rebuildElementwise(rewriter, op, operands, shape);
    result = transposeDims(rewriter, op->getLoc(), result, transpose.getPermutation());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op->getLoc(), result, getTensorType(op->getResult(0))));
    return success();
  }
};

/// transpose : 1x12x8 -> 12x1x8  ->  reshapes
struct TransposeWithoutUnits : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || !llvm::is_contained(getTensorType(op.getInput()).getShape(), 1))
      return rewriter.notifyMatchFailure(op, "no dimension has size 1");
    Value result = transposeDims(rewriter, op.getLoc(), op.getInput(), op.getPermutation());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, getTensorType(op->getResult(0))));
    return success();
  }
};
} // namespace

void mlir::fusion::populateSinkTransposePatterns(RewritePatternSet &patterns) {
  patterns.add<SinkTranspose, TransposeWithoutUnits>(patterns.getContext());
}
