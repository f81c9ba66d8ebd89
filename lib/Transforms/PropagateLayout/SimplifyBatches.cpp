// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Batch dimensions of products: those that are rows become rows.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %0 = fusion.matmul %x, %w : (tensor<2x4x8xf32>, tensor<8x6xf32>) -> tensor<2x4x6xf32>
///   ->
/// %x1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
/// %1 = fusion.matmul %x1, %w : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<8x6xf32> into tensor<2x4x6xf32>
struct FoldBatchesIntoRows : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    int64_t rank = op.getType().getRank();
    if (rank == 2 || getTensorType(op.getRhs()).getRank() != 2)
      return rewriter.notifyMatchFailure(op, "the right operand has batches, or there are none");
    if (op.getTransposeA())
      return rewriter.notifyMatchFailure(op, "the rows of the left operand do not lie behind each other");
    Location loc = op.getLoc();
    SmallVector<ReassociationIndices> groups(2);
    llvm::append_range(groups[0], llvm::seq<int64_t>(0, rank - 1));
    groups[1].push_back(rank - 1);
    Value lhs = collapseDims(rewriter, loc, op.getLhs(), groups);
    auto type = RankedTensorType::get({getTensorType(lhs).getDimSize(0), op.getN()}, op.getType().getElementType());
    Value result = MatmulOp::createLike(rewriter, op, type, lhs, op.getRhs());
    SmallVector<OpFoldResult> rows = tensor::getMixedSizes(rewriter, loc, op.getLhs());
    rows.pop_back();
    SmallVector<SmallVector<OpFoldResult>> sizes{rows, {tensor::getMixedSize(rewriter, loc, result, 1)}};
    result = expandDims(rewriter, loc, result, sizes);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, op.getType()));
    return success();
  }
};

/// %0 = fusion.matmul %x, %w {transpose_b} : (tensor<2x4x1x8xf32>, tensor<2x1x6x8xf32>) -> tensor<2x4x1x6xf32>
///   ->
/// %x1 = tensor.collapse_shape %x [[0], [1, 2], [3]] : tensor<2x4x1x8xf32> into tensor<2x4x8xf32>
/// %w1 = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<2x1x6x8xf32> into tensor<2x6x8xf32>
/// %1 = fusion.matmul %x1, %w1 {transpose_b} : (tensor<2x4x8xf32>, tensor<2x6x8xf32>) -> tensor<2x4x6xf32>
/// %0 = tensor.expand_shape %1 [[0], [1, 2], [3]] : tensor<2x4x6xf32> into tensor<2x4x1x6xf32>
///
/// One row of each of several matrices, all times the same one, are rows of one matrix: heads of one query that share
/// their keys read these once.
struct GatherSingleRows : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    int64_t rank = op.getType().getRank(), rightRank = getTensorType(op.getRhs()).getRank();
    if (rank < 3 || op.getM() != 1 || op.getType().getDimSize(rank - 3) == 1)
      return rewriter.notifyMatchFailure(op, "it has several rows, or no matrices that are open to be gathered");
    if (rightRank < 3 || getTensorType(op.getRhs()).getDimSize(rightRank - 3) != 1)
      return rewriter.notifyMatchFailure(op, "the right operand is another one for each row");
    Location loc = op.getLoc();
    llvm::SmallBitVector left(rank), right(rightRank), result(rank);
    left.set(op.getLhsMDim()), right.set(rightRank - 3), result.set(rank - 2);
    Value lhs = dropUnitDims(rewriter, loc, op.getLhs(), left), rhs = dropUnitDims(rewriter, loc, op.getRhs(), right);
    SmallVector<int64_t> shape(op.getType().getShape());
    shape.erase(shape.end() - 2);
    MatmulOp product = MatmulOp::createLike(rewriter, op, op.getType().clone(shape), lhs, rhs);
    product.setTransposeA(false);
    rewriter.replaceOp(op, insertUnitDims(rewriter, loc, product, result));
    return success();
  }
};

} // namespace

void fusion::populateSimplifyBatchPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldBatchesIntoRows, GatherSingleRows>(patterns.getContext());
}
