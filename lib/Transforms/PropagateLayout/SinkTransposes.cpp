// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transpositions move behind elementwise operations.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = linalg.transpose ins(%x : tensor<2x3x8xf32>) outs(.. : tensor<3x2x8xf32>) permutation = [1, 0, 2]
/// %0 = fusion.mul %1, %y : (tensor<3x2x8xf32>, tensor<8xf32>) -> tensor<3x2x8xf32>
///   ->
/// %1 = fusion.mul %x, %y : (tensor<2x3x8xf32>, tensor<8xf32>) -> tensor<2x3x8xf32>
/// %0 = linalg.transpose ins(%1 : tensor<2x3x8xf32>) outs(.. : tensor<3x2x8xf32>) permutation = [1, 0, 2]
///
/// For an %x that comes from a product and a %y that is transposed alike, or so small that its dimensions other than 1
/// keep their order.
struct SinkTranspose : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    if (op.dependsOnPosition())
      return rewriter.notifyMatchFailure(op, "its positions would be others");
    linalg::TransposeOp transpose = findTransposedProduct(op);
    if (!transpose)
      return rewriter.notifyMatchFailure(op, "no operand is a transposed product of the result's shape");
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    for (Value operand : getAlignedOperands(op)) {
      auto own = operand.getDefiningOp<linalg::TransposeOp>();
      if (own && own.getPermutation() == permutation && !llvm::all_equal(own->getUsers()))
        return rewriter.notifyMatchFailure(op, "the transposed operand has other uses");
      if (!(own && own.getPermutation() == permutation) &&
          failed(planBroadcastOperand(getTensorType(operand), permutation)))
        return rewriter.notifyMatchFailure(op, "an operand would have to be transposed");
    }
    SmallVector<int64_t> inverse = invertPermutationVector(permutation);
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) -> Value {
      auto own = operand.getDefiningOp<linalg::TransposeOp>();
      return own && own.getPermutation() == permutation ? own.getInput()
                                                        : permuteBack(rewriter, op->getLoc(), operand, inverse);
    });
    ArrayRef<int64_t> shape = getTensorType(transpose.getInput()).getShape();
    Value result = rebuildElementwise(rewriter, op, operands, shape);
    result = transposeDims(rewriter, op->getLoc(), result, transpose.getPermutation());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op->getLoc(), result, getTensorType(op->getResult(0))));
    return success();
  }

  static linalg::TransposeOp findTransposedProduct(Operation *op) {
    for (Value operand : getAlignedOperands(op)) {
      auto transpose = operand.getDefiningOp<linalg::TransposeOp>();
      if (transpose && comesFromMatmul(transpose.getInput(), /*throughLayout=*/true) &&
          getTensorType(operand).getShape() == getTensorType(op->getResult(0)).getShape())
        return transpose;
    }
    return {};
  }
};

/// %1 = linalg.transpose ins(%x : tensor<2x3x8xf32>) outs(.. : tensor<3x2x8xf32>) permutation = [1, 0, 2]
/// %0 = tensor.extract_slice %1[0, 0, 4] [3, 2, 4] [1, 1, 1] : tensor<3x2x8xf32> to tensor<3x2x4xf32>
///   ->
/// %1 = tensor.extract_slice %x[0, 0, 4] [2, 3, 4] [1, 1, 1] : tensor<2x3x8xf32> to tensor<2x3x4xf32>
/// %0 = linalg.transpose ins(%1 : tensor<2x3x4xf32>) outs(.. : tensor<3x2x4xf32>) permutation = [1, 0, 2]
///
/// For an %x that comes from a product: rotary embeddings take the halves of heads that were moved to the front.
struct SliceBeforeTranspose : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getSource().getDefiningOp<linalg::TransposeOp>();
    if (!transpose || !comesFromMatmul(transpose.getInput(), /*throughLayout=*/true))
      return rewriter.notifyMatchFailure(op, "the source is no transposed product");
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    SmallVector<int64_t> inverse = invertPermutationVector(permutation);
    auto permute = [&](SmallVector<OpFoldResult> list) { return applyPermutation(list, inverse); };
    Location loc = op.getLoc();
    Value slice = tensor::ExtractSliceOp::create(rewriter, loc, transpose.getInput(), permute(op.getMixedOffsets()),
                                                 permute(op.getMixedSizes()), permute(op.getMixedStrides()));
    Value result = transposeDims(rewriter, loc, slice, permutation);
    result = dropUnitDims(rewriter, loc, result, op.getDroppedDims());
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, op.getResultType()));
    // It may have been the last that kept the transposition from moving behind another reader.
    for (Operation *user : llvm::make_early_inc_range(transpose->getUsers()))
      rewriter.modifyOpInPlace(user, [] {});
    return success();
  }
};

/// %1 = linalg.transpose ins(%x : tensor<2x8xf32>) outs(.. : tensor<8x2xf32>) permutation = [1, 0]
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<8x2xf32> into tensor<2x4x2xf32>
///   ->
/// %1 = tensor.expand_shape %x [[0], [1, 2]] : tensor<2x8xf32> into tensor<2x2x4xf32>
/// %0 = linalg.transpose ins(%1 : tensor<2x2x4xf32>) outs(.. : tensor<2x4x2xf32>) permutation = [1, 2, 0]
///
/// For an %x that comes from a product: its columns are split into heads and parts, which can be sliced off then.
struct ExpandBeforeTranspose : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getSrc().getDefiningOp<linalg::TransposeOp>();
    if (!transpose || !transpose->hasOneUse() || !op.getResultType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "it is no static reshape of what is transposed for it alone");
    // Transpositions leave dimensions of size 1 to the reshapes behind them.
    if (isUnitReshape(op))
      return rewriter.notifyMatchFailure(op, "it splits no dimension");
    if (!comesFromMatmul(transpose.getInput(), /*throughLayout=*/true))
      return rewriter.notifyMatchFailure(op, "what is transposed is no product");
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    ReorderedReshape before = splitBeforeTranspose(transpose.getPermutation(), groups);
    SmallVector<OpFoldResult> mixed = op.getMixedOutputShape();
    SmallVector<SmallVector<OpFoldResult>> sizes(groups.size());
    for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
      for (int64_t dim : groups[to])
        sizes[from].push_back(mixed[dim]);
    Value expanded = expandDims(rewriter, op.getLoc(), transpose.getInput(), sizes);
    rewriter.replaceOp(op, transposeDims(rewriter, op.getLoc(), expanded, before.permutation));
    return success();
  }
};

/// %1 = linalg.transpose ins(%x : tensor<2x3xf32>) outs(.. : tensor<3x2xf32>) permutation = [1, 0], and %2 of %y
/// %0 = tensor.concat dim(0) %1, %2 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
///   ->
/// %1 = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
/// %0 = linalg.transpose ins(%1 : tensor<2x6xf32>) outs(.. : tensor<6x2xf32>) permutation = [1, 0]
///
/// For products that are transposed alike.
struct ConcatBeforeTranspose : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs;
    linalg::TransposeOp first = op.getInputs().front().getDefiningOp<linalg::TransposeOp>();
    for (Value input : op.getInputs()) {
      auto transpose = input.getDefiningOp<linalg::TransposeOp>();
      if (!transpose || !llvm::all_equal(transpose->getUsers()) ||
          transpose.getPermutation() != first.getPermutation() ||
          !comesFromMatmul(transpose.getInput(), /*throughLayout=*/true))
        return rewriter.notifyMatchFailure(op, "the inputs are no products that are transposed alike for this alone");
      inputs.push_back(transpose.getInput());
    }
    Value joined = tensor::ConcatOp::create(rewriter, op.getLoc(), first.getPermutation()[op.getDim()], inputs);
    Value result = transposeDims(rewriter, op.getLoc(), joined, first.getPermutation());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, getTensorType(op.getResult())));
    return success();
  }
};

/// %0 = linalg.transpose ins(%x : tensor<1x12x8xf32>) outs(.. : tensor<12x1x8xf32>) permutation = [1, 0, 2]
///   ->
/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x12x8xf32> into tensor<12x8xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<12x8xf32> into tensor<12x1x8xf32>
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

void fusion::populateSinkTransposePatterns(RewritePatternSet &patterns) {
  patterns
      .add<SinkTranspose, SliceBeforeTranspose, ExpandBeforeTranspose, ConcatBeforeTranspose, TransposeWithoutUnits>(
          patterns.getContext());
}
