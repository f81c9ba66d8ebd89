// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers for groups along a row, as frameworks spell them: the row is split into groups, or the numbers are repeated.

#include "RowsOfGroups.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

/// Whether elementwise operations take integers apart into parts on the way to `value`.
static bool isTakenApart(Value value, const JoinedDims &dims) {
  auto op = value.getDefiningOp<ElementwiseOpInterface>();
  return op && op->hasOneUse() &&
         (hasNumbersOfParts(op, dims) ||
          llvm::any_of(getAlignedOperands(op), [&](Value operand) { return isTakenApart(operand, dims); }));
}

/// Whether elementwise operations and reshapes compute integers of words that a map looks up.
static bool isOfWords(Value value) {
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>())
    return isOfWords(expand.getSrc());
  auto isWord = [](Value table) { return getTensorType(table).getElementType().isInteger(32); };
  if (auto map = value.getDefiningOp<MapOp>(); map && llvm::any_of(map.getTables(), isWord))
    return isa<IntegerType>(map.getType().getElementType());
  auto op = value.getDefiningOp<ElementwiseOpInterface>();
  return op && isa<IntegerType>(getTensorType(value).getElementType()) &&
         llvm::any_of(getAlignedOperands(op), isOfWords);
}

/// Whether elementwise operations and reshapes make floats of integers of 8 bits, or of words of several, on the way to
/// `value`.
static bool isDequantised(Value value) {
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>())
    return isDequantised(expand.getSrc());
  auto op = value.getDefiningOp<ElementwiseOpInterface>();
  if (!op)
    return false;
  bool isFloat = isa<FloatType>(getTensorType(value).getElementType());
  return llvm::any_of(getAlignedOperands(op), [&](Value operand) {
    return (isFloat && (getTensorType(operand).getElementType().isInteger(8) || isOfWords(operand))) ||
           isDequantised(operand);
  });
}

/// Whether elementwise operations and reshapes compute floats of integers on the way to `value`.
static bool comesFromIntegers(Value value) {
  if (isa<IntegerType>(getTensorType(value).getElementType()))
    return getTensorType(value).getRank() > 0;
  Operation *op = value.getDefiningOp();
  if (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return comesFromIntegers(op->getOperand(0));
  return isa_and_present<ElementwiseOpInterface>(op) && llvm::any_of(getAlignedOperands(op), comesFromIntegers);
}

/// Whether integers that were made floats are computed with `numbers`.
static bool areNumbersOfIntegers(Value numbers) {
  return llvm::any_of(numbers.getUsers(), [&](Operation *user) {
    return isa<ElementwiseOpInterface>(user) && llvm::any_of(getAlignedOperands(user), [&](Value operand) {
             return operand != numbers && comesFromIntegers(operand);
           });
  });
}

/// What an expansion begins with that adds dimensions of size 1 in front, and they are not joined to others.
static Value skipLeadingUnits(Value value) {
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !expand->hasOneUse())
    return value;
  ArrayRef<int64_t> from = expand.getSrcType().getShape(), to = expand.getResultType().getShape();
  bool addsUnits = from.size() >= 2 && to.take_back(from.size()) == from &&
                   llvm::all_of(to.drop_back(from.size()), [](int64_t size) { return size == 1; });
  return addsUnits ? expand.getSrc() : value;
}

static Value insertLeadingUnits(RewriterBase &rewriter, Value value, RankedTensorType type) {
  int64_t rank = getTensorType(value).getRank(), added = type.getRank() - rank;
  if (added == 0)
    return value;
  SmallVector<SmallVector<OpFoldResult>> sizes(rank);
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes[std::max<int64_t>(0, static_cast<int64_t>(dim) - added)].push_back(rewriter.getIndexAttr(size));
  return expandDims(rewriter, value.getLoc(), value, sizes);
}

/// Whether a map repeats integers along the dimension in a group, and does nothing else.
static bool isRepetition(Value value, const JoinedDims &dims) {
  auto map = value.getDefiningOp<MapOp>();
  return map && map.getElements().size() == 1 && map.getYield().getOperand(0) == map.getElementArguments()[0] &&
         isa<IntegerType>(map.getType().getElementType()) && dims.getAlong(getTensorType(map.getElements()[0])) == 1;
}

namespace {
/// %1 = tensor.expand_shape %q [[0], [1, 2]] : tensor<64x512xi8> into tensor<64x4x128xi8>
/// %2 = fusion.cast %1 : tensor<64x4x128xi8> to tensor<64x4x128xbf16>
/// %3 = fusion.mul %2, %s : (tensor<64x4x128xbf16>, tensor<64x4x1xbf16>) -> tensor<64x4x128xbf16>
/// %0 = tensor.collapse_shape %3 [[0], [1, 2]] : tensor<64x4x128xbf16> into tensor<64x512xbf16>
///   ->
/// %1 = fusion.map() tables(%t = %numbers) at(%i, %j) { yield lookup %t[%i, %j / 128] }
/// %2 = fusion.cast %q : tensor<64x512xi8> to tensor<64x512xbf16>
/// %0 = fusion.mul %2, %1 : (tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<64x512xbf16>
///
/// Where integers are dequantised: a product can then do it with its factor. So it is where any two neighbouring
/// dimensions are joined. And where integers are taken apart:
///
/// %1 = tensor.expand_shape %w [[0], [1, 2]] : tensor<64x256xi8> into tensor<64x256x1xi8>
/// %2 = fusion.map(%b = %1, %s = dense<[0, 4]>) { yield %b >> %s } : (..) -> tensor<64x256x2xi8>
/// %0 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<64x256x2xi8> into tensor<64x512xi8>
///   ->
/// %1 = fusion.map() tables(%t = %w) at(%i, %j) { yield lookup %t[%i, %j / 2] }
/// %0 = fusion.map(%b = %1) at(%i, %j) { yield %b >> (%j % 2 == 1 ? 4 : 0) } : (..) -> tensor<64x512xi8>
struct JoinGroups : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, PatternRewriter &rewriter) const override {
    std::optional<JoinedDims> dims = JoinedDims::get(op);
    Value value = skipLeadingUnits(op.getSrc());
    if (!dims || !value.hasOneUse() || op.getResultType().getNumElements() == 1 ||
        !(isDequantised(value) || isTakenApart(value, *dims) || isRepetition(value, *dims)))
      return rewriter.notifyMatchFailure(op, "it joins no groups in which integers are dequantised or taken apart");
    RowsOfGroups rows(rewriter, *dims);
    if (!rows.canJoin(value))
      return rewriter.notifyMatchFailure(op, "an operand is the same for all groups of a row");
    rewriter.replaceOp(op, insertLeadingUnits(rewriter, rows.join(value), op.getResultType()));
    return success();
  }
};

/// %1 = linalg.broadcast ins(%s : tensor<64x4xf32>) outs(..: tensor<64x4x128xf32>) dimensions = [2]
/// %0 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x4x128xf32> into tensor<64x512xf32>
///   ->
/// %0 = fusion.map() tables(%t = %s) at(%i, %j) { yield lookup %t[%i, %j / 128] }
struct RepeatGroups : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, PatternRewriter &rewriter) const override {
    auto broadcast = op.getSrc().getDefiningOp<linalg::BroadcastOp>();
    std::optional<JoinedDims> dims = JoinedDims::get(op);
    if (!broadcast || !dims || broadcast.getDimensions() != ArrayRef<int64_t>(dims->getJoined(op.getSrcType())))
      return rewriter.notifyMatchFailure(op, "it repeats no numbers along groups");
    // Keys and values of grouped heads are repeated along other dimensions than the last.
    Type element = op.getResultType().getElementType();
    if (dims->behind > 0 && (!isa<IntegerType>(element) || element.isInteger(1)) &&
        !areNumbersOfIntegers(op.getResult()))
      return rewriter.notifyMatchFailure(op, "what is repeated along groups is not computed with integers");
    RowsOfGroups rows(rewriter, *dims);
    Value numbers = broadcast.getInput();
    rewriter.replaceOp(op, dims->groups == 1 ? rows.lookUp(numbers) : rows.repeat(numbers));
    return success();
  }
};
} // namespace

void fusion::populateJoinGroupPatterns(RewritePatternSet &patterns) {
  patterns.add<JoinGroups, RepeatGroups>(patterns.getContext());
}
