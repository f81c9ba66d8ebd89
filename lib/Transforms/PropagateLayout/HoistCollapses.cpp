// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is computed of arguments alone is computed in the shape in which it is read.

#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

/// The shape in which the groups of dimensions are one each.
static SmallVector<int64_t> collapseShape(ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups) {
  return llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
    int64_t size = 1;
    for (int64_t dim : group)
      size =
          size == ShapedType::kDynamic || ShapedType::isDynamic(shape[dim]) ? ShapedType::kDynamic : size * shape[dim];
    return size;
  });
}

/// Whether all that reads the value is one and the same reshape, so that no reader needs it as it is.
static bool isReadCollapsed(Value value) {
  auto first = dyn_cast<tensor::CollapseShapeOp>(*value.getUsers().begin());
  return first && llvm::all_of(value.getUsers(), [&](Operation *user) {
           return isa<tensor::CollapseShapeOp>(user) && user->getResultTypes() == first->getResultTypes() &&
                  user->getAttrDictionary() == first->getAttrDictionary();
         });
}

/// Whether a value that broadcasts to `shape`, of which `groups` are collapsed, is an argument, a constant, or computed
/// of those for one reader each, in shapes that can be changed alike; or is the same in both shapes.
static bool isOfArguments(Value value, ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups, int depth = 0) {
  constexpr int farthest = 8;
  RankedTensorType type = getTensorType(value);
  FailureOr<SmallVector<ReassociationIndices>> own = planCollapse(type, shape, groups);
  if (failed(own))
    return false;
  if (depth > 0 && (llvm::all_of(*own, [](auto &group) { return group.size() == 1; }) ||
                    matchPattern(value, m_Constant()) || isa<BlockArgument>(value)))
    return true;
  Operation *op = value.getDefiningOp();
  return depth < farthest && isa_and_present<ElementwiseOpInterface>(op) &&
         (op->hasOneUse() || isReadCollapsed(value)) && canReshape(op, collapseShape(type.getShape(), *own)) &&
         llvm::all_of(
             getAlignedOperands(op),
             [&](Value operand) { return isOfArguments(operand, type.getShape(), *own, depth + 1); });
}

namespace {
/// %1 = fusion.exp %x : tensor<2x4xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
///   ->
/// %1 = tensor.collapse_shape %x [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>, where %x is an argument
/// %0 = fusion.exp %1 : tensor<8xf32>
///
/// So that what looks up elements at indices of which something is computed first is one kernel with that, and what a
/// norm's gradient computes of its saved input is one with the sums of its rows. Operands may broadcast, if no group of
/// dimensions is repeated in part.
struct HoistCollapse : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp collapse, PatternRewriter &rewriter) const override {
    Operation *op = collapse.getSrc().getDefiningOp();
    SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
    if (!isOfArguments(collapse.getSrc(), shape, groups))
      return rewriter.notifyMatchFailure(collapse, "its operand is not computed of arguments alone");
    // All readers at once, so that nobody reads the operation's operands as they are, either.
    rewriter.setInsertionPointAfter(op);
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) {
      return collapseDims(rewriter, collapse.getLoc(), operand, *planCollapse(getTensorType(operand), shape, groups));
    });
    Value result = rebuildElementwise(rewriter, op, operands, collapse.getResultType().getShape());
    result = castStaticSizes(rewriter, collapse.getLoc(), result, collapse.getResultType());
    for (Operation *reader : llvm::make_early_inc_range(op->getUsers()))
      rewriter.replaceOp(reader, result);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void fusion::populateHoistCollapsePatterns(RewritePatternSet &patterns) {
  patterns.add<HoistCollapse>(patterns.getContext());
}
