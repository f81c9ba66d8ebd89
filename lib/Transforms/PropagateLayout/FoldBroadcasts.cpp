// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies that repeat a tensor, where broadcasting makes them unnecessary.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// What a broadcast repeats, with dimensions of size 1 where it does so; those at the front are left out, but not below
/// `minRank`.
static Value getUnrepeated(OpBuilder &builder, linalg::BroadcastOp op, int64_t minRank) {
  int64_t rank = getTensorType(op.getInit()).getRank();
  llvm::SmallBitVector repeated(rank);
  for (int64_t dim : op.getDimensions())
    repeated.set(dim);
  int64_t front = 0;
  while (front < rank - minRank && repeated[front])
    ++front;
  llvm::SmallBitVector inserted(rank - front);
  for (int64_t dim = front; dim < rank; ++dim)
    if (repeated[dim])
      inserted.set(dim - front);
  return insertUnitDims(builder, op.getLoc(), op.getInput(), inserted);
}

/// Shape of the above.
static SmallVector<int64_t> getUnrepeatedShape(linalg::BroadcastOp op) {
  SmallVector<int64_t> shape = llvm::to_vector(getTensorType(op.getInit()).getShape());
  for (int64_t dim : op.getDimensions())
    shape[dim] = 1;
  return shape;
}

namespace {
/// %1 = linalg.broadcast ins(%b : tensor<8xf32>) outs(.. : tensor<4x8xf32>) dimensions = [0]
/// %0 = fusion.add %x, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
///   ->
/// %0 = fusion.add %x, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>, if %x still gives the shape
///
/// So do products read weights that are repeated for each batch, if the other operand has the batches.
template <typename Op> struct FoldBroadcast : PatternOf<Op> {
  using PatternOf<Op>::PatternOf;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    int64_t matrix = isa<MatmulOp>(op.getOperation()) ? 2 : 0; // dimensions that do not broadcast
    ArrayRef<int64_t> shape = getTensorType(op->getResult(0)).getShape();
    for (OpOperand &operand : getAlignedOpOperands(op)) {
      auto broadcast = operand.get().getDefiningOp<linalg::BroadcastOp>();
      auto isOfMatrix = [&](int64_t dim) { return dim >= getTensorType(operand.get()).getRank() - matrix; };
      if (!broadcast || llvm::any_of(broadcast.getDimensions(), isOfMatrix))
        continue;
      SmallVector<int64_t> own = getUnrepeatedShape(broadcast);
      SmallVector<ArrayRef<int64_t>> shapes{ArrayRef(own).drop_back(matrix)};
      size_t otherRank = 0;
      for (OpOperand &other : getAlignedOpOperands(op))
        if (&other != &operand) {
          ArrayRef<int64_t> otherShape = getTensorType(other.get()).getShape();
          shapes.push_back(otherShape.drop_back(matrix));
          otherRank = std::max(otherRank, otherShape.size());
        }
      if (!broadcastExactly(shapes, shape.drop_back(matrix)))
        continue;
      Value source = getUnrepeated(rewriter, broadcast, otherRank < shape.size() ? own.size() : matrix);
      rewriter.modifyOpInPlace(op, [&] { operand.set(source); });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is repeated along dimensions that another has");
  }
};

/// %1 = linalg.broadcast ins(%x : tensor<8xf32>) outs(.. : tensor<4x8xf32>) dimensions = [0], and %2 of %y
/// %0 = fusion.mul %1, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
///   ->
/// %1 = fusion.mul %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
/// %0 = linalg.broadcast ins(%1 : tensor<8xf32>) outs(.. : tensor<4x8xf32>) dimensions = [0]
///
/// Where no operand varies along what is repeated. Before broadcasts are folded into the operation, which could take
/// but one of them: then operands that are one value, such as those of an activation spelled out, would not look so.
struct SinkBroadcast : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  SinkBroadcast(MLIRContext *context) : OpInterfaceRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    if (op.dependsOnPosition())
      return rewriter.notifyMatchFailure(op, "it may give other values along what is repeated");
    RankedTensorType type = getTensorType(op->getResult(0));
    linalg::BroadcastOp broadcast = findBroadcast(op, type);
    if (!broadcast)
      return rewriter.notifyMatchFailure(op, "no operand is repeated to the result's shape");
    ArrayRef<int64_t> repeated = broadcast.getDimensions();
    SmallVector<int64_t> shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(repeated, dim))
        shape.push_back(type.getDimSize(dim));
    SmallVector<ArrayRef<int64_t>> shapes;
    for (Value operand : getAlignedOperands(op)) {
      auto own = operand.getDefiningOp<linalg::BroadcastOp>();
      bool alike = own && isAlike(own, broadcast);
      if (!alike && !isWithout(getTensorType(operand), repeated, type.getRank()))
        return rewriter.notifyMatchFailure(op, "an operand may vary along what is repeated");
      shapes.push_back(getTensorType(alike ? own.getInput() : operand).getShape());
    }
    if (!broadcastExactly(shapes, shape))
      return rewriter.notifyMatchFailure(op, "what is repeated does not give the shape");
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) -> Value {
      auto own = operand.getDefiningOp<linalg::BroadcastOp>();
      return own && isAlike(own, broadcast) ? own.getInput() : operand;
    });
    Location loc = op->getLoc();
    Value result = rebuildInFrontOfCollapse(rewriter, op, operands, shape);
    // The repeated sizes are those of the broadcast; among the others may be some that only other operands have.
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, broadcast.getInit());
    SmallVector<OpFoldResult> own = tensor::getMixedSizes(rewriter, loc, result);
    for (int64_t dim = 0, next = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(repeated, dim))
        sizes[dim] = own[next++];
    Value init = tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    Value whole = linalg::BroadcastOp::create(rewriter, loc, result, init, repeated)->getResult(0);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, whole, type));
    return success();
  }

private:
  /// The operation on `operands`. If they are collapsed by dimensions of size 1 alone, as those of a row's sum that is
  /// repeated along the row, it is collapsed behind it: readers see no reshape between the sum and the repetition.
  static Value rebuildInFrontOfCollapse(PatternRewriter &rewriter, Operation *op, ArrayRef<Value> operands,
                                        ArrayRef<int64_t> shape) {
    tensor::CollapseShapeOp collapse;
    SmallVector<Value> sources(operands);
    for (Value &source : sources) {
      if (getTensorType(source).getRank() == 0)
        continue;
      auto own = source.getDefiningOp<tensor::CollapseShapeOp>();
      if (!own || !isUnitReshape(own) || getTensorType(source).getShape() != shape ||
          (collapse && (collapse.getReassociationIndices() != own.getReassociationIndices() ||
                        getTensorType(collapse.getSrc()).getShape() != getTensorType(own.getSrc()).getShape())))
        return rebuildElementwise(rewriter, op, operands, shape);
      collapse = own;
      source = own.getSrc();
    }
    if (!collapse)
      return rebuildElementwise(rewriter, op, operands, shape);
    Value result = rebuildElementwise(rewriter, op, sources, getTensorType(collapse.getSrc()).getShape());
    return collapseDims(rewriter, op->getLoc(), result, collapse.getReassociationIndices());
  }

  /// An operand that is repeated as often as the result has it, not once for others to repeat further.
  static linalg::BroadcastOp findBroadcast(Operation *op, RankedTensorType type) {
    for (Value operand : getAlignedOperands(op)) {
      auto broadcast = operand.getDefiningOp<linalg::BroadcastOp>();
      RankedTensorType own = getTensorType(operand);
      if (broadcast && own.getRank() == type.getRank() && llvm::all_of(broadcast.getDimensions(), [&](int64_t dim) {
            return own.getDimSize(dim) == type.getDimSize(dim);
          }))
        return broadcast;
    }
    return nullptr;
  }

  static bool isAlike(linalg::BroadcastOp one, linalg::BroadcastOp other) {
    return getTensorType(one.getInit()).getRank() == getTensorType(other.getInit()).getRank() &&
           one.getDimensions() == other.getDimensions();
  }

  /// Whether an operand is the same without the repeated dimensions of a result of `rank`: one value, or aligned at the
  /// right behind them all.
  static bool isWithout(RankedTensorType type, ArrayRef<int64_t> repeated, int64_t rank) {
    int64_t count = repeated.size();
    if (type.getRank() == 0)
      return true;
    return type.getRank() <= rank - count && llvm::all_of(repeated, [&](int64_t dim) { return dim < count; });
  }
};

/// %1 = linalg.broadcast ins(%x : tensor<2x8x5x1xf32>) outs(.. : tensor<2x8x5x1x4xf32>) dimensions = [4]
/// %0 = tensor.collapse_shape %1 [[0, 1], [2, 3, 4]] : tensor<2x8x5x1x4xf32> into tensor<16x20xf32>
///   ->
/// %x1 = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x8x5x1xf32> into tensor<16x5xf32>
/// %1 = linalg.broadcast ins(%x1 : tensor<16x5xf32>) outs(.. : tensor<16x5x4xf32>) dimensions = [2]
/// %0 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<16x5x4xf32> into tensor<16x20xf32>
///
/// Groups that are repeated alike, or not, are merged before, and so are dimensions of size 1: TOSA's tile has one
/// beside each.
struct CollapseBeforeBroadcast : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, PatternRewriter &rewriter) const override {
    auto broadcast = op.getSrc().getDefiningOp<linalg::BroadcastOp>();
    if (!broadcast)
      return rewriter.notifyMatchFailure(op, "the operand is not repeated");
    // Runs of dimensions that are merged before, and how these are merged behind; the same of the input's dimensions.
    SmallVector<ReassociationIndices> runs, behind, own;
    SmallVector<int64_t> repeated;
    ReassociationIndices units; // of the input, which the next run takes
    int64_t next = 0;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      behind.emplace_back();
      for (const ReassociationIndices &run : getRuns(broadcast, group)) {
        bool isRepeated = llvm::any_of(run, [&](int64_t dim) { return isAdded(broadcast, dim); });
        for (int64_t dim : run)
          if (!isAdded(broadcast, dim))
            units.push_back(next++);
        if (isRepeated)
          repeated.push_back(runs.size());
        else
          own.push_back(std::exchange(units, {}));
        behind.back().push_back(runs.size());
        runs.push_back(run);
      }
    }
    if (runs.size() == static_cast<size_t>(op.getSrcType().getRank()) || (!units.empty() && own.empty()))
      return rewriter.notifyMatchFailure(op, "it merges repeated dimensions with others, or those of size 1, alone");
    if (!units.empty())
      own.back().append(units);
    Location loc = op.getLoc();
    Value source = collapseDims(rewriter, loc, broadcast.getInput(), own);
    Value init = collapseDims(rewriter, loc, broadcast.getInit(), runs);
    Value result = linalg::BroadcastOp::create(rewriter, loc, source, init, repeated)->getResult(0);
    rewriter.replaceOp(op,
                       castStaticSizes(rewriter, loc, collapseDims(rewriter, loc, result, behind), op.getResultType()));
    return success();
  }

private:
  static bool isAdded(linalg::BroadcastOp op, int64_t dim) { return llvm::is_contained(op.getDimensions(), dim); }

  /// The dimensions of a group that are merged before: all where they are repeated alike; else one each with those of
  /// size 1 around it, since what is merged of more may be a copy.
  static SmallVector<ReassociationIndices> getRuns(linalg::BroadcastOp op, ArrayRef<int64_t> group) {
    auto isUnit = [&](int64_t dim) { return !isAdded(op, dim) && getTensorType(op.getInit()).getDimSize(dim) == 1; };
    bool isMixed = llvm::any_of(group, [&](int64_t dim) { return isAdded(op, dim); }) &&
                   !llvm::all_of(group, [&](int64_t dim) { return isAdded(op, dim) || isUnit(dim); });
    SmallVector<ReassociationIndices> runs(1);
    for (int64_t dim : group) {
      if (isMixed && !isUnit(dim) && !llvm::all_of(runs.back(), isUnit))
        runs.emplace_back();
      runs.back().push_back(dim);
    }
    return runs;
  }
};
} // namespace

void fusion::populateFoldBroadcastPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldBroadcast<MatmulOp>, FoldBroadcast<ElementwiseOpInterface>, SinkBroadcast, CollapseBeforeBroadcast>(
      patterns.getContext());
}
