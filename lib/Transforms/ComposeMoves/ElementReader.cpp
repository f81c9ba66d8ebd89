// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows elements to where they are stored.

#include "fusion/Transforms/ComposeMoves/ElementReader.h"

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/Utils/ElementTypes.h"
#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"
#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// What is read through
//===----------------------------------------------------------------------===//

/// What a part may cost for each element of the whole: about what it takes to store 16 bits and load them again.
static constexpr int64_t kMaxPartCost = 28;

/// Whether the elements of `op` are read more than once: by several operations, or repeated along a dimension by the
/// only one.
static bool isReadOften(Operation *op) {
  if (!llvm::all_equal(op->getUsers()))
    return true;
  if (op->use_empty())
    return false;
  Operation *user = *op->user_begin();
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || isa<tensor::ConcatOp>(user) || user->getNumResults() != 1)
    return false;
  auto result = dyn_cast<RankedTensorType>(user->getResult(0).getType());
  if (result && type.hasStaticShape() && result.hasStaticShape() && !isa<tensor::PadOp>(user) &&
      result.getNumElements() > type.getNumElements())
    return true;
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) && isReadOften(user);
}

/// What `op` costs for each element, with the elementwise operations that it reads and that are repeated with it, the
/// others being looked up; nothing where it had better be stored: it has other readers, or is repeated, and is no
/// formula of positions, or stands behind a product, as its epilogue.
static std::optional<int64_t> getRepeatedCost(Operation *op) {
  auto elementwise = dyn_cast_if_present<ElementwiseOpInterface>(op);
  if (!elementwise || op->hasAttr(kMustFuseAttrName))
    return std::nullopt;
  int64_t cost = elementwise.getScalarCost();
  bool isFormula = true;
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    SplatElementsAttr splat;
    if (matchPattern(operand, m_Constant(&splat)))
      continue;
    isFormula = false;
    std::optional<int64_t> own = getRepeatedCost(producer);
    if (!own && (isProduct(producer) || comesFromMatmul(operand)))
      return std::nullopt;
    cost += own.value_or(0);
  }
  if (cost > kMaxPartCost || (!isFormula && isReadOften(op)))
    return std::nullopt;
  return cost;
}

bool fusion::isRepeated(Operation *op) { return getRepeatedCost(op).has_value(); }

/// Whether it is known where each part of a concatenation is, and that all have the same sizes along the other
/// dimensions.
static bool hasKnownPlaces(tensor::ConcatOp concat) {
  for (int64_t dim = 0; dim < concat.getRank(); ++dim) {
    bool isJoined = dim == static_cast<int64_t>(concat.getDim());
    SizeOrigin first = SizeOrigin::get(concat.getInputs().front(), dim);
    if (!llvm::all_of(concat.getInputs(), [&](Value part) {
          return isJoined ? !getTensorType(part).isDynamicDim(dim) : SizeOrigin::get(part, dim) == first;
        }))
      return false;
  }
  return !getTensorType(concat.getResult()).isDynamicDim(concat.getDim());
}

/// The scalar that an operation pads with; null where it is not known now.
static TypedAttr getPadding(tensor::PadOp pad) {
  Attribute padding;
  Value value = pad.getConstantPaddingValue();
  return value && matchPattern(value, m_Constant(&padding)) ? dyn_cast<TypedAttr>(padding) : TypedAttr();
}

bool fusion::isJoin(Operation *op) {
  if (!op || op->getNumResults() != 1 || !isSupportedElement(getElementTypeOrSelf(op->getResult(0).getType())))
    return false;
  if (auto concat = dyn_cast_if_present<tensor::ConcatOp>(op))
    return hasKnownPlaces(concat);
  auto pad = dyn_cast_if_present<tensor::PadOp>(op);
  auto isWidth = [](OpFoldResult width) { return getConstantIntValue(width).value_or(-1) >= 0; };
  return pad && getPadding(pad) && llvm::all_of(pad.getMixedLowPad(), isWidth) &&
         pad.getSourceType().hasStaticShape() && pad.getType().hasStaticShape() &&
         pad.getSourceType().getNumElements() != 0;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Sizes of positions: a symbol where one is open.
static SmallVector<AffineExpr> getSizes(RankedTensorType type) {
  SmallVector<AffineExpr> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(size) ? getAffineSymbolExpr(dim, type.getContext())
                                                : getAffineConstantExpr(size, type.getContext()));
  return sizes;
}

ElementReader::ElementReader(MapOp map, llvm::function_ref<bool(Operation *)> isComputed, unsigned most)
    : map(map), builder(OpBuilder::atBlockEnd(map.getBodyBlock())), loc(map.getLoc()),
      sizes(::getSizes(map.getResultType())), ranges(sizes), isComputed(isComputed), most(most) {}

SmallVector<AffineExpr> ElementReader::getPositions() {
  // Along a dimension of size 1 the map may be repeated.
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> positions;
  for (auto [dim, size] : llvm::enumerate(map.getResultType().getShape()))
    positions.push_back(size == 1 ? getAffineConstantExpr(0, context) : getAffineDimExpr(dim, context));
  return positions;
}

/// `place` in `from` as a place in `to`, which differs by dimensions of size 1.
static SmallVector<AffineExpr> moveUnits(RankedTensorType from, RankedTensorType to, ArrayRef<AffineExpr> place) {
  SmallVector<AffineExpr> rest, moved;
  for (auto [size, index] : llvm::zip_equal(from.getShape(), place))
    if (size != 1)
      rest.push_back(index);
  ArrayRef<AffineExpr> next = rest;
  for (int64_t size : to.getShape()) {
    moved.push_back(size == 1 ? getAffineConstantExpr(0, from.getContext()) : next.front());
    next = next.drop_front(size == 1 ? 0 : 1);
  }
  return moved;
}

/// The element of its operand that a move gives at `place`; nothing where `op` is no move. Unlike getMoveAccess, sizes
/// may be open.
static std::optional<ElementReader::Leaf> follow(Operation *op, ArrayRef<AffineExpr> place) {
  if (isUnitReshape(op))
    return ElementReader::Leaf{op->getOperand(0),
                               moveUnits(getTensorType(op->getResult(0)), getTensorType(op->getOperand(0)), place)};
  if (auto transpose = dyn_cast_if_present<linalg::TransposeOp>(op); transpose && op->getNumResults() == 1) {
    SmallVector<AffineExpr> before(place.size());
    for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
      before[source] = place[dim];
    return ElementReader::Leaf{transpose.getInput(), before};
  }
  if (auto broadcast = dyn_cast_if_present<linalg::BroadcastOp>(op); broadcast && op->getNumResults() == 1) {
    SmallVector<AffineExpr> own;
    for (auto [dim, index] : llvm::enumerate(place))
      if (!llvm::is_contained(broadcast.getDimensions(), int64_t(dim)))
        own.push_back(index);
    return ElementReader::Leaf{broadcast.getInput(), own};
  }
  if (auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op)) {
    if (ShapedType::isDynamicShape(slice.getStaticOffsets()) || ShapedType::isDynamicShape(slice.getStaticStrides()))
      return std::nullopt;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    SmallVector<AffineExpr> source;
    unsigned next = 0;
    for (auto [dim, offset, stride] : llvm::enumerate(slice.getStaticOffsets(), slice.getStaticStrides())) {
      AffineExpr index = dropped[dim] ? getAffineConstantExpr(0, op->getContext()) : place[next++];
      source.push_back(index * stride + offset);
    }
    return ElementReader::Leaf{slice.getSource(), source};
  }
  std::optional<AccessMap> access = getMoveAccess(op);
  if (!access)
    return std::nullopt;
  return ElementReader::Leaf{getMovedTensor(op), llvm::map_to_vector(access->getPlaces(), [&](AffineExpr expr) {
                               return expr.replaceDims(place);
                             })};
}

Value ElementReader::read(Value value, ArrayRef<AffineExpr> place, Value condition) {
  Operation *op = value.getDefiningOp();
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&splat)))
    return arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>());
  if (std::optional<Leaf> before = follow(op, place)) {
    for (AffineExpr &expr : before->place)
      expr = ranges.simplify(expr);
    return read(before->source, before->place, condition);
  }
  bool isShort = numComputed < most;
  if (isShort && op && op->hasOneUse() && isJoin(op)) {
    ++numComputed;
    if (auto concat = dyn_cast<tensor::ConcatOp>(op))
      return readConcat(concat, place, condition);
    return readPad(cast<tensor::PadOp>(op), place, condition);
  }
  if (isShort && isComputed(op)) {
    ++numComputed;
    return readElementwise(cast<ElementwiseOpInterface>(op), place, condition);
  }
  return lookUp(value, place, condition);
}

Value ElementReader::lookUp(Value value, ArrayRef<AffineExpr> place, Value condition) {
  if (auto found = replaced.find(value); found != replaced.end()) {
    const auto &[moved, order] = found->second;
    return lookUp(moved, applyPermutation(place, order), condition);
  }
  leaves.push_back({value, llvm::to_vector(place)});
  SmallVector<Value> indices;
  for (AffineExpr expr : place)
    indices.push_back(emit(expr, condition));
  return lookup(value, indices, condition);
}

Value ElementReader::emit(AffineExpr expr, Value condition) {
  SmallVector<Value> positions(map.getPositions().begin(), map.getPositions().end());
  Value index = IndexEmitter(builder, loc, positions, ranges).emit(expr, condition != nullptr);
  failed |= !index;
  return index ? index : arith::ConstantIndexOp::create(builder, loc, 0).getResult();
}

Value ElementReader::conjoin(Value a, Value b) {
  return a && b ? arith::AndIOp::create(builder, loc, a, b).getResult() : a ? a : b;
}

Value ElementReader::select(Value condition, Value element, Value other) {
  return arith::SelectOp::create(builder, loc, condition, element, other);
}

Value ElementReader::isBetween(AffineExpr expr, int64_t begin, int64_t end, Value condition) {
  Interval interval = ranges.getInterval(expr);
  bool mayBeBelow = !interval.least || *interval.least < begin, mayBeAbove = !interval.most || *interval.most >= end;
  if (!mayBeBelow && !mayBeAbove)
    return {};
  Value index = emit(expr, condition), from, to;
  auto compare = [&](arith::CmpIPredicate predicate, int64_t limit) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, index, arith::ConstantIndexOp::create(builder, loc, limit));
  };
  // A negative number is a large one.
  bool isNatural = interval.least.value_or(-1) >= 0;
  if (mayBeBelow && (isNatural || begin > 0))
    from = compare(isNatural ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge, begin);
  if (mayBeAbove || !isNatural)
    to = compare(arith::CmpIPredicate::ult, end);
  return conjoin(from, to);
}

Value ElementReader::readConcat(tensor::ConcatOp concat, ArrayRef<AffineExpr> place, Value condition) {
  int64_t dim = concat.getDim(), end = getTensorType(concat.getResult()).getDimSize(dim);
  Value result;
  for (Value part : llvm::reverse(concat.getInputs())) {
    int64_t begin = end - getTensorType(part).getDimSize(dim);
    if (begin == end)
      continue;
    SmallVector<AffineExpr> own(place);
    own[dim] = own[dim] - begin;
    Value inside = isBetween(place[dim], begin, end, condition);
    Value element = read(part, own, conjoin(inside, condition));
    // A part that is all of the result stands beside empty ones.
    result = result && inside ? select(inside, element, result) : element;
    end = begin;
  }
  return result;
}

Value ElementReader::readPad(tensor::PadOp pad, ArrayRef<AffineExpr> place, Value condition) {
  SmallVector<AffineExpr> own(place);
  Value inside;
  for (auto [dim, width] : llvm::enumerate(pad.getMixedLowPad())) {
    own[dim] = ranges.simplify(own[dim] - *getConstantIntValue(width));
    inside = conjoin(inside, isBetween(own[dim], 0, pad.getSourceType().getDimSize(dim), condition));
  }
  Value element = read(pad.getSource(), own, conjoin(inside, condition));
  return inside ? select(inside, element, arith::ConstantOp::create(builder, loc, getPadding(pad))) : element;
}

Value ElementReader::readElementwise(ElementwiseOpInterface op, ArrayRef<AffineExpr> place, Value condition) {
  SmallVector<Value> operands;
  for (Value operand : op.getElementOperands()) {
    RankedTensorType type = getTensorType(operand);
    SmallVector<AffineExpr> own;
    for (auto [size, index] : llvm::zip_equal(type.getShape(), place.take_back(type.getRank())))
      own.push_back(size == 1 ? getAffineConstantExpr(0, op->getContext()) : index);
    operands.push_back(toComputeType(read(operand, own, condition)));
  }
  auto position = [&](int64_t dim) { return emit(place[dim], condition); };
  auto find = [&](LookupOp own, ValueRange indices, Value where) {
    return toComputeType(lookup(op->getOperand(own.getTableNumber()), indices, conjoin(where, condition)));
  };
  Value result = op.buildScalar(builder, loc, operands, ScalarContext{position, find});
  Type own = getElementTypeOrSelf(op->getResult(0).getType());
  return isa<FloatType>(own) ? convertFloat(builder, loc, result, own) : result;
}

Value ElementReader::toComputeType(Value scalar) {
  Type type = scalar.getType();
  return isa<FloatType>(type) ? convertFloat(builder, loc, scalar, getComputeType(type)) : scalar;
}

Value ElementReader::lookup(Value table, ValueRange place, Value condition) {
  return LookupOp::create(builder, loc, getTableArgument(table), place, condition);
}

Value ElementReader::getTableArgument(Value table) {
  for (auto [known, argument] : llvm::zip_equal(map.getTables(), map.getTableArguments()))
    if (known == table)
      return argument;
  unsigned number = map.getElements().size() + map.getTables().size();
  map.getTablesMutable().append(table);
  return map.getBodyBlock()->insertArgument(number, table.getType(), loc);
}

//===----------------------------------------------------------------------===//
// Maps of what is read through
//===----------------------------------------------------------------------===//

bool fusion::readsRuns(Value source, const AccessMap &access) {
  constexpr int64_t kRunBits = 128;
  RankedTensorType type = getTensorType(source);
  if (access.getNumLoops() == 0)
    return false;
  ArrayRef<int64_t> shape = type.getShape();
  LoopRun run = access.getRun(access.getNumLoops() - 1, 1, shape, AccessMap::getDenseStrides(shape));
  return run.length * type.getElementTypeBitWidth() >= kRunBits;
}

Value fusion::readThrough(OpBuilder &builder, Location loc, RankedTensorType type, Value value,
                          ArrayRef<AffineExpr> place) {
  auto map = MapOp::create(builder, loc, type, ValueRange(), ValueRange(), /*positions=*/true);
  ElementReader reader(map);
  YieldOp::create(reader.getBuilder(), loc, reader.read(value, place));
  // What stays in a cache is read at any place.
  constexpr int64_t kFewBits = 1 << 16;
  auto isWhole = [&](const ElementReader::Leaf &leaf) {
    RankedTensorType own = getTensorType(leaf.source);
    AccessMap access = AccessMap::get(reader.getSizes(), leaf.place, type.getContext());
    return leaf.source != value && own.hasStaticShape() &&
           (own.getNumElements() * own.getElementTypeBitWidth() <= kFewBits || readsRuns(leaf.source, access));
  };
  if (!reader.hasFailed() && map.getBodyBlock()->getOperations().size() <= MapOp::kMaxOperations &&
      llvm::all_of(reader.getLeaves(), isWhole))
    return map.getResult();
  map.erase();
  return {};
}
