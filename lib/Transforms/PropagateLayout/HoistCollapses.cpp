// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is computed of arguments alone is computed in the shape in which it is read.

#include "LayoutUtils.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

/// Whether a value is an argument, a constant, or computed of those for one reader each, in shapes that `collapse` can
/// change.
static bool isOfArguments(Value value, tensor::CollapseShapeOp collapse, int depth = 0) {
  constexpr int farthest = 8;
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  RankedTensorType type = getTensorType(value);
  if (type.getRank() == 0 || matchPattern(value, m_Constant()))
    return type.getRank() == 0 || type.getShape() == shape;
  if (type.getShape() != shape)
    return false;
  if (isa<BlockArgument>(value))
    return true;
  Operation *op = value.getDefiningOp();
  return depth < farthest && isa<ElementwiseOpInterface>(op) && op->hasOneUse() &&
         canReshape(op, collapse.getResultType().getShape()) &&
         llvm::all_of(
             getAlignedOperands(op), [&](Value operand) { return isOfArguments(operand, collapse, depth + 1); });
}

namespace {
/// %1 = fusion.exp %x : tensor<2x4xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
///   ->
/// %1 = tensor.collapse_shape %x [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>, where %x is an argument
/// %0 = fusion.exp %1 : tensor<8xf32>
///
/// So that what looks up elements at indices of which something is computed first is one kernel with that.
struct HoistCollapse : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp collapse, PatternRewriter &rewriter) const override {
    Operation *op = collapse.getSrc().getDefiningOp();
    if (!isa_and_present<ElementwiseOpInterface>(op) || !isOfArguments(collapse.getSrc(), collapse))
      return rewriter.notifyMatchFailure(collapse, "its operand is not computed of arguments alone");
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) -> Value {
      if (getTensorType(operand).getRank() == 0)
        return operand;
      return collapseDims(rewriter, collapse.getLoc(), operand, collapse.getReassociationIndices());
    });
    Value result = rebuildElementwise(rewriter, op, operands, collapse.getResultType().getShape());
    rewriter.replaceOp(collapse, castStaticSizes(rewriter, collapse.getLoc(), result, collapse.getResultType()));
    return success();
  }
};
} // namespace

void fusion::populateHoistCollapsePatterns(RewritePatternSet &patterns) {
  patterns.add<HoistCollapse>(patterns.getContext());
}
