// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Dimensions of size 1, which products and elementwise operations do without, and parts and what is put together of
// them, too.

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

/// %0 = fusion.add %x, %b : (tensor<1x12x8xf32>, tensor<8xf32>) -> tensor<1x12x8xf32>
///   ->
/// %x1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x12x8xf32> into tensor<12x8xf32>
/// %1 = fusion.add %x1, %b : (tensor<12x8xf32>, tensor<8xf32>) -> tensor<12x8xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<12x8xf32> into tensor<1x12x8xf32>
///
/// So do products. The last two dimensions stay: they are the rows and columns of a product. So do those of a reduction
/// along them, in front of elementwise operations (TakeColumnValue).
template <typename Op> struct DropLeadingUnits : PatternOf<Op> {
  using PatternOf<Op>::PatternOf;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto product = dyn_cast<MatmulOp>(op.getOperation());
    RankedTensorType type = getTensorType(op->getResult(0));
    llvm::SmallBitVector dropped = getLeadingUnits(type);
    for (unsigned dim : dropped.set_bits())
      for (Value operand : getAlignedOperands(op)) {
        RankedTensorType own = getTensorType(operand);
        int64_t aligned = dim - (type.getRank() - own.getRank());
        if (aligned >= 0 && (own.getDimSize(aligned) != 1 || (!product && comesFromReduceAlong(operand, aligned))))
          dropped.reset(dim);
      }
    if (dropped.none())
      return rewriter.notifyMatchFailure(op, "no dimension before the last two has size 1");
    SmallVector<Value> operands;
    for (Value operand : getAlignedOperands(op)) {
      int64_t own = getTensorType(operand).getRank(), missing = type.getRank() - own;
      llvm::SmallBitVector aligned(own);
      for (int64_t dim = 0; dim < own; ++dim)
        aligned[dim] = dropped[dim + missing];
      operands.push_back(dropUnitDims(rewriter, op->getLoc(), operand, aligned));
    }
    SmallVector<int64_t> rest = drop<int64_t>(type.getShape(), dropped);
    Value result = product ? MatmulOp::createLike(rewriter, product, type.clone(rest), operands[0], operands[1])
                           : rebuildElementwise(rewriter, op, operands, rest);
    rewriter.replaceOp(op, insertUnitDims(rewriter, op->getLoc(), result, dropped));
    return success();
  }
};

/// %0 = fusion.add %x, %b : (tensor<12x8xf32>, tensor<1x8xf32>) -> tensor<12x8xf32>
///   ->
/// %b1 = tensor.collapse_shape %b [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
/// %0 = fusion.add %x, %b1 : (tensor<12x8xf32>, tensor<8xf32>) -> tensor<12x8xf32>
///
/// So do products read one matrix for all batches.
template <typename Op> struct DropLeadingUnitsOfOperand : PatternOf<Op> {
  using PatternOf<Op>::PatternOf;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    RankedTensorType result = getTensorType(op->getResult(0));
    int64_t matrix = isa<MatmulOp>(op.getOperation()) ? 2 : 0;
    for (OpOperand &operand : getAlignedOpOperands(op)) {
      RankedTensorType type = getTensorType(operand.get());
      int64_t units = 0;
      while (units < type.getRank() - matrix && type.getDimSize(units) == 1)
        ++units;
      bool othersGiveRank = llvm::any_of(getAlignedOpOperands(op), [&](OpOperand &other) {
        return &other != &operand && getTensorType(other.get()).getRank() == result.getRank();
      });
      if (units == 0 || !othersGiveRank || (!matrix && keepsUnits(operand.get(), result)))
        continue;
      llvm::SmallBitVector dropped(type.getRank());
      dropped.set(0, units);
      Value source = dropUnitDims(rewriter, op->getLoc(), operand.get(), dropped);
      rewriter.modifyOpInPlace(op, [&] { operand.set(source); });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand has leading dimensions of size 1 that it does not need");
  }

private:
  /// Whether an operand is the whole of a result of one row, and no view of a row, or belongs to a product or a
  /// reduction.
  static bool keepsUnits(Value operand, RankedTensorType result) {
    bool isWhole = getTensorType(operand).getShape() == result.getShape();
    return (isWhole && !operand.getDefiningOp<tensor::ExpandShapeOp>()) || comesFromMatmul(operand) ||
           comesFromReduce(operand);
  }
};
} // namespace

void fusion::populateDropUnitPatterns(RewritePatternSet &patterns) {
  patterns
      .add<DropUnitsOfSlice, DropUnitsOfConcat, DropLeadingUnits<MatmulOp>, DropLeadingUnits<ElementwiseOpInterface>,
           DropLeadingUnitsOfOperand<MatmulOp>, DropLeadingUnitsOfOperand<ElementwiseOpInterface>>(
          patterns.getContext());
}
