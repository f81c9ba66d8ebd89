// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Dimensions of size 1 of parts and of what is put together of them, which elementwise operations do without.

#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

/// The dimensions of size 1 before the last two, which are the rows and columns of a product, or before so many others.
static llvm::SmallBitVector getLeadingUnits(RankedTensorType type, int64_t kept = 2) {
  llvm::SmallBitVector units(type.getRank());
  for (int64_t dim = 0; dim < type.getRank() - kept; ++dim)
    units[dim] = type.getDimSize(dim) == 1;
  return units;
}

/// Dimensions of size 1, but for the last one, that a reshape of nothing else gives a tensor.
static llvm::SmallBitVector getInsertedUnits(Value value) {
  llvm::SmallBitVector units(getTensorType(value).getRank());
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !isUnitReshape(expand))
    return units;
  units = getLeadingUnits(expand.getResultType(), /*kept=*/1);
  for (const ReassociationIndices &group : expand.getReassociationIndices())
    if (group.size() == 1)
      units.reset(group.front());
  return units;
}

/// Whether elementwise operations alone read a tensor, or what it is put together to.
static bool isReadByElement(Operation *op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<ElementwiseOpInterface>(user) || (isa<tensor::ConcatOp>(user) && isReadByElement(user));
  });
}

template <typename T> static SmallVector<T> drop(ArrayRef<T> items, const llvm::SmallBitVector &dropped) {
  SmallVector<T> rest;
  for (auto [dim, item] : llvm::enumerate(items))
    if (!dropped[dim])
      rest.push_back(item);
  return rest;
}

namespace {
/// %0 = tensor.extract_slice %x[0, 0, 0] [1, 12, 4] [1, 1, 1] : tensor<1x12x8xf32> to tensor<1x12x4xf32>
///   ->
/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x12x8xf32> into tensor<12x8xf32>
/// %2 = tensor.extract_slice %1[0, 0] [12, 4] [1, 1] : tensor<12x8xf32> to tensor<12x4xf32>
/// %0 = tensor.expand_shape %2 [[0, 1], [2]] : tensor<12x4xf32> into tensor<1x12x4xf32>
///
/// The last dimension alone stays where no product reads the part, but elementwise operations; in front of a
/// concatenation that they read, what the part's tensor was given goes.
struct DropUnitsOfSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op, PatternRewriter &rewriter) const override {
    bool isElementwise = llvm::all_of(op->getUsers(), llvm::IsaPred<ElementwiseOpInterface>);
    llvm::SmallBitVector units = getLeadingUnits(op.getSourceType(), isElementwise ? 1 : 2);
    if (isReadByElement(op))
      units |= getInsertedUnits(op.getSource());
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), sizes = op.getMixedSizes();
    for (unsigned dim : units.set_bits())
      if (!isConstantIntValue(offsets[dim], 0) || !isConstantIntValue(sizes[dim], 1))
        units.reset(dim);
    if (units.none() || op.getDroppedDims().any())
      return rewriter.notifyMatchFailure(op, "no dimension before the last ones has size 1 and stays");
    Location loc = op.getLoc();
    Value source = dropUnitDims(rewriter, loc, op.getSource(), units);
    Value slice = tensor::ExtractSliceOp::create(rewriter, loc, source, drop<OpFoldResult>(offsets, units),
                                                 drop<OpFoldResult>(sizes, units),
                                                 drop<OpFoldResult>(op.getMixedStrides(), units));
    Value result = insertUnitDims(rewriter, loc, slice, units);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, op.getResultType()));
    return success();
  }
};

/// %0 = tensor.concat dim(2) %x, %y : (tensor<1x12x4xf32>, tensor<1x12x4xf32>) -> tensor<1x12x8xf32>
///   ->
/// %x1, %y1 = tensor.collapse_shape of both : tensor<1x12x4xf32> into tensor<12x4xf32>
/// %1 = tensor.concat dim(1) %x1, %y1 : (tensor<12x4xf32>, tensor<12x4xf32>) -> tensor<12x8xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<12x8xf32> into tensor<1x12x8xf32>
///
/// What all parts were given before the last dimension goes where elementwise operations read the whole.
struct DropUnitsOfConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    llvm::SmallBitVector units(getTensorType(op.getResult()).getRank(), true);
    for (Value input : op.getInputs()) {
      llvm::SmallBitVector own = getLeadingUnits(getTensorType(input));
      if (isReadByElement(op))
        own |= getInsertedUnits(input);
      units &= own;
    }
    units.reset(op.getDim());
    if (units.none())
      return rewriter.notifyMatchFailure(op, "no dimension before the last two has size 1");
    Location loc = op.getLoc();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs())
      inputs.push_back(dropUnitDims(rewriter, loc, input, units));
    int64_t before = 0;
    for (unsigned dim : units.set_bits())
      before += dim < op.getDim();
    Value joined = tensor::ConcatOp::create(rewriter, loc, op.getDim() - before, inputs);
    Value result = insertUnitDims(rewriter, loc, joined, units);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, getTensorType(op.getResult())));
    return success();
  }
};

} // namespace

void fusion::populateDropUnitPatterns(RewritePatternSet &patterns) {
  patterns.add<DropUnitsOfSlice, DropUnitsOfConcat>(patterns.getContext());
}
