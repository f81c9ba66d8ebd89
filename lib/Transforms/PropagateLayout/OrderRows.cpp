// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows of a product stand in the order in which memory has them.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = linalg.transpose ins(%x : tensor<2x3x8xf32>) outs(.. : tensor<3x2x8xf32>) permutation = [1, 0, 2]
/// %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<3x2x8xf32> into tensor<6x8xf32>
/// %0 = fusion.matmul %2, %w : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
///   ->
/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
/// %2 = fusion.matmul %1, %w : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
/// %0 = tensor.expand_shape, linalg.transpose and tensor.collapse_shape of %2
///
/// Each row of the result depends on one row alone. Models that put the sequence before the batch transpose in front of
/// a product and back behind another one: the two meet, and nothing is moved.
struct OrderRows : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    auto collapse = op.getLhs().getDefiningOp<tensor::CollapseShapeOp>();
    auto transpose = collapse ? collapse.getSrc().getDefiningOp<linalg::TransposeOp>() : nullptr;
    if (!transpose || op.getType().getRank() != 2 || op.getTransposeA())
      return rewriter.notifyMatchFailure(op, "the left operand has no rows that are merged of transposed ones");
    if (op.isBlockScaled())
      return rewriter.notifyMatchFailure(op, "scales are in the order of the rows");
    if (!collapse->hasOneUse() || !transpose->hasOneUse())
      return rewriter.notifyMatchFailure(op, "others read the transposed operand");
    if (!collapse.getSrcType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "sizes are open");
    SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    size_t rows = groups.front().size();
    // Row dimension i of the new order is order[i] of the old one.
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, rows));
    llvm::sort(order, [&](int64_t a, int64_t b) { return permutation[a] < permutation[b]; });
    if (isIdentityPermutation(order))
      return rewriter.notifyMatchFailure(op, "the rows are in the order of memory");
    rewrite(op, collapse, transpose, order, rewriter);
    return success();
  }

private:
  static void rewrite(MatmulOp op, tensor::CollapseShapeOp collapse, linalg::TransposeOp transpose,
                      ArrayRef<int64_t> order, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    SmallVector<int64_t> permutation(transpose.getPermutation());
    SmallVector<OpFoldResult> rows;
    for (auto [to, from] : llvm::enumerate(order)) {
      permutation[to] = transpose.getPermutation()[from];
      rows.push_back(rewriter.getIndexAttr(collapse.getSrcType().getDimSize(from)));
    }
    Value source = transposeDims(rewriter, loc, transpose.getInput(), permutation);
    Value lhs = collapseDims(rewriter, loc, source, collapse.getReassociationIndices());
    Value result = MatmulOp::createLike(rewriter, op, op.getType(), lhs, op.getRhs());
    result = expandDims(rewriter, loc, result, {rows, {tensor::getMixedSize(rewriter, loc, result, 1)}});
    SmallVector<int64_t> back = invertPermutationVector(order);
    back.push_back(order.size());
    result = transposeDims(rewriter, loc, result, back);
    SmallVector<ReassociationIndices> merged(2);
    llvm::append_range(merged[0], llvm::seq<int64_t>(0, order.size()));
    merged[1].push_back(order.size());
    rewriter.replaceOp(op, collapseDims(rewriter, loc, result, merged));
  }
};
} // namespace

void fusion::populateOrderRowPatterns(RewritePatternSet &patterns) { patterns.add<OrderRows>(patterns.getContext()); }
