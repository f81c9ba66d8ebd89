// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merged dimensions of a product are merged behind its elementwise operations.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// Whether a tensor that broadcasts to the shape that `groups` make of `shape` can be split along with it, without a
/// cast of its sizes.
static bool canExpand(RankedTensorType type, ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(llvm::zip_equal(type.getShape(), groups.take_back(type.getRank())), [&](auto dim) {
    auto &[size, group] = dim;
    bool dynamic = llvm::any_of(group, [&](int64_t part) { return ShapedType::isDynamic(shape[part]); });
    return size == 1 || ShapedType::isDynamic(size) == dynamic;
  });
}

/// Splits each dimension of `value` into those of its group; into ones where it is repeated.
static Value expandLike(RewriterBase &rewriter, Location loc, Value value, ArrayRef<OpFoldResult> sizes,
                        ArrayRef<ReassociationIndices> groups) {
  RankedTensorType type = getTensorType(value);
  SmallVector<SmallVector<OpFoldResult>> plan;
  for (auto [size, group] : llvm::zip_equal(type.getShape(), groups.take_back(type.getRank()))) {
    SmallVector<OpFoldResult> &split = plan.emplace_back();
    for (int64_t dim : group)
      split.push_back(size == 1 ? OpFoldResult(rewriter.getIndexAttr(1)) : sizes[dim]);
  }
  return expandDims(rewriter, loc, value, plan);
}

namespace {
/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
/// %0 = fusion.add %1, %y : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
///   ->
/// %y1 = tensor.expand_shape %y [[0, 1], [2]] : tensor<6x8xf32> into tensor<2x3x8xf32>
/// %1 = fusion.add %x, %y1 : (tensor<2x3x8xf32>, tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
///
/// For an %x that comes from a product.
struct SinkCollapse : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    if (llvm::any_of(getAlignedOperands(op), [](Value operand) { return comesFromMatmul(operand); }))
      return rewriter.notifyMatchFailure(op, "another operand is a product in the shape that it has");
    for (Value operand : getAlignedOperands(op)) {
      auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>();
      if (collapse && canSink(op, collapse)) {
        sink(op, collapse, rewriter);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "no operand is a collapsed product, or the others cannot be split alike");
  }

  static bool canSink(Operation *op, tensor::CollapseShapeOp collapse) {
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape(), merged = collapse.getResultType().getShape();
    SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
    return comesFromMatmul(collapse.getSrc(), /*throughLayout=*/!hasOtherProduct(op, collapse)) &&
           canReshape(op, shape) && !merged.empty() && !hasLeadingUnits(shape) &&
           merged == getTensorType(op->getResult(0)).getShape() &&
           llvm::all_of(getAlignedOperands(op), [&](Value operand) {
             return isCollapsedAlike(operand, collapse) ||
                    (!isMovedByMap(operand) && canExpand(getTensorType(operand), shape, groups));
           });
  }

  /// Whether a map moves elements to the shape of its readers, and so had none of its own (CollapseLookups).
  static bool isMovedByMap(Value operand) {
    auto map = operand.getDefiningOp<MapOp>();
    return map && getMoveAccess(map);
  }

  /// Whether another operand of `op` comes from a product. It may have been expanded, and then the expansion moves
  /// behind the operation: the two reshapes would undo each other.
  static bool hasOtherProduct(Operation *op, tensor::CollapseShapeOp collapse) {
    return llvm::any_of(getAlignedOperands(op), [&](Value operand) {
      return operand != collapse.getResult() && comesFromMatmul(operand, /*throughLayout=*/true);
    });
  }

  static bool isCollapsedAlike(Value operand, tensor::CollapseShapeOp collapse) {
    auto own = operand.getDefiningOp<tensor::CollapseShapeOp>();
    return own && own.getSrcType().getShape() == collapse.getSrcType().getShape() &&
           own.getReassociationIndices() == collapse.getReassociationIndices();
  }

  static void sink(Operation *op, tensor::CollapseShapeOp collapse, PatternRewriter &rewriter) {
    Location loc = op->getLoc();
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
    SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, collapse.getSrc());
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) -> Value {
      if (isCollapsedAlike(operand, collapse))
        return operand.getDefiningOp()->getOperand(0);
      return expandLike(rewriter, loc, operand, sizes, groups);
    });
    Value result = collapseDims(rewriter, loc, rebuildElementwise(rewriter, op, operands, shape), groups);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, getTensorType(op->getResult(0))));
  }
};

/// %1 = tensor.expand_shape %x [[0, 1], [2, 3], [4]] : tensor<8x4x6xf32> into tensor<1x8x4x1x6xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1, 2], [3], [4]] : tensor<1x8x4x1x6xf32> into tensor<32x1x6xf32>
///   ->
/// %1 = tensor.expand_shape %x [[0], [1, 2], [3]] : tensor<8x4x6xf32> into tensor<8x4x1x6xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<8x4x1x6xf32> into tensor<32x1x6xf32>
///
/// Dimensions of size 1 that are merged with others as soon as they are there would keep the patterns above away.
struct DropMergedUnits : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, PatternRewriter &rewriter) const override {
    auto expand = op.getSrc().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || !isUnitReshape(expand) || expand.getSrcType().getRank() == 0)
      return rewriter.notifyMatchFailure(op, "its operand is not one with further dimensions of size 1");
    SmallVector<ReassociationIndices> merged = op.getReassociationIndices(), split = expand.getReassociationIndices();
    llvm::SmallBitVector kept(op.getSrcType().getRank(), true);
    auto isLast = [&](ArrayRef<int64_t> group) {
      return llvm::count_if(group, [&](int64_t dim) { return kept[dim]; }) == 1;
    };
    for (const ReassociationIndices &group : merged)
      for (int64_t dim : group) {
        const auto *own = llvm::find_if(split, [&](const auto &parts) { return llvm::is_contained(parts, dim); });
        if (op.getSrcType().getDimSize(dim) == 1 && !isLast(group) && !isLast(*own))
          kept.reset(dim);
      }
    if (kept.all())
      return rewriter.notifyMatchFailure(op, "it merges no dimension of size 1 with others");
    SmallVector<OpFoldResult> all = expand.getMixedOutputShape();
    SmallVector<SmallVector<OpFoldResult>> sizes;
    for (const ReassociationIndices &group : split) {
      SmallVector<OpFoldResult> &parts = sizes.emplace_back();
      for (int64_t dim : group)
        if (kept[dim])
          parts.push_back(all[dim]);
    }
    SmallVector<ReassociationIndices> groups;
    int64_t number = 0;
    for (const ReassociationIndices &group : merged) {
      ReassociationIndices &own = groups.emplace_back();
      for (int64_t dim : group)
        if (kept[dim])
          own.push_back(number++);
    }
    Value value = expandDims(rewriter, op.getLoc(), expand.getSrc(), sizes);
    value = collapseDims(rewriter, op.getLoc(), value, groups);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), value, op.getResultType()));
    return success();
  }
};
} // namespace

void fusion::populateSinkCollapsePatterns(RewritePatternSet &patterns) {
  patterns.add<SinkCollapse, DropMergedUnits>(patterns.getContext());
}
