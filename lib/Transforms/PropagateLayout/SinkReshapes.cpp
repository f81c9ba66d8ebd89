// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reshapes move behind elementwise operations.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = tensor.expand_shape %x [[0, 1], [2]] : tensor<6x8xf32> into tensor<2x3x8xf32>
/// %0 = fusion.add %1, %y : (tensor<2x3x8xf32>, tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
///   ->
/// %y1 = tensor.collapse_shape %y [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
/// %1 = fusion.add %x, %y1 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<6x8xf32> into tensor<2x3x8xf32>
struct SinkExpand : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    bool besideProduct = llvm::any_of(getAlignedOperands(op), [](Value operand) { return comesFromMatmul(operand); });
    // What comes of a product is merged behind the operation (SinkCollapse).
    auto isBehindProduct = [&] {
      return llvm::any_of(getAlignedOperands(op),
                          [](Value operand) { return comesFromMatmul(operand, /*throughLayout=*/true); });
    };
    for (Value operand : getAlignedOperands(op)) {
      auto expand = operand.getDefiningOp<tensor::ExpandShapeOp>();
      if (!expand || (expand.getResultType().getShape() != getTensorType(op->getResult(0)).getShape() &&
                      (!splitsRows(expand, getTensorType(op->getResult(0))) || isBehindProduct())))
        continue;
      // A reshape before a product is no reason to put one behind it.
      if (besideProduct && !comesFromMatmul(expand.getSrc()))
        continue;
      if (wouldComeBack(op, expand))
        continue;
      // Values of rows have dimensions of size 1 where their rows have columns (SinkRowValue).
      if (getTensorType(operand).getShape().back() == 1 && expand.getReassociationIndices().back().size() > 1 &&
          llvm::any_of(getAlignedOperands(op), comesFromReduce))
        continue;
      if (succeeded(sink(op, expand, rewriter)))
        return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is expanded, or the others cannot be collapsed alike");
  }

  /// Whether another operand, merged in place of the expansion, would be split again: it comes from a product, and the
  /// expansion does not (SinkCollapse).
  static bool wouldComeBack(Operation *op, tensor::ExpandShapeOp expand) {
    ArrayRef<int64_t> shape = getTensorType(op->getResult(0)).getShape();
    return !hasLeadingUnits(shape) && !comesFromMatmul(expand.getSrc(), /*throughLayout=*/true) &&
           llvm::any_of(getAlignedOperands(op), [&](Value other) {
             return other != expand.getResult() && getTensorType(other).getShape() == shape &&
                    comesFromMatmul(other, /*throughLayout=*/true);
           });
  }

  /// Whether `expand` gives the rows of an operation of `type` more dimensions, of each of which it is one value.
  static bool splitsRows(tensor::ExpandShapeOp expand, RankedTensorType type) {
    RankedTensorType split = expand.getResultType();
    return type.hasStaticShape() && type.getRank() == split.getRank() && split.getShape().back() == 1 &&
           type.getShape().drop_back() == split.getShape().drop_back() &&
           expand.getReassociationIndices().back().size() == 1 && comesFromReduce(expand.getSrc());
  }

  static LogicalResult sink(Operation *op, tensor::ExpandShapeOp expand, PatternRewriter &rewriter) {
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    ArrayRef<int64_t> shape = getTensorType(op->getResult(0)).getShape();
    SmallVector<int64_t> merged(expand.getSrcType().getShape());
    SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
    if (expand.getResultType().getShape() != shape) {
      merged.back() = shape.back();
      sizes.back() = rewriter.getIndexAttr(shape.back());
    }
    if (!canReshape(op, merged))
      return failure();
    SmallVector<SmallVector<ReassociationIndices>> plans;
    for (Value operand : getAlignedOperands(op)) {
      FailureOr<SmallVector<ReassociationIndices>> plan = planCollapse(getTensorType(operand), shape, groups);
      if (failed(plan))
        return failure();
      plans.push_back(std::move(*plan));
    }
    SmallVector<Value> operands;
    for (auto [operand, plan] : llvm::zip_equal(getAlignedOperands(op), plans))
      operands.push_back(operand == expand.getResult() ? expand.getSrc()
                                                       : collapseDims(rewriter, op->getLoc(), operand, plan));
    Value result = rebuildElementwise(rewriter, op, operands, merged);
    Type type = op->getResult(0).getType();
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, type, result, groups, sizes);
    return success();
  }
};
} // namespace

void fusion::populateSinkReshapePatterns(RewritePatternSet &patterns) {
  patterns.add<SinkExpand>(patterns.getContext());
}
