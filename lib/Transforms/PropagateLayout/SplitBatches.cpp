// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Batches that are merged only to be one dimension of a product are batches of their own, so that nothing is copied.

#include "ProductEpilogue.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

/// Most dimensions of a product: those of a tensor map.
static constexpr int64_t kMaxRank = 5;

/// Whether `collapse` merges dimensions before the last two alone, of a tensor that is there as a copy only because
/// they are merged: one whose dimensions are permuted, or repeated.
static bool mergesCopiedBatches(tensor::CollapseShapeOp collapse) {
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  if (groups.size() < 3 || !llvm::all_of(ArrayRef(groups).take_back(2), [](const auto &g) { return g.size() == 1; }))
    return false;
  // Without dimensions of size 1 the collapsed tensor is the same copy: what only drops these is left to others.
  auto merges = [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t dim) { return collapse.getSrcType().getDimSize(dim) != 1; }) > 1;
  };
  if (llvm::none_of(groups, merges))
    return false;
  if (auto transpose = collapse.getSrc().getDefiningOp<linalg::TransposeOp>())
    return !mergeBeforeTranspose(transpose.getPermutation(), groups);
  return collapse.getSrc().getDefiningOp<linalg::BroadcastOp>() != nullptr;
}

/// What the dimensions of a product's result are split into; nothing for those that stay.
using Splits = SmallVector<SmallVector<int64_t>>;

static Splits getSplits(MatmulOp op, tensor::CollapseShapeOp collapse) {
  Splits splits(op.getType().getRank());
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  size_t missing = splits.size() - groups.size();
  for (auto [dim, group] : llvm::enumerate(groups))
    if (group.size() > 1)
      splits[dim + missing] =
          llvm::map_to_vector(group, [&](int64_t part) { return collapse.getSrcType().getDimSize(part); });
  return splits;
}

/// Whether `value` can be split along with the result: a size is static where its parts are.
static bool canSplit(Value value, const Splits &splits) {
  RankedTensorType type = getTensorType(value);
  int64_t missing = static_cast<int64_t>(splits.size()) - type.getRank();
  return llvm::all_of(llvm::enumerate(type.getShape()), [&](auto dim) {
    const SmallVector<int64_t> &parts = splits[dim.index() + missing];
    bool dynamic = llvm::is_contained(parts, ShapedType::kDynamic);
    return parts.empty() || dim.value() == 1 || ShapedType::isDynamic(dim.value()) == dynamic;
  });
}

static RankedTensorType getSplitType(RankedTensorType type, const Splits &splits) {
  SmallVector<int64_t> shape;
  for (auto [size, parts] : llvm::zip_equal(type.getShape(), splits)) {
    if (parts.empty())
      shape.push_back(size);
    llvm::append_range(shape, parts);
  }
  return type.clone(shape);
}

/// `value` with its batches split into `sizes`; into ones where it is repeated.
static Value splitOperand(PatternRewriter &rewriter, Location loc, Value value,
                          ArrayRef<SmallVector<OpFoldResult>> sizes) {
  RankedTensorType type = getTensorType(value);
  SmallVector<SmallVector<OpFoldResult>> own;
  for (auto [dim, parts] : llvm::enumerate(sizes.take_back(type.getRank()))) {
    if (parts.empty())
      own.push_back({tensor::getMixedSize(rewriter, loc, value, dim)});
    else if (type.getDimSize(dim) == 1)
      own.emplace_back(parts.size(), rewriter.getIndexAttr(1));
    else
      own.push_back(parts);
  }
  return expandDims(rewriter, loc, value, own);
}

namespace {
/// %2 = tensor.collapse_shape (linalg.transpose %x) : tensor<2x3x4x8xf32> into tensor<6x4x8xf32>
/// %0 = fusion.matmul %2, %y : (tensor<6x4x8xf32>, tensor<6x8x5xf32>) -> tensor<6x4x5xf32>
///   ->
/// %y1 = tensor.expand_shape %y : tensor<6x8x5xf32> into tensor<2x3x8x5xf32>
/// %1 = fusion.matmul (linalg.transpose %x), %y1 : (tensor<2x3x4x8xf32>, tensor<2x3x8x5xf32>) -> tensor<2x3x4x5xf32>
/// %0 = tensor.collapse_shape %1 : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
///
/// A product reads the transposed tensor by strides then, and a repeated one unrepeated: the keys of grouped heads.
struct SplitMergedBatches : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    if (op.isBlockScaled())
      return rewriter.notifyMatchFailure(op, "scales are those of a matrix");
    for (OpOperand &operand : op.getFactorOperands()) {
      auto collapse = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
      if (!collapse || !mergesCopiedBatches(collapse))
        continue;
      Splits splits = getSplits(op, collapse);
      RankedTensorType type = getSplitType(op.getType(), splits);
      if (type.getRank() > kMaxRank || !llvm::all_of(op.getOperands(), [&](Value v) { return canSplit(v, splits); }))
        continue;
      split(op, operand.getOperandNumber(), collapse, type, rewriter);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is a copy for batches that are merged, or the other cannot be "
                                           "split along with it");
  }

private:
  static void split(MatmulOp op, unsigned number, tensor::CollapseShapeOp collapse, RankedTensorType type,
                    PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> mixed = tensor::getMixedSizes(rewriter, loc, collapse.getSrc());
    SmallVector<SmallVector<OpFoldResult>> sizes(op.getType().getRank());
    SmallVector<ReassociationIndices> own = collapse.getReassociationIndices(), groups;
    size_t missing = sizes.size() - own.size();
    for (int64_t dim = 0, next = 0; dim < op.getType().getRank(); ++dim) {
      if (size_t(dim) >= missing && own[dim - missing].size() > 1)
        sizes[dim] = llvm::map_to_vector(own[dim - missing], [&](int64_t part) { return mixed[part]; });
      auto end = next + static_cast<int64_t>(std::max<size_t>(sizes[dim].size(), 1));
      groups.push_back(llvm::to_vector_of<int64_t, 2>(llvm::seq(std::exchange(next, end), end)));
    }
    Value operands[2];
    for (unsigned i = 0; i < 2; ++i)
      operands[i] = i == number ? collapse.getSrc() : splitOperand(rewriter, loc, op->getOperand(i), sizes);
    Value result = MatmulOp::createLike(rewriter, op, type, operands[0], operands[1]);
    result = collapseDims(rewriter, loc, result, groups);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, op.getType()));
  }
};

/// %1 = fusion.matmul %x, %y : (tensor<6x4x8xf16>, tensor<6x8x5xf16>) -> tensor<6x4x5xf32>
/// %2 = fusion.cast %1 : tensor<6x4x5xf32> -> tensor<6x4x5xf16>
/// %0 = linalg.transpose (tensor.expand_shape %2 : tensor<6x4x5xf16> into tensor<2x3x4x5xf16>)
///   ->
/// %1 = fusion.matmul %x1, %y1 : (tensor<2x3x4x8xf16>, tensor<2x3x8x5xf16>) -> tensor<2x3x4x5xf32>
/// %2 = fusion.cast %1 : tensor<2x3x4x5xf32> -> tensor<2x3x4x5xf16>
/// %0 = linalg.transpose %2, where %x1 and %y1 are tensor.expand_shape of %x and %y
///
/// The result is written in the other order by strides then.
struct SplitBatchesOfResult : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || !expand->hasOneUse() || expand.getResultType().getRank() > kMaxRank)
      return rewriter.notifyMatchFailure(op, "the operand is not expanded for this alone");
    SmallVector<int64_t> moved(op.getPermutation());
    llvm::erase_if(moved, [&](int64_t dim) { return expand.getResultType().getDimSize(dim) == 1; });
    if (llvm::is_sorted(moved))
      return rewriter.notifyMatchFailure(op, "only dimensions of size 1 move");
    // Dimensions of size 1 leave products, and the transposition leaves them.
    if (llvm::is_contained(expand.getResultType().getShape().drop_back(2), 1))
      return rewriter.notifyMatchFailure(op, "a batch has size 1");
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    if (groups.size() < 3 || groups.back().size() != 1 || groups[groups.size() - 2].size() != 1)
      return rewriter.notifyMatchFailure(op, "other dimensions than batches are split");
    Splits splits = llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
      SmallVector<int64_t> parts;
      for (int64_t dim : group)
        if (group.size() > 1)
          parts.push_back(expand.getResultType().getDimSize(dim));
      return parts;
    });
    auto canBeSplit = [&](Value value) { return canSplit(value, splits); };
    std::optional<ProductEpilogue> epilogue = ProductEpilogue::find(expand.getSrc(), expand, canBeSplit);
    if (epilogue && epilogue->getProduct().isBlockScaled())
      return rewriter.notifyMatchFailure(op, "scales are those of a matrix");
    if (!epilogue || !llvm::all_of(epilogue->getProduct().getOperands(), canBeSplit))
      return rewriter.notifyMatchFailure(op, "it does not come from one product, by operations that nothing else reads "
                                             "and whose operands can be split alike");
    SmallVector<OpFoldResult> mixed = expand.getMixedOutputShape();
    auto sizes = llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
      SmallVector<OpFoldResult> parts;
      for (int64_t dim : group)
        if (group.size() > 1)
          parts.push_back(mixed[dim]);
      return parts;
    });
    auto split = [&](Value value) { return splitOperand(rewriter, op.getLoc(), value, sizes); };
    MatmulOp product = epilogue->getProduct();
    ArrayRef<int64_t> shape = expand.getResultType().getShape();
    Value other = MatmulOp::createLike(rewriter, product, product.getType().clone(shape), split(product.getLhs()),
                                       split(product.getRhs()));
    rewriter.replaceOp(expand, epilogue->rebuild(rewriter, other, shape, split));
    return success();
  }
};

/// %1 = linalg.transpose ins(%x : tensor<2x3x8xf32>) outs(.. : tensor<8x2x3xf32>) permutation = [2, 0, 1]
/// %0 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<8x2x3xf32> into tensor<8x6xf32>
///   ->
/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
/// %0 = linalg.transpose ins(%1 : tensor<6x8xf32>) outs(.. : tensor<8x6xf32>) permutation = [1, 0]
///
/// Where what is merged lies side by side before as well.
struct CollapseBeforeTranspose : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getSrc().getDefiningOp<linalg::TransposeOp>();
    if (!transpose || !transpose->hasOneUse())
      return rewriter.notifyMatchFailure(op, "the operand is not transposed, or has other uses");
    std::optional<ReorderedReshape> before =
        mergeBeforeTranspose(transpose.getPermutation(), op.getReassociationIndices());
    if (!before)
      return rewriter.notifyMatchFailure(op, "dimensions are merged that do not lie side by side");
    Location loc = op.getLoc();
    Value source = collapseDims(rewriter, loc, transpose.getInput(), before->groups);
    Value result = transposeDims(rewriter, loc, source, before->permutation);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, op.getResultType()));
    return success();
  }
};
} // namespace

void fusion::populateSplitBatchPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitMergedBatches, SplitBatchesOfResult, CollapseBeforeTranspose>(patterns.getContext());
}
