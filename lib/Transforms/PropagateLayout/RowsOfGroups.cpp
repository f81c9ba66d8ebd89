// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rebuilds elementwise operations along a dimension that was split into groups.

#include "RowsOfGroups.h"

#include "NumbersOfParts.h"
#include "fusion/Dialect/Fusion/IR/ScalarContext.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

std::optional<JoinedDims> JoinedDims::get(tensor::CollapseShapeOp collapse) {
  RankedTensorType type = collapse.getSrcType();
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  const auto *pair = llvm::find_if(groups, [](const ReassociationIndices &group) { return group.size() == 2; });
  if (pair == groups.end() || static_cast<int64_t>(groups.size()) + 1 != type.getRank() || !type.hasStaticShape())
    return std::nullopt;
  return JoinedDims{type.getDimSize(pair->front()), type.getDimSize(pair->back()), type.getRank() - 1 - pair->back()};
}

SmallVector<int64_t> JoinedDims::join(RankedTensorType type) const {
  SmallVector<int64_t> shape(type.getShape());
  if (type.getRank() <= behind)
    return shape;
  bool isNeither = getAlong(type) == 1 && getAcross(type) == 1;
  shape[getJoined(type)] = isNeither ? 1 : groups * size;
  if (type.getRank() > behind + 1)
    shape.erase(shape.end() - 2 - behind);
  return shape;
}

bool fusion::areIntegers(Operation *op) {
  auto isInteger = [](Type type) { return isa<IntegerType>(getElementTypeOrSelf(type)); };
  return op->getNumResults() == 1 && llvm::all_of(op->getOperandTypes(), isInteger) &&
         isInteger(op->getResult(0).getType());
}

bool fusion::hasNumbersOfParts(ElementwiseOpInterface op, const JoinedDims &dims) {
  OperandRange operands = getAlignedOperands(op);
  auto isOfParts = [&](Value operand) { return getNumbersOfParts(operand, dims) != nullptr; };
  return operands.size() == op->getNumOperands() && !op.dependsOnPosition() && areIntegers(op) &&
         llvm::any_of(operands, isOfParts) && !llvm::all_of(operands, isOfParts);
}

static bool isAllOnes(RankedTensorType type) {
  return llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; });
}

/// The dimensions of a value, the two that are joined together.
static SmallVector<ReassociationIndices> getGroups(int64_t rank, int64_t behind) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim != rank - 1 - behind || groups.empty())
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Repeated numbers
//===----------------------------------------------------------------------===//

SmallVector<int64_t> RowsOfGroups::getRepeatedShape(RankedTensorType type) const {
  SmallVector<int64_t> shape(type.getShape());
  shape[dims.getJoined(type)] = dims.groups * dims.size;
  return shape;
}

/// %0 = fusion.map() tables(%t = %numbers) at(%i, %j) : (tensor<64x4xf32>) -> tensor<64x512xf32> {
///   yield lookup %t[%i, %j / 128]
/// }
Value RowsOfGroups::lookUp(Value numbers) {
  Location loc = numbers.getLoc();
  RankedTensorType type = getTensorType(numbers);
  auto map = MapOp::create(rewriter, loc, type.clone(getRepeatedShape(type)), ValueRange(), ValueRange{numbers},
                           /*positions=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(map.getBodyBlock());
  SmallVector<Value> indices;
  for (auto [own, position] : llvm::zip_equal(type.getShape(), map.getPositions()))
    indices.push_back(own == 1 ? arith::ConstantIndexOp::create(rewriter, loc, 0).getResult() : Value(position));
  Value divisor = arith::ConstantIndexOp::create(rewriter, loc, dims.size);
  int64_t joined = dims.getJoined(type);
  if (type.getDimSize(joined) != 1)
    indices[joined] = arith::DivUIOp::create(rewriter, loc, map.getPositions()[joined], divisor);
  Value number = LookupOp::create(rewriter, loc, type.getElementType(), map.getTableArguments()[0], indices, Value());
  YieldOp::create(rewriter, loc, number);
  return map.getResult();
}

/// Whether a map's elements follow from its operands and from positions that its body names.
static bool isOfNamedPositions(MapOp map) {
  return llvm::all_of(map.getBodyBlock()->without_terminator(),
                      [](Operation &op) { return isa<LookupOp>(op) || isa<arith::ArithDialect>(op.getDialect()); });
}

/// The same map at more positions: those along the joined dimension are divided by the size of a group.
Value RowsOfGroups::repeatMap(MapOp map) {
  RankedTensorType type = map.getType();
  SmallVector<Value> elements = llvm::map_to_vector(map.getElements(), [&](Value element) { return repeat(element); });
  auto repeated = MapOp::create(rewriter, map.getLoc(), type.clone(getRepeatedShape(type)), elements, map.getTables(),
                                /*positions=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(repeated.getBodyBlock());
  IRMapping mapping;
  mapping.map(map.getElementArguments(), repeated.getElementArguments());
  mapping.map(map.getTableArguments(), repeated.getTableArguments());
  for (auto [dim, position] : llvm::enumerate(map.getPositions())) {
    Value own = repeated.getPositions()[dim];
    if (static_cast<int64_t>(dim) == dims.getJoined(type))
      own = arith::DivUIOp::create(rewriter, map.getLoc(), own,
                                   arith::ConstantIndexOp::create(rewriter, map.getLoc(), dims.size));
    mapping.map(position, own);
  }
  for (Operation &op : *map.getBodyBlock())
    rewriter.clone(op, mapping);
  return repeated.getResult();
}

/// Whether an operation is computed where its result is repeated: of integers, or a cast.
static bool isComputedBehind(ElementwiseOpInterface op) {
  auto isInteger = [](Type type) { return isa<IntegerType>(getElementTypeOrSelf(type)); };
  return op && op->hasOneUse() && op->getNumResults() == 1 &&
         (isa<CastOp>(*op) || llvm::all_of(op->getOperandTypes(), isInteger));
}

/// What follows from integers is computed where it is repeated, so that those in memory are looked up.
Value RowsOfGroups::repeat(Value numbers) {
  RankedTensorType type = getTensorType(numbers);
  // One for a whole row, or for the same group of all rows.
  if (type.getRank() <= dims.behind || type.getDimSize(dims.getJoined(type)) == 1)
    return numbers;
  auto op = numbers.getDefiningOp<ElementwiseOpInterface>();
  if (!isComputedBehind(op))
    return lookUp(numbers);
  if (!op.dependsOnPosition() && op->getNumOperands() == getAlignedOperands(op).size()) {
    SmallVector<Value> operands =
        llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) { return repeat(operand); });
    return rebuildElementwise(rewriter, op, operands, getRepeatedShape(type));
  }
  auto map = dyn_cast<MapOp>(*op);
  return map && !map.getPositions().empty() && isOfNamedPositions(map) ? repeatMap(map) : lookUp(numbers);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Whether an operation is computed along the joined dimension itself, and not repeated.
bool RowsOfGroups::isJoined(ElementwiseOpInterface op) const {
  return op && op->hasOneUse() && canReshape(op, dims.join(getTensorType(op->getResult(0))));
}

Value RowsOfGroups::join(Value value) {
  RankedTensorType type = getTensorType(value);
  if (isAllOnes(type))
    return type.getRank() == 0 ? value
                               : collapseDims(rewriter, value.getLoc(), value, SmallVector<ReassociationIndices>());
  if (auto op = value.getDefiningOp<ElementwiseOpInterface>(); isJoined(op))
    return joinElementwise(op);
  // It has neither dimension, or one that is not joined.
  if (type.getRank() <= dims.behind + 1)
    return value;
  SmallVector<ReassociationIndices> groups = getGroups(type.getRank(), dims.behind);
  if (dims.getAlong(type) != 1)
    return collapseDims(rewriter, value.getLoc(), value, groups);
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.end() - 1 - dims.behind);
  bool isApart = expand && expand.getSrcType().getShape() == ArrayRef<int64_t>(shape);
  return repeat(isApart ? expand.getSrc() : collapseDims(rewriter, value.getLoc(), value, groups));
}

bool RowsOfGroups::canJoin(Value value) {
  RankedTensorType type = getTensorType(value);
  if (isAllOnes(type) || type.getRank() <= dims.behind)
    return true;
  if (dims.getAlong(type) != 1 && dims.getAcross(type) == 1 && dims.groups != 1)
    return false;
  auto op = value.getDefiningOp<ElementwiseOpInterface>();
  if (!isJoined(op))
    return true;
  bool ofParts = hasNumbersOfParts(op, dims);
  return llvm::all_of(getAlignedOperands(op),
                      [&](Value operand) { return (ofParts && getNumbersOfParts(operand, dims)) || canJoin(operand); });
}

/// An operation some of whose operands are numbers of parts, which are chosen by the position.
Value RowsOfGroups::joinTakenApart(ElementwiseOpInterface op) {
  Location loc = op.getLoc();
  OperandRange operands = getAlignedOperands(op);
  auto isOfParts = [&](Value operand) { return getNumbersOfParts(operand, dims) != nullptr; };
  SmallVector<Value> elements;
  for (Value operand : operands)
    if (!isOfParts(operand))
      elements.push_back(join(operand));
  RankedTensorType type = getTensorType(op->getResult(0));
  type = type.clone(dims.join(type));
  auto map = MapOp::create(rewriter, loc, type, elements, ValueRange(), /*positions=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(map.getBodyBlock());
  Value position = map.getPositions()[dims.getJoined(type)];
  SmallVector<Value> scalars;
  auto element = map.getElementArguments().begin();
  for (Value operand : operands)
    scalars.push_back(isOfParts(operand) ? selectByPart(rewriter, loc, getNumbersOfParts(operand, dims), position)
                                         : Value(*element++));
  YieldOp::create(rewriter, loc, op.buildScalar(rewriter, loc, scalars, ScalarContext()));
  return map.getResult();
}

Value RowsOfGroups::joinElementwise(ElementwiseOpInterface op) {
  if (hasNumbersOfParts(op, dims))
    return joinTakenApart(op);
  SmallVector<Value> operands =
      llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) { return join(operand); });
  return rebuildElementwise(rewriter, op, operands, dims.join(getTensorType(op->getResult(0))));
}
