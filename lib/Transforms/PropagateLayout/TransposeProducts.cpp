// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product whose result is transposed behind its elementwise operations is computed transposed.

#include "ProductEpilogue.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// Columns that a product has at least where rows of a batch become its columns, a batch each: a tile.
static constexpr int64_t kLeastColumns = 64;

/// The shape with its last two dimensions exchanged.
static SmallVector<int64_t> swapLastTwo(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> swapped(shape);
  if (swapped.size() >= 2)
    std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
  return swapped;
}

/// Whether a tensor that broadcasts to the result is transposed by a reshape: it varies along the rows or the columns
/// at most.
static bool isSmall(Value value) {
  RankedTensorType type = getTensorType(value);
  return type.getRank() < 2 || type.getShape().back() == 1 || type.getDimSize(type.getRank() - 2) == 1;
}

/// The rows of a matrix split into `rows`, if these are given.
static Value splitRows(RewriterBase &rewriter, Value value, ArrayRef<OpFoldResult> rows) {
  RankedTensorType type = getTensorType(value);
  if (rows.empty() || type.getRank() != 2 || type.getDimSize(0) == 1)
    return value;
  return expandDims(rewriter, value.getLoc(), value,
                    {llvm::to_vector(rows), {tensor::getMixedSize(rewriter, value.getLoc(), value, 1)}});
}

/// `value`, which is small, with its last two dimensions exchanged.
static Value transposeSmall(RewriterBase &rewriter, Value value, ArrayRef<OpFoldResult> rows) {
  int64_t rank = getTensorType(value).getRank();
  if (rank == 0)
    return value;
  llvm::SmallBitVector inserted(std::max<int64_t>(rank, 2));
  if (rank == 1)
    inserted.set(0);
  Value matrix = splitRows(rewriter, insertUnitDims(rewriter, value.getLoc(), value, inserted), rows);
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, getTensorType(matrix).getRank()));
  std::swap(permutation[permutation.size() - 1], permutation[permutation.size() - 2]);
  return transposeDims(rewriter, value.getLoc(), matrix, permutation);
}

/// The reshape that splits columns in front of a transposition which puts the rows behind them.
static tensor::ExpandShapeOp findSplitColumns(linalg::TransposeOp op) {
  auto expand = op.getInput().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !expand->hasOneUse())
    return nullptr;
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  int64_t rows = static_cast<int64_t>(groups.size()) - 2;
  auto expected = llvm::to_vector(llvm::seq<int64_t>(0, expand.getResultType().getRank()));
  if (rows < 0 || groups.back().size() == 1 ||
      !llvm::all_of(ArrayRef(groups).drop_back(), [](auto &group) { return group.size() == 1; }))
    return nullptr;
  std::rotate(expected.begin() + rows, expected.begin() + rows + 1, expected.end());
  return op.getPermutation() == ArrayRef(expected) ? expand : nullptr;
}

/// The reshape in front of a transposition that splits rows into those of batches which have enough to be columns.
static tensor::ExpandShapeOp findSplit(linalg::TransposeOp op) {
  auto expand = op.getInput().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !expand->hasOneUse())
    return nullptr;
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  bool splitsRows = groups.size() == 2 && groups[0].size() == 2 && groups[1].size() == 1;
  return splitsRows && (ShapedType::isDynamic(shape[1]) || shape[1] >= kLeastColumns) ? expand : nullptr;
}

namespace {
/// %1 = fusion.matmul %a, %b : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
/// %2 = fusion.add %1, %c : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
/// %0 = linalg.transpose ins(%2 : tensor<4x6xf32>) outs(.. : tensor<6x4xf32>) permutation = [1, 0]
///   ->
/// %1 = fusion.matmul %b, %a {transpose_a, transpose_b} : (tensor<8x6xf32>, tensor<4x8xf32>) -> tensor<6x4xf32>
/// %0 = fusion.add %1, (tensor.expand_shape %c : tensor<6xf32> into tensor<6x1xf32>) : .. -> tensor<6x4xf32>
///
/// Rows that are those of several batches, and are split behind the operations, are split before. Where the rows become
/// the columns and other dimensions move as well, these still do, and the result is written by strides: JAX has values
/// on the left of their weights. Where weights are on the left of a batch, columns that are split are split as rows:
/// convolutions give the channels of an image in front of its pixels, and norms read them behind.
struct TransposeProduct : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    SmallVector<int64_t> permutation(op.getPermutation());
    auto rank = static_cast<int64_t>(permutation.size());
    tensor::ExpandShapeOp columns = findSplitColumns(op);
    if (op->getNumResults() != 1 || rank < 2 || (!columns && permutation.back() != rank - 2))
      return rewriter.notifyMatchFailure(op,
                                         "rows do not become columns, nor go behind all that columns are split into");
    tensor::ExpandShapeOp split = columns ? columns : swapsLastTwo(permutation) ? findSplit(op) : nullptr;
    Value result = split ? split.getSrc() : op.getInput();
    std::optional<ProductEpilogue> epilogue = ProductEpilogue::find(result, split ? split.getOperation() : op, isSmall);
    if (!epilogue)
      return rewriter.notifyMatchFailure(op, "the operand does not come from one product, by operations that nothing "
                                             "else reads and whose other operands a reshape transposes");
    MatmulOp product = epilogue->getProduct();
    if (split && (product.isBlockScaled() || (!columns && product.getTransposeA())))
      return rewriter.notifyMatchFailure(op, "what is split has scales, or rows are columns of the operand");
    if (columns && (getTensorType(product.getLhs()).getRank() != 2 || product.getType().getRank() == 2))
      return rewriter.notifyMatchFailure(op, "no weights are on the left of a batch: heads, which products read by "
                                             "strides, are none");
    SmallVector<OpFoldResult> rows;
    if (split && !columns)
      rows = llvm::to_vector(ArrayRef(split.getMixedOutputShape()).take_front(2));
    SmallVector<int64_t> shape = swapLastTwo(getTensorType(columns ? columns.getSrc() : op.getInput()).getShape());
    Value swapped = MatmulOp::createTransposed(rewriter, product, product.getType().clone(shape), product.getRhs(),
                                               splitRows(rewriter, product.getLhs(), rows));
    Value moved = epilogue->rebuild(rewriter, swapped, shape,
                                    [&](Value operand) { return transposeSmall(rewriter, operand, rows); });
    moved = columns ? splitAsRows(rewriter, moved, columns) : moveOthers(rewriter, moved, permutation);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), moved, getTensorType(op->getResult(0))));
    return success();
  }

private:
  /// `value` with its rows split as `columns` splits columns.
  static Value splitAsRows(PatternRewriter &rewriter, Value value, tensor::ExpandShapeOp columns) {
    SmallVector<SmallVector<OpFoldResult>> sizes;
    SmallVector<OpFoldResult> mixed = columns.getMixedOutputShape();
    for (const ReassociationIndices &group : columns.getReassociationIndices())
      sizes.push_back(llvm::map_to_vector(group, [&](int64_t dim) { return mixed[dim]; }));
    std::swap(sizes[sizes.size() - 1], sizes[sizes.size() - 2]);
    return expandDims(rewriter, value.getLoc(), value, sizes);
  }

  /// `value`, whose last two dimensions have changed places, as `permutation` has the dimensions.
  static Value moveOthers(PatternRewriter &rewriter, Value value, SmallVector<int64_t> permutation) {
    auto rank = static_cast<int64_t>(permutation.size());
    for (int64_t &dim : permutation)
      if (dim >= rank - 2)
        dim = 2 * rank - 3 - dim;
    return transposeDims(rewriter, value.getLoc(), value, permutation);
  }
};

/// %0 = fusion.matmul %v, %p {transpose_b} : (tensor<3x8x9xf32>, tensor<3x1x9xf32>) -> tensor<3x8x1xf32>
///   ->
/// %1 = fusion.matmul %p, %v {transpose_b} : (tensor<3x1x9xf32>, tensor<3x8x9xf32>) -> tensor<3x1x8xf32>
/// %0 = tensor.expand_shape (tensor.collapse_shape %1) : tensor<3x8xf32> into tensor<3x8x1xf32>
///
/// The one column is the one row: values on the left of the weights of one query.
struct ComputeColumnAsRow : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    int64_t rank = type.getRank();
    if (rank < 3 || type.getDimSize(rank - 1) != 1 || type.getDimSize(rank - 2) == 1)
      return rewriter.notifyMatchFailure(op, "the result has no batches of one column");
    auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::swap(permutation[rank - 1], permutation[rank - 2]);
    Value row =
        MatmulOp::createTransposed(rewriter, op, type.clone(swapLastTwo(type.getShape())), op.getRhs(), op.getLhs());
    Value result = transposeDims(rewriter, op.getLoc(), row, permutation);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, type));
    return success();
  }
};
} // namespace

void fusion::populateTransposeProductPatterns(RewritePatternSet &patterns) {
  patterns.add<TransposeProduct, ComputeColumnAsRow>(patterns.getContext());
}
