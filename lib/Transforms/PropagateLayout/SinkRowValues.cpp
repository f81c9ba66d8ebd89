// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is computed of values of rows keeps their dimensions of size 1.

#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

static bool areUnits(ArrayRef<int64_t> sizes) {
  return llvm::all_of(sizes, [](int64_t size) { return size == 1; });
}

static bool areSingle(ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups, [](const ReassociationIndices &group) { return group.size() == 1; });
}

/// What `value` is expanded from, as CollapseReduce leaves it, or itself.
static Value skipExpand(Value value) {
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  return expand ? expand.getSrc() : value;
}

/// How many dimensions of size 1 a reshape takes from the end of its operand, or from its front, if it does nothing
/// else; else 0. The groups say which ones where all sizes are 1.
static int64_t countDroppedUnits(tensor::CollapseShapeOp collapse, bool front = false) {
  ArrayRef<int64_t> from = collapse.getSrcType().getShape(), to = collapse.getResultType().getShape();
  ArrayRef<int64_t> dropped = front ? from.drop_back(to.size()) : from.drop_front(to.size());
  ArrayRef<int64_t> kept = front ? from.take_back(to.size()) : from.take_front(to.size());
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  if (!groups.empty())
    groups.erase(front ? groups.begin() : std::prev(groups.end()));
  return kept == to && areUnits(dropped) && areSingle(groups) ? dropped.size() : 0;
}

/// Whether a reshape takes dimensions from the front of its operand along which was reduced, and does nothing else.
static bool dropsReducedDims(tensor::CollapseShapeOp collapse) {
  int64_t count = countDroppedUnits(collapse, /*front=*/true);
  return count > 0 &&
         llvm::all_of(llvm::seq(count), [&](int64_t dim) { return comesFromReduceAlong(collapse.getSrc(), dim); });
}

namespace {
/// %1 = fusion.reduce addf %x along [0] : tensor<4x8xf32> -> tensor<1x8xf32>
/// %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
/// %0 = fusion.sub %y, %2 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
///   ->
/// %0 = fusion.sub %y, %1 : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>, collapsed if %y has one dimension
///
/// What is reduced along the first dimensions broadcasts with its dimensions of size 1 as without.
struct TakeColumnValue : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    RankedTensorType type = getTensorType(op->getResult(0));
    tensor::CollapseShapeOp first;
    SmallVector<Value> operands(getAlignedOperands(op));
    for (Value &operand : operands) {
      auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>();
      if (!collapse || type.getRank() == 0 || !dropsReducedDims(collapse))
        continue;
      if (first && first.getSrcType().getRank() != collapse.getSrcType().getRank())
        continue;
      first = collapse;
      operand = collapse.getSrc();
    }
    if (!first)
      return rewriter.notifyMatchFailure(op, "no operand is a value of a column without its dimensions of size 1");
    if (first.getSrcType().getRank() <= type.getRank()) {
      rewriter.modifyOpInPlace(op, [&] {
        for (auto [use, operand] : llvm::zip_equal(getAlignedOpOperands(op), operands))
          use.set(operand);
      });
      return success();
    }
    ArrayRef<int64_t> shape = first.getSrcType().getShape();
    if (first.getResultType().getShape() != type.getShape() || !canReshape(op, shape))
      return rewriter.notifyMatchFailure(op, "the result has another shape, or it asks for positions that change");
    Value result = rebuildElementwise(rewriter, op, operands, shape);
    Value dropped = collapseDims(rewriter, op->getLoc(), result, first.getReassociationIndices());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op->getLoc(), dropped, type));
    return success();
  }
};

/// %1 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
/// %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
/// %0 = fusion.mul %2, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
///   ->
/// %y1 = tensor.expand_shape %y [[0, 1]] : tensor<4xf32> into tensor<4x1xf32>
/// %2 = fusion.mul %1, %y1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
/// %0 = tensor.collapse_shape %2 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
///
/// In the end it meets the reshape that lets it broadcast to the rows.
struct SinkRowValue : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    RankedTensorType type = getTensorType(op->getResult(0));
    tensor::CollapseShapeOp first;
    for (Value operand : getAlignedOperands(op)) {
      auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>();
      if (collapse && collapse.getResultType().getShape() == type.getShape() && type.getRank() > 0 &&
          countDroppedUnits(collapse) > 0 && comesFromReduce(skipExpand(collapse.getSrc())))
        first = collapse;
    }
    if (!first)
      return rewriter.notifyMatchFailure(op, "no operand is a value of a row without its dimensions of size 1");
    ArrayRef<int64_t> shape = first.getSrcType().getShape();
    if (!canReshape(op, shape))
      return rewriter.notifyMatchFailure(op, "it asks for positions that change");
    int64_t units = shape.size() - type.getRank();
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) -> Value {
      auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>();
      if (collapse && countDroppedUnits(collapse) == units)
        return collapse.getSrc();
      int64_t rank = getTensorType(operand).getRank();
      if (rank == 0)
        return operand;
      llvm::SmallBitVector inserted(rank + units);
      inserted.set(rank, rank + units);
      return insertUnitDims(rewriter, op->getLoc(), operand, inserted);
    });
    Value result = rebuildElementwise(rewriter, op, operands, shape);
    Value dropped = collapseDims(rewriter, op->getLoc(), result, first.getReassociationIndices());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op->getLoc(), dropped, type));
    return success();
  }
};
} // namespace

void fusion::populateSinkRowValuePatterns(RewritePatternSet &patterns) {
  patterns.add<SinkRowValue, TakeColumnValue>(patterns.getContext());
}
