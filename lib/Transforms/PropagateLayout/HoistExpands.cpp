// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Values that are computed for a row and then repeated along it: the dimension along which they are is inserted before
// they are computed, so that nothing stands between the computation and what it can be fused with.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// The dimensions of size 1 that `expand` inserts; none where it splits a dimension.
static llvm::SmallBitVector getInsertedUnits(tensor::ExpandShapeOp expand) {
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  llvm::SmallBitVector inserted(shape.size());
  for (const ReassociationIndices &group : expand.getReassociationIndices()) {
    const int64_t *kept = llvm::find_if(group, [&](int64_t dim) { return shape[dim] != 1; });
    for (int64_t dim : group)
      if (shape[dim] == 1)
        inserted.set(dim);
      else if (dim != *kept)
        return {};
    if (kept == group.end())
      inserted.reset(group.back());
  }
  return inserted;
}

/// Whether `value`, of which `inserted` dimensions have size 1, is read by elementwise operations alone, which repeat
/// it along each of them.
static bool isRepeatedAlong(Value value, const llvm::SmallBitVector &inserted) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (!isa<ElementwiseOpInterface>(user))
      return false;
    ArrayRef<int64_t> shape = getTensorType(user->getResult(0)).getShape();
    size_t missing = shape.size() - inserted.size();
    return llvm::all_of(inserted.set_bits(), [&](unsigned dim) { return shape[missing + dim] != 1; });
  });
}

/// Whether elementwise operations compute `value` of positions: a mask.
static bool isOfPositions(Value value) {
  llvm::SetVector<Operation *> ops;
  ops.insert(value.getDefiningOp());
  for (size_t i = 0; i < ops.size(); ++i) {
    auto elementwise = dyn_cast_or_null<ElementwiseOpInterface>(ops[i]);
    if (!elementwise)
      continue;
    if (elementwise.dependsOnPosition())
      return true;
    for (Value operand : elementwise->getOperands())
      ops.insert(operand.getDefiningOp());
  }
  return false;
}

/// `value`, which broadcasts, as in numpy, to what `inserted` is inserted into, with the same dimensions inserted. The
/// elementwise operations that make it and have no other use do so too. `done` has what became of values.
static Value insertUnits(RewriterBase &rewriter, Value value, const llvm::SmallBitVector &inserted,
                         llvm::SmallDenseMap<Value, Value> &done) {
  if (Value known = done.lookup(value))
    return known;
  // From the first dimension that the value has.
  unsigned begin = inserted.size();
  for (int64_t left = getTensorType(value).getRank(); left > 0; left -= !inserted[begin])
    --begin;
  llvm::SmallBitVector own;
  for (unsigned dim = begin; dim < inserted.size(); ++dim)
    own.push_back(inserted[dim]);
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<ElementwiseOpInterface>(op) || !op->hasOneUse()) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfterValue(value);
    return done[value] = insertUnitDims(rewriter, value.getLoc(), value, own);
  }
  SmallVector<Value> operands;
  for (Value operand : getAlignedOperands(op))
    operands.push_back(insertUnits(rewriter, operand, own, done));
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> sizes = getTensorType(value).getShape();
  for (unsigned dim = 0; dim < own.size(); ++dim)
    if (own[dim]) {
      shape.push_back(1);
    } else {
      shape.push_back(sizes.front());
      sizes = sizes.drop_front();
    }
  return rebuildElementwise(rewriter, op, operands, shape);
}

namespace {
/// Of values of rows, and of masks by position, so that attention can compute them.
///
/// %1 = fusion.rsqrt %y : tensor<4xf32>
/// %2 = tensor.expand_shape %1 [[0, 1]] : tensor<4xf32> into tensor<4x1xf32>
/// %0 = fusion.mul %x, %2 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
///   ->
/// %1 = tensor.expand_shape %y [[0, 1]] : tensor<4xf32> into tensor<4x1xf32>
/// %2 = fusion.rsqrt %1 : tensor<4x1xf32>
struct HoistExpand : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op, PatternRewriter &rewriter) const override {
    Operation *source = op.getSrc().getDefiningOp();
    if (!isa_and_present<ElementwiseOpInterface>(source) || !source->hasOneUse())
      return rewriter.notifyMatchFailure(op, "its operand is not computed for it alone");
    llvm::SmallBitVector inserted = getInsertedUnits(op);
    // Dimensions in front go away (DropLeadingUnitsOfOperand).
    if (inserted.none() || inserted[0] || op->use_empty() || !isRepeatedAlong(op.getResult(), inserted))
      return rewriter.notifyMatchFailure(op, "it is not repeated along what it inserts");
    if (!inserted[inserted.size() - 1] && !isOfPositions(op.getSrc()))
      return rewriter.notifyMatchFailure(op, "it is neither a value of a row nor a mask by position");
    // The operations behind a product are fused with it as they are.
    if (comesFromMatmul(op.getSrc(), /*throughLayout=*/true))
      return rewriter.notifyMatchFailure(op, "it comes from a product");
    llvm::SmallDenseMap<Value, Value> done;
    rewriter.replaceOp(op, insertUnits(rewriter, op.getSrc(), inserted, done));
    return success();
  }
};
} // namespace

void fusion::populateHoistExpandPatterns(RewritePatternSet &patterns) {
  patterns.add<HoistExpand>(patterns.getContext());
}
