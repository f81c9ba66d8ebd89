// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers for groups along a row, as frameworks spell them: the row is split into groups, or the numbers are repeated.

#include "LayoutUtils.h"
#include "fusion/Dialect/Fusion/IR/ScalarContext.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// The size of the groups along the last dimension that a collapse joins, with the one before; 0 if it joins others.
static int64_t getJoinedGroup(tensor::CollapseShapeOp collapse) {
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  bool joinsLast = !groups.empty() && groups.back().size() == 2 && groups.size() + 1 == shape.size();
  return joinsLast && collapse.getSrcType().hasStaticShape() ? shape.back() : 0;
}

static ArrayRef<int64_t> getJoinedShape(tensor::CollapseShapeOp collapse) {
  return collapse.getResultType().getShape();
}

/// %0 = fusion.map() tables(%t = %numbers) at(%i, %j) : (tensor<64x4xf32>) -> tensor<64x512xf32> {
///   yield lookup %t[%i, %j / 128]
/// }
static Value repeatGroups(RewriterBase &rewriter, Location loc, Value numbers, int64_t size, int64_t group) {
  RankedTensorType type = getTensorType(numbers);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = size;
  auto map = MapOp::create(rewriter, loc, type.clone(shape), ValueRange(), ValueRange{numbers}, /*positions=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(map.getBodyBlock());
  SmallVector<Value> indices;
  for (auto [own, position] : llvm::zip_equal(type.getShape(), map.getPositions()))
    indices.push_back(own == 1 ? arith::ConstantIndexOp::create(rewriter, loc, 0).getResult() : Value(position));
  Value divisor = arith::ConstantIndexOp::create(rewriter, loc, group);
  if (type.getShape().back() != 1)
    indices.back() = arith::DivUIOp::create(rewriter, loc, map.getPositions().back(), divisor);
  Value number = LookupOp::create(rewriter, loc, type.getElementType(), map.getTableArguments()[0], indices, Value());
  YieldOp::create(rewriter, loc, number);
  return map.getResult();
}

/// The numbers, one for each part of `parts` neighbours, by which graphs take integers apart: shifts, masks.
static DenseIntElementsAttr getNumbersOfParts(Value value, int64_t parts) {
  constexpr int64_t mostParts = 8; // of an integer
  DenseIntElementsAttr numbers;
  bool isAlong = matchPattern(value, m_Constant(&numbers)) && numbers.getType().getRank() > 0 &&
                 numbers.getNumElements() == parts && numbers.getType().getShape().back() == parts;
  return isAlong && parts > 1 && parts <= mostParts ? numbers : DenseIntElementsAttr();
}

/// yield %j % 2 == 1 ? 4 : 0
static Value selectByPart(OpBuilder &builder, Location loc, DenseIntElementsAttr numbers, Value position) {
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(builder, loc, value); };
  Value part = arith::RemUIOp::create(builder, loc, position, index(numbers.getNumElements()));
  auto attributes = llvm::to_vector(numbers.getValues<IntegerAttr>());
  Value chosen = arith::ConstantOp::create(builder, loc, attributes.front());
  for (int64_t number = 1; number < numbers.getNumElements(); ++number) {
    Value isOwn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, part, index(number));
    Value own = arith::ConstantOp::create(builder, loc, attributes[number]);
    chosen = arith::SelectOp::create(builder, loc, isOwn, own, chosen);
  }
  return chosen;
}

/// Whether an operation makes wider integers of narrow ones, each for itself.
static bool widensIntegers(ElementwiseOpInterface op) {
  if (op->getNumOperands() != 1 || getAlignedOperands(op).size() != 1 || op.dependsOnPosition())
    return false;
  RankedTensorType from = getTensorType(op->getOperand(0)), to = getTensorType(op->getResult(0));
  return from.getShape() == to.getShape() && isa<IntegerType>(from.getElementType()) &&
         isa<IntegerType>(to.getElementType()) && from.getElementTypeBitWidth() < to.getElementTypeBitWidth();
}

/// Whether an operation on integers has numbers of parts, and other operands.
static bool hasNumbersOfParts(ElementwiseOpInterface op, int64_t parts) {
  auto isInteger = [](Type type) { return isa<IntegerType>(getElementTypeOrSelf(type)); };
  OperandRange operands = getAlignedOperands(op);
  auto isOfParts = [&](Value operand) { return getNumbersOfParts(operand, parts) != nullptr; };
  return operands.size() == op->getNumOperands() && !op.dependsOnPosition() && op->getNumResults() == 1 &&
         llvm::all_of(op->getOperandTypes(), isInteger) && isInteger(op->getResult(0).getType()) &&
         llvm::any_of(operands, isOfParts) && !llvm::all_of(operands, isOfParts);
}

/// Whether elementwise operations take integers apart into `parts` of each on the way to `value`.
static bool isTakenApart(Value value, int64_t parts) {
  auto op = value.getDefiningOp<ElementwiseOpInterface>();
  return op && op->hasOneUse() &&
         (hasNumbersOfParts(op, parts) ||
          llvm::any_of(getAlignedOperands(op), [&](Value operand) { return isTakenApart(operand, parts); }));
}

/// Whether elementwise operations and reshapes make floats of integers of 8 bits on the way to `value`.
static bool isDequantised(Value value) {
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>())
    return isDequantised(expand.getSrc());
  auto op = value.getDefiningOp<ElementwiseOpInterface>();
  if (!op)
    return false;
  bool isFloat = isa<FloatType>(getTensorType(value).getElementType());
  return llvm::any_of(getAlignedOperands(op), [&](Value operand) {
    return (isFloat && getTensorType(operand).getElementType().isInteger(8)) || isDequantised(operand);
  });
}

namespace {
/// Computes in rows what is computed in groups of them.
class RowsOfGroups {
public:
  RowsOfGroups(RewriterBase &rewriter, tensor::CollapseShapeOp collapse)
      : rewriter(rewriter), collapse(collapse), group(getJoinedGroup(collapse)) {}

  /// `value` broadcasts to the groups; the result broadcasts to the rows.
  Value join(Value value) {
    RankedTensorType type = getTensorType(value);
    if (llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; }))
      return type.getRank() == 0 ? value
                                 : collapseDims(rewriter, value.getLoc(), value, SmallVector<ReassociationIndices>());
    auto op = value.getDefiningOp<ElementwiseOpInterface>();
    if (op && op->hasOneUse() && canReshape(op, getJoinedShape(collapse)))
      return joinElementwise(op);
    SmallVector<ReassociationIndices> groups = getGroups(type.getRank());
    if (type.getShape().back() == group)
      return collapseDims(rewriter, value.getLoc(), value, groups);
    auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
    bool isApart = expand && expand.getReassociationIndices() == groups;
    Value numbers = isApart ? expand.getSrc() : collapseDims(rewriter, value.getLoc(), value, groups);
    // One for a whole row, or for the same group of all rows.
    return getTensorType(numbers).getShape().back() == 1 ? numbers : repeat(numbers);
  }

  /// Whether operands of an operation, and theirs, lie so that they can be joined: not along the groups alone.
  bool canJoin(Value value) {
    RankedTensorType type = getTensorType(value);
    if (llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; }))
      return true;
    int64_t groups = collapse.getSrcType().getShape().drop_back().back();
    bool along = type.getShape().back() != 1, across = type.getRank() > 1 && type.getShape().drop_back().back() != 1;
    if (type.getRank() < 2 || (along && !across && groups != 1))
      return false;
    auto op = value.getDefiningOp<ElementwiseOpInterface>();
    if (!op || !op->hasOneUse() || !canReshape(op, getJoinedShape(collapse)))
      return true;
    bool ofParts = hasNumbersOfParts(op, group);
    return llvm::all_of(getAlignedOperands(op), [&](Value operand) {
      return (ofParts && getNumbersOfParts(operand, group)) || canJoin(operand);
    });
  }

private:
  SmallVector<ReassociationIndices> getGroups(int64_t rank) const {
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim + 2 < rank; ++dim)
      groups.push_back({dim});
    groups.push_back({rank - 2, rank - 1});
    return groups;
  }

  /// Integers are widened where they are repeated, so that narrow ones are looked up.
  Value repeat(Value numbers) {
    auto op = numbers.getDefiningOp<ElementwiseOpInterface>();
    if (op && op->hasOneUse() && widensIntegers(op))
      return rebuildElementwise(rewriter, op, repeat(op->getOperand(0)), getRepeatedShape(numbers));
    return repeatGroups(rewriter, numbers.getLoc(), numbers, getJoinedShape(collapse).back(), group);
  }
  SmallVector<int64_t> getRepeatedShape(Value numbers) const {
    SmallVector<int64_t> shape(getTensorType(numbers).getShape());
    shape.back() = getJoinedShape(collapse).back();
    return shape;
  }

  /// An operation some of whose operands are numbers of parts, which are chosen by the position.
  Value joinTakenApart(ElementwiseOpInterface op) {
    Location loc = op.getLoc();
    OperandRange operands = getAlignedOperands(op);
    auto isOfParts = [&](Value operand) { return getNumbersOfParts(operand, group) != nullptr; };
    SmallVector<Value> elements;
    for (Value operand : operands)
      if (!isOfParts(operand))
        elements.push_back(join(operand));
    auto type = getTensorType(op->getResult(0)).clone(getJoinedShape(collapse));
    auto map = MapOp::create(rewriter, loc, type, elements, ValueRange(), /*positions=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(map.getBodyBlock());
    SmallVector<Value> scalars;
    auto element = map.getElementArguments().begin();
    for (Value operand : operands)
      scalars.push_back(isOfParts(operand)
                            ? selectByPart(rewriter, loc, getNumbersOfParts(operand, group), map.getPositions().back())
                            : Value(*element++));
    YieldOp::create(rewriter, loc, op.buildScalar(rewriter, loc, scalars, ScalarContext()));
    return map.getResult();
  }

  Value joinElementwise(ElementwiseOpInterface op) {
    if (hasNumbersOfParts(op, group))
      return joinTakenApart(op);
    SmallVector<Value> operands =
        llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) { return join(operand); });
    SmallVector<int64_t> shape;
    for (Value operand : operands)
      shape = *broadcastShapes(shape, getTensorType(operand).getShape());
    return rebuildElementwise(rewriter, op, operands, shape);
  }

  RewriterBase &rewriter;
  tensor::CollapseShapeOp collapse;
  int64_t group;
};

/// %1 = tensor.expand_shape %q [[0], [1, 2]] : tensor<64x512xi8> into tensor<64x4x128xi8>
/// %2 = fusion.cast %1 : tensor<64x4x128xi8> to tensor<64x4x128xbf16>
/// %3 = fusion.mul %2, %s : (tensor<64x4x128xbf16>, tensor<64x4x1xbf16>) -> tensor<64x4x128xbf16>
/// %0 = tensor.collapse_shape %3 [[0], [1, 2]] : tensor<64x4x128xbf16> into tensor<64x512xbf16>
///   ->
/// %1 = fusion.map() tables(%t = %numbers) at(%i, %j) { yield lookup %t[%i, %j / 128] }
/// %2 = fusion.cast %q : tensor<64x512xi8> to tensor<64x512xbf16>
/// %0 = fusion.mul %2, %1 : (tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<64x512xbf16>
///
/// Where integers are dequantised: a product can then do it with its factor. And where they are taken apart:
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
    int64_t group = getJoinedGroup(op);
    if (group == 0 || !op.getSrc().hasOneUse() || !(isDequantised(op.getSrc()) || isTakenApart(op.getSrc(), group)))
      return rewriter.notifyMatchFailure(op, "it joins no groups in which integers are dequantised or taken apart");
    RowsOfGroups rows(rewriter, op);
    if (!rows.canJoin(op.getSrc()))
      return rewriter.notifyMatchFailure(op, "an operand is the same for all groups of a row");
    rewriter.replaceOp(op, rows.join(op.getSrc()));
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
    int64_t group = getJoinedGroup(op), last = op.getSrcType().getRank() - 1;
    if (!broadcast || group == 0 || broadcast.getDimensions() != ArrayRef<int64_t>(last))
      return rewriter.notifyMatchFailure(op, "it repeats no numbers along groups");
    rewriter.replaceOp(
        op, repeatGroups(rewriter, op.getLoc(), broadcast.getInput(), op.getResultType().getShape().back(), group));
    return success();
  }
};
} // namespace

void fusion::populateJoinGroupPatterns(RewritePatternSet &patterns) {
  patterns.add<JoinGroups, RepeatGroups>(patterns.getContext());
}
