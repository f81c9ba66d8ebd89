// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reshapes move behind reductions.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = tensor.expand_shape %x [[0, 1], [2]] : tensor<6x8xf32> into tensor<2x3x8xf32>
/// %0 = fusion.reduce addf %1 along [2] : tensor<2x3x8xf32> -> tensor<2x3x1xf32>
///   ->
/// %1 = fusion.reduce addf %x along [1] : tensor<6x8xf32> -> tensor<6x1xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<6x1xf32> into tensor<2x3x1xf32>
///
/// A dimension that is split into a reduced one and others stays so, as heads of 4 elements in tensor<6x8xf32>. Then
/// others lose dimensions of size 1 alone: what is computed of the heads may be repeated along a part of them.
struct CollapseReduce : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Whether some of the dimensions that one is split into are reduced, and others are more than one element.
  static bool isSplitByReduction(ReduceOp op, ArrayRef<int64_t> group) {
    auto isReduced = [&](int64_t part) { return op.isReduced(part); };
    return llvm::any_of(group, isReduced) && !llvm::all_of(group, [&](int64_t part) {
             return isReduced(part) || getTensorType(op.getInput()).getDimSize(part) == 1;
           });
  }

  /// Whether a dimension is split into several that are more than one element.
  static bool isSplit(ReduceOp op, ArrayRef<int64_t> group) {
    return llvm::count_if(group, [&](int64_t part) { return getTensorType(op.getInput()).getDimSize(part) != 1; }) > 1;
  }

  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || op.getIndex())
      return rewriter.notifyMatchFailure(op, "its input is not expanded, or it gives positions");
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    bool splits = llvm::any_of(groups, [&](auto &group) { return isSplitByReduction(op, group); });
    RankedTensorType expanded = expand.getResultType(), type = getTensorType(op.getResult());
    auto stays = [&](ArrayRef<int64_t> group) { return splits && isSplit(op, group); };
    auto isUnit = [&](int64_t part) { return expanded.getDimSize(part) == 1; };
    if (llvm::all_of(groups,
                     [&](auto &group) { return group.size() == 1 || (stays(group) && llvm::none_of(group, isUnit)); }))
      return rewriter.notifyMatchFailure(op, "each dimension is split into more than one of several elements");
    if (llvm::all_of(op.getDimensions(), isUnit))
      return rewriter.notifyMatchFailure(op, "it reduces dimensions of size 1 alone");
    Dimensions made{op, expanded, expand.getMixedOutputShape()};
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (stays(group))
        made.addParts(rewriter, group);
      else
        made.addWhole(rewriter, group, tensor::getMixedSize(rewriter, op.getLoc(), expand.getSrc(), dim),
                      expand.getSrcType().getDimSize(dim));
    }
    Value input = splits ? expandDims(rewriter, op.getLoc(), expand.getSrc(), made.ofInput) : expand.getSrc();
    Value reduced = ReduceOp::create(rewriter, op.getLoc(), type.clone(made.shape), Type(), op.getKind(), input,
                                     rewriter.getDenseI64ArrayAttr(made.reduced))
                        .getResult();
    Value result = expandDims(rewriter, op.getLoc(), reduced, made.ofResult);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, type));
    return success();
  }

private:
  /// The dimensions in which the reduction is made, and how those before and behind it are split.
  struct Dimensions {
    ReduceOp op;
    RankedTensorType expanded;
    SmallVector<OpFoldResult> sizes; ///< of the expanded tensor
    SmallVector<int64_t> shape, reduced;
    SmallVector<SmallVector<OpFoldResult>> ofInput, ofResult;

    /// One for all parts of a dimension. A part of size 1 beside others is reduced for nothing.
    void addWhole(Builder &builder, ArrayRef<int64_t> group, OpFoldResult size, int64_t known) {
      add(llvm::any_of(group, [&](int64_t part) { return op.isReduced(part) && !isUnit(part); }), known);
      ofInput.push_back({size});
      ofResult.push_back(llvm::map_to_vector(group, [&](int64_t part) { return getResultSize(builder, part); }));
    }
    /// One for each part that is more than one element.
    void addParts(Builder &builder, ArrayRef<int64_t> group) {
      ofInput.emplace_back();
      SmallVector<OpFoldResult> units; // of the next part of the result
      for (int64_t part : group) {
        units.push_back(getResultSize(builder, part));
        if (isUnit(part))
          continue;
        add(op.isReduced(part), expanded.getDimSize(part));
        ofInput.back().push_back(sizes[part]);
        ofResult.push_back(std::exchange(units, {}));
      }
      llvm::append_range(ofResult.back(), units);
    }

  private:
    bool isUnit(int64_t part) const { return expanded.getDimSize(part) == 1; }
    OpFoldResult getResultSize(Builder &builder, int64_t part) {
      return op.isReduced(part) ? OpFoldResult(builder.getIndexAttr(1)) : sizes[part];
    }
    void add(bool isReduced, int64_t size) {
      if (isReduced)
        reduced.push_back(shape.size());
      shape.push_back(isReduced ? 1 : size);
    }
  };
};

/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
/// %0 = fusion.reduce addf %1 along [1] : tensor<6x8xf32> -> tensor<6x1xf32>
///   ->
/// %1 = fusion.reduce addf %x along [2] : tensor<2x3x8xf32> -> tensor<2x3x1xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x1xf32> into tensor<6x1xf32>
///
/// So that the reduction meets the product that %x comes from, but for dimensions of size 1. Where these alone are
/// merged, as scores of one query, they may be with what is reduced, or %x is what is expanded.
struct ReduceBeforeCollapse : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const override {
    auto collapse = op.getInput().getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapse || op.getIndex())
      return rewriter.notifyMatchFailure(op, "its input is not collapsed, or it gives positions");
    bool isUnit = isUnitReshape(collapse);
    if (!(isUnit && collapse.getSrc().getDefiningOp<tensor::ExpandShapeOp>()) &&
        !comesFromMatmul(skipUnitReshapes(collapse.getSrc())))
      return rewriter.notifyMatchFailure(op, "its input is neither computed of a product nor expanded by 1 alone");
    SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
    if (!isUnit && llvm::any_of(op.getDimensions(), [&](int64_t dim) { return groups[dim].size() != 1; }))
      return rewriter.notifyMatchFailure(op, "it reduces merged dimensions");
    SmallVector<int64_t> dimensions, shape(collapse.getSrcType().getShape());
    for (int64_t dim : op.getDimensions())
      for (int64_t part : groups[dim]) {
        dimensions.push_back(part);
        shape[part] = 1;
      }
    RankedTensorType type = getTensorType(op.getResult());
    Value reduced = ReduceOp::create(rewriter, op.getLoc(), type.clone(shape), Type(), op.getKind(), collapse.getSrc(),
                                     rewriter.getDenseI64ArrayAttr(dimensions))
                        .getResult();
    Value result = collapseDims(rewriter, op.getLoc(), reduced, groups);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, type));
    return success();
  }

private:
  static Value skipUnitReshapes(Value value) {
    while (isUnitReshape(value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    return value;
  }
};
} // namespace

void fusion::populateCollapseReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseReduce, ReduceBeforeCollapse>(patterns.getContext());
}
