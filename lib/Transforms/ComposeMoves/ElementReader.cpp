// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows elements to where they are stored.

#include "fusion/Transforms/ComposeMoves/ElementReader.h"

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/LookupRange.h"
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

bool fusion::comesFromReduction(Value value) {
  constexpr size_t kMost = 32;
  llvm::SmallSetVector<Value, 8> seen;
  seen.insert(value);
  for (size_t i = 0; i < seen.size() && i < kMost; ++i) {
    Operation *op = seen[i].getDefiningOp();
    if (isa_and_present<ReduceOp>(op))
      return true;
    if (isa_and_present<ElementwiseOpInterface, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      seen.insert_range(op->getOperands());
  }
  return false;
}

bool fusion::isRepeated(Operation *op) { return getRepeatedCost(op).has_value(); }

/// Whether all parts of a concatenation are known to have the same sizes along the other dimensions.
static bool hasEqualParts(tensor::ConcatOp concat) {
  SizeExpressions sizes(concat.getContext());
  return llvm::all_of(llvm::seq<int64_t>(0, concat.getRank()), [&](int64_t dim) {
    AffineExpr first = sizes.get(concat.getInputs().front(), dim);
    return dim == static_cast<int64_t>(concat.getDim()) ||
           llvm::all_of(concat.getInputs(), [&](Value part) { return sizes.get(part, dim) == first; });
  });
}

/// The scalar that an operation pads with; null where it is not known now.
static TypedAttr getPadding(tensor::PadOp pad) {
  Attribute padding;
  Value value = pad.getConstantPaddingValue();
  return value && matchPattern(value, m_Constant(&padding)) ? dyn_cast<TypedAttr>(padding) : TypedAttr();
}

/// The number that a tensor is filled with; null where it is not known now.
static TypedAttr getFilling(Value tensor) {
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat)))
    return splat.getSplatValue<TypedAttr>();
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  Attribute number;
  return fill && matchPattern(fill.value(), m_Constant(&number)) ? dyn_cast<TypedAttr>(number) : TypedAttr();
}

/// Whether parts whose places are known, and this one of them, are inserted into what is filled with a number.
static bool isInsertedInFilled(tensor::InsertSliceOp insert) {
  constexpr int kMostParts = 16;
  for (int i = 0; insert && i < kMostParts; ++i) {
    if (ShapedType::isDynamicShape(insert.getStaticOffsets()) || insert.getDroppedDims().any() ||
        llvm::any_of(insert.getStaticStrides(), [](int64_t stride) { return stride != 1; }) ||
        llvm::is_contained(insert.getSourceType().getShape(), 0))
      return false;
    if (getFilling(insert.getDest()))
      return true;
    insert = insert.getDest().getDefiningOp<tensor::InsertSliceOp>();
  }
  return false;
}

bool fusion::isJoin(Operation *op) {
  if (!op || op->getNumResults() != 1 || !isSupportedElement(getElementTypeOrSelf(op->getResult(0).getType())))
    return false;
  if (auto concat = dyn_cast_if_present<tensor::ConcatOp>(op))
    return hasEqualParts(concat);
  if (auto insert = dyn_cast_if_present<tensor::InsertSliceOp>(op))
    return isInsertedInFilled(insert);
  auto pad = dyn_cast_if_present<tensor::PadOp>(op);
  auto isWidth = [](OpFoldResult width) { return getConstantIntValue(width).value_or(-1) >= 0; };
  return pad && getPadding(pad) && llvm::all_of(pad.getMixedLowPad(), isWidth) &&
         llvm::all_of(pad.getMixedHighPad(), isWidth) && !llvm::is_contained(pad.getSourceType().getShape(), 0);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

ElementReader::ElementReader(MapOp map, llvm::function_ref<bool(Operation *)> isComputed, unsigned most,
                             Operation *root, unsigned mostNested)
    : map(map), root(root), most(most), mostNested(mostNested), builder(OpBuilder::atBlockEnd(map.getBodyBlock())),
      loc(map.getLoc()), ranges({}), sizeExprs(map.getContext()), isComputed(isComputed) {
  for (auto [dim, position] : llvm::enumerate(map.getPositions()))
    (void)addIndex(position, sizeExprs.get(map.getResult(), dim));
  numPositions = indices.size();
}

AffineExpr ElementReader::addIndex(Value index, AffineExpr size) {
  indices.push_back(index);
  sizes.push_back(size);
  ranges = AffineRanges(sizes);
  return getAffineDimExpr(indices.size() - 1, map.getContext());
}

SmallVector<AffineExpr> ElementReader::getPositions() {
  // Along a dimension of size 1 the map may be repeated.
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> positions;
  for (auto [dim, size] : llvm::enumerate(map.getResultType().getShape()))
    positions.push_back(size == 1 ? getAffineConstantExpr(0, context) : getAffineDimExpr(dim, context));
  return positions;
}

Value ElementReader::read(Value value, ArrayRef<AffineExpr> place, Value condition) {
  Operation *op = value.getDefiningOp();
  if (TypedAttr number = getFilling(value))
    return arith::ConstantOp::create(builder, loc, number);
  if (isFollowed(op))
    return readResult(op, place, condition);
  return lookUp(value, place, condition);
}

Value ElementReader::lookUp(Value value, ArrayRef<AffineExpr> place, Value condition) {
  if (auto found = replaced.find(value); found != replaced.end()) {
    const auto &[moved, order] = found->second;
    return lookUp(moved, applyPermutation(place, order), condition);
  }
  // What a row is reduced to is there wherever the row is: a table would be stored before.
  if (isOwnPlace(value, place) && comesFromReduction(value)) {
    reduced = true;
    return getElementArgument(value);
  }
  leaves.push_back({value, llvm::to_vector(place)});
  SmallVector<Value> indices;
  for (AffineExpr expr : place)
    indices.push_back(emit(expr));
  return lookup(value, indices, condition);
}

/// Whether a map looks elements up and chooses among them: a join, or a roll by sizes that are passed.
static bool choosesElements(Operation *op) {
  auto map = dyn_cast<MapOp>(op);
  return map && !map.getTables().empty() && !map->hasAttr(kMustFuseAttrName) &&
         llvm::all_of(map.getBodyBlock()->without_terminator(), [](Operation &inner) {
           return isa<LookupOp, arith::SelectOp, arith::ConstantOp>(inner) ||
                  llvm::none_of(inner.getOperandTypes(), llvm::IsaPred<FloatType>);
         });
}

/// Whether an operation, which is no product's epilogue, costs no more than moving an element does, so that it may be
/// computed once for each place that reads it.
static bool costsNothing(Operation *op) {
  constexpr int64_t kMoveCost = 8;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  auto map = dyn_cast<MapOp>(op);
  return elementwise && !(map && !map.getTables().empty()) && !op->hasAttr(kMustFuseAttrName) &&
         elementwise.getScalarCost() <= kMoveCost &&
         llvm::none_of(op->getOperands(), [](Value operand) { return comesFromMatmul(operand); });
}

bool ElementReader::isOnlyReadHere(Operation *op) const {
  constexpr size_t kMostUsers = 64;
  if (!root)
    return op->hasOneUse();
  llvm::SmallSetVector<Operation *, 8> users;
  users.insert(op);
  for (size_t i = 0; i < users.size(); ++i) {
    if (users[i] == root || users[i] == map || isa<tensor::DimOp>(users[i]))
      continue;
    bool isPassed =
        users[i] == op || isMove(users[i]) || isJoin(users[i]) || choosesElements(users[i]) || isComputed(users[i]);
    if (i >= kMostUsers || !isPassed)
      return false;
    users.insert_range(users[i]->getUsers());
  }
  return true;
}

bool ElementReader::mayBeFollowed(Operation *op) const {
  return isJoin(op) || choosesElements(op) || isComputed(op) || (root && costsNothing(op));
}

/// Whether `op` makes wider floats of others, which readers do for nothing, of fewer bytes.
static bool isWidening(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  if (!cast || cast->hasAttr(kMustFuseAttrName))
    return false;
  auto from = dyn_cast<FloatType>(getElementTypeOrSelf(cast.getInput()));
  auto to = dyn_cast<FloatType>(getElementTypeOrSelf(cast.getResult()));
  return from && to && from.getWidth() < to.getWidth();
}

bool ElementReader::isFollowed(Operation *op) {
  // What stands in front of a loop or a branch stays there.
  if (root && op && op->getBlock() != root->getBlock())
    return false;
  if (isMove(op))
    return true;
  if (!op || depth > mostNested)
    return false;
  bool isRead = isComputed(op) || isWidening(op) || (mayBeFollowed(op) && isOnlyReadHere(op));
  cut |= isRead && numComputed >= most;
  return isRead && numComputed < most;
}

Value ElementReader::readResult(Operation *op, ArrayRef<AffineExpr> place, Value condition) {
  followed.insert(op);
  if (std::optional<SmallVector<AffineExpr>> before = getMovePlaces(op, place, sizeOf)) {
    for (AffineExpr &expr : *before)
      expr = ranges.simplify(expr);
    return read(getMovedTensor(op), *before, condition);
  }
  ++numComputed;
  ++depth;
  Value element = readComputed(op, place, condition);
  --depth;
  return element;
}

Value ElementReader::readComputed(Operation *op, ArrayRef<AffineExpr> place, Value condition) {
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return readConcat(concat, place, condition);
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    auto begins = llvm::map_to_vector(pad.getMixedLowPad(), [](OpFoldResult low) { return *getConstantIntValue(low); });
    return readPart(pad.getSource(), begins, op, place, condition,
                    [&] { return arith::ConstantOp::create(builder, loc, getPadding(pad)); });
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return readPart(insert.getSource(), insert.getStaticOffsets(), op, place, condition,
                    [&] { return read(insert.getDest(), place, condition); });
  return readElementwise(cast<ElementwiseOpInterface>(op), place, condition);
}

Value ElementReader::getSymbol(unsigned number) {
  OpBuilder before(map);
  Type i64 = before.getI64Type();
  Value size = arith::IndexCastOp::create(before, loc, i64, sizeExprs.getSymbols()[number].materialize(before, loc));
  Value element = tensor::FromElementsOp::create(before, loc, RankedTensorType::get({}, i64), size);
  unsigned place = map.getElements().size();
  map.getElementsMutable().append(element);
  BlockArgument argument = map.getBodyBlock()->insertArgument(place, i64, loc);
  OpBuilder first = OpBuilder::atBlockBegin(map.getBodyBlock());
  return arith::IndexCastOp::create(first, loc, first.getIndexType(), argument);
}

Value ElementReader::emit(AffineExpr expr) {
  symbolValues.resize(sizeExprs.getSymbols().size());
  expr.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    if (Value *value = symbol ? &symbolValues[symbol.getPosition()] : nullptr; value && !*value)
      *value = getSymbol(symbol.getPosition());
  });
  return IndexEmitter(builder, loc, indices, ranges, symbolValues).emit(expr);
}

Value ElementReader::conjoin(Value a, Value b) {
  return a && b ? arith::AndIOp::create(builder, loc, a, b).getResult() : a ? a : b;
}

Value ElementReader::select(Value condition, Value element, Value other) {
  return arith::SelectOp::create(builder, loc, condition, element, other);
}

Value ElementReader::isBetween(AffineExpr expr, AffineExpr begin, AffineExpr end) {
  auto isNatural = [&](AffineExpr number) {
    return ranges.getInterval(ranges.simplify(number)).least.value_or(-1) >= 0;
  };
  bool mayBeBelow = !isNatural(expr - begin), mayBeAbove = !isNatural(end - 1 - expr);
  if (!mayBeBelow && !mayBeAbove)
    return {};
  Value index = emit(expr), from, to;
  auto compare = [&](arith::CmpIPredicate predicate, AffineExpr limit) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, index, emit(limit));
  };
  // A negative number is a large one.
  auto first = dyn_cast<AffineConstantExpr>(begin);
  bool isNeverNegative = isNatural(expr);
  if (mayBeBelow && (isNeverNegative || !first || first.getValue() > 0))
    from = compare(isNeverNegative ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge, begin);
  if (mayBeAbove || !isNeverNegative)
    to = compare(arith::CmpIPredicate::ult, end);
  return conjoin(from, to);
}

Value ElementReader::readConcat(tensor::ConcatOp concat, ArrayRef<AffineExpr> place, Value condition) {
  int64_t dim = concat.getDim();
  SmallVector<AffineExpr> begins{getAffineConstantExpr(0, map.getContext())};
  for (Value part : concat.getInputs())
    begins.push_back(begins.back() + sizeExprs.get(part, dim));
  Value result;
  for (size_t number : llvm::reverse(llvm::seq(concat.getInputs().size()))) {
    Value part = concat.getInputs()[number];
    if (getTensorType(part).getDimSize(dim) == 0)
      continue;
    SmallVector<AffineExpr> own(place);
    own[dim] = getTensorType(part).getDimSize(dim) == 1 ? begins.front() : own[dim] - begins[number];
    // Every place is in front of the end of the last part.
    AffineExpr end = number + 1 == concat.getInputs().size() ? place[dim] + 1 : begins[number + 1];
    Value inside = isBetween(place[dim], begins[number], end);
    Value element = read(part, own, conjoin(inside, condition));
    // A part that is all of the result stands beside empty ones.
    result = result && inside ? select(inside, element, result) : element;
  }
  return result;
}

Value ElementReader::readPart(Value part, ArrayRef<int64_t> begins, Operation *whole, ArrayRef<AffineExpr> place,
                              Value condition, llvm::function_ref<Value()> readRest) {
  SmallVector<AffineExpr> own(place);
  AffineExpr zero = getAffineConstantExpr(0, map.getContext());
  Value inside;
  for (auto [dim, begin] : llvm::enumerate(begins)) {
    AffineExpr size = sizeExprs.get(part, dim), from = getAffineConstantExpr(begin, map.getContext());
    if (begin == 0 && size == sizeExprs.get(whole->getResult(0), dim))
      continue;
    own[dim] = ranges.simplify(own[dim] - from);
    inside = conjoin(inside, isBetween(own[dim], zero, size));
    // Where the place is within the part, it is that of its only element.
    if (size == zero + 1)
      own[dim] = zero;
  }
  Value ownElement = read(part, own, conjoin(inside, condition));
  return inside ? select(inside, ownElement, readRest()) : ownElement;
}

Value ElementReader::readElementwise(ElementwiseOpInterface op, ArrayRef<AffineExpr> place, Value condition) {
  SmallVector<Value> operands;
  for (auto [number, operand] : llvm::enumerate(op.getElementOperands())) {
    if (!op.readsElement(number)) {
      operands.push_back({});
      continue;
    }
    RankedTensorType type = getTensorType(operand);
    SmallVector<AffineExpr> own;
    for (auto [size, index] : llvm::zip_equal(type.getShape(), place.take_back(type.getRank())))
      own.push_back(size == 1 ? getAffineConstantExpr(0, op->getContext()) : index);
    operands.push_back(toComputeType(read(operand, own, condition)));
  }
  auto position = [&](int64_t dim) { return emit(place[dim]); };
  auto find = [&](LookupOp own, ValueRange at, Value where) {
    return toComputeType(readTable(own, op->getOperand(own.getTableNumber()), at, where, condition));
  };
  Value result = op.buildScalar(builder, loc, operands, ScalarContext{position, find});
  Type own = getElementTypeOrSelf(op->getResult(0).getType());
  return isa<FloatType>(own) ? convertFloat(builder, loc, result, own) : result;
}

Value ElementReader::readTable(LookupOp own, Value table, ValueRange at, Value where, Value condition) {
  Value both = conjoin(where, condition);
  if (!isFollowed(table.getDefiningOp()))
    return lookup(table, at, both);
  // What is not known to be in range is tested where the table is read.
  if (!isSurelyInRange(own) && !isWithinOpenSizes(own) && !isInRangeHere(table, at, both))
    return lookup(table, at, both);
  SmallVector<AffineExpr> place;
  for (auto [dim, index] : llvm::enumerate(at)) {
    AffineExpr expr = findExpr(index);
    place.push_back(expr ? ranges.simplify(expr) : addIndex(index, sizeExprs.get(table, dim)));
  }
  Value element = read(table, place, both);
  return where ? select(where, element, arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element.getType())))
               : element;
}

bool ElementReader::isInRangeHere(Value table, ValueRange at, Value condition) {
  unsigned known = map.getTables().size();
  auto asked = lookup(table, at, condition).getDefiningOp<LookupOp>();
  bool isIn = isSurelyInRange(asked);
  asked.erase();
  if (map.getTables().size() != known) {
    map.getBodyBlock()->eraseArgument(map.getElements().size() + known);
    map.getTablesMutable().erase(known);
  }
  return isIn;
}

bool ElementReader::isWithinOpenSizes(LookupOp own) {
  auto from = cast<MapOp>(own->getParentOp());
  Value table = from->getOperand(own.getTableNumber());
  SmallVector<AffineExpr> positions, loops;
  for (auto [dim, position] : llvm::enumerate(from.getPositions())) {
    positions.push_back(getAffineDimExpr(dim, map.getContext()));
    loops.push_back(sizeExprs.get(from.getResult(), dim));
  }
  return llvm::all_of(llvm::enumerate(own.getIndices()), [&](auto index) {
    AffineExpr expr = getAffineIndex(from, index.value(), positions, loops);
    return expr && AffineRanges(loops).isWithin(expr, sizeExprs.get(table, index.index()));
  });
}

AffineExpr ElementReader::findExpr(Value index) {
  if (auto *known = llvm::find(indices, index); known != indices.end())
    return getAffineDimExpr(known - indices.begin(), map.getContext());
  SmallVector<AffineExpr> positions;
  for (size_t dim = 0; dim < numPositions; ++dim)
    positions.push_back(getAffineDimExpr(dim, map.getContext()));
  return getAffineIndex(map, index, positions, sizes);
}

Value ElementReader::toComputeType(Value scalar) {
  Type type = scalar.getType();
  return isa<FloatType>(type) ? convertFloat(builder, loc, scalar, getComputeType(type)) : scalar;
}

Value ElementReader::lookup(Value table, ValueRange place, Value condition) {
  return LookupOp::create(builder, loc, getTableArgument(table), place, condition);
}

bool ElementReader::isOwnPlace(Value value, ArrayRef<AffineExpr> place) {
  SmallVector<AffineExpr> own = getPositions();
  int64_t rank = getTensorType(value).getRank(), skipped = int64_t(own.size()) - rank;
  auto isOwn = [&](int64_t dim) {
    // Along a dimension of size 1 the place is the only one there, of whatever size the value's is.
    return getTensorType(value).getDimSize(dim) == 1 ||
           (place[dim] == own[skipped + dim] &&
            sizeExprs.get(value, dim) == sizeExprs.get(map.getResult(), skipped + dim));
  };
  return skipped >= 0 && llvm::all_of(llvm::seq(rank), isOwn);
}

Value ElementReader::getElementArgument(Value element) {
  for (auto [known, argument] : llvm::zip_equal(map.getElements(), map.getElementArguments()))
    if (known == element)
      return argument;
  unsigned number = map.getElements().size();
  map.getElementsMutable().append(element);
  return map.getBodyBlock()->insertArgument(number, getElementTypeOrSelf(element), loc);
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

/// A size as an index, of those that the symbols stand for.
static Value emitSize(OpBuilder &builder, Location loc, AffineExpr size, ArrayRef<SizeOrigin> symbols) {
  SmallVector<Value> values(symbols.size());
  size.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    if (Value *value = symbol ? &values[symbol.getPosition()] : nullptr; value && !*value)
      *value = symbols[symbol.getPosition()].materialize(builder, loc);
  });
  return IndexEmitter(builder, loc, {}, AffineRanges({}), values).emit(size);
}

/// A map with an empty region, for the result of `op`.
static MapOp createMapFor(Operation *op) {
  OpBuilder before(op);
  Value result = op->getResult(0);
  RankedTensorType type = getTensorType(result);
  // Sizes that are open come from an operand whose elements nobody reads.
  SmallVector<Value> sizes, shape;
  SizeExpressions expressions(op->getContext());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(emitSize(before, op->getLoc(), expressions.get(result, dim), expressions.getSymbols()));
  if (!sizes.empty())
    shape.push_back(tensor::EmptyOp::create(before, op->getLoc(), type, sizes));
  return MapOp::create(before, op->getLoc(), type, shape, ValueRange(), /*positions=*/true);
}

MapOp fusion::computeByMap(Operation *op, llvm::function_ref<bool(const ElementReader &)> isWorthwhile,
                           llvm::function_ref<bool(Operation *)> isComputed) {
  // Where a map would be long, it reads what is stored before it.
  for (unsigned mostNested = ElementReader::kMostComputed;; mostNested /= 2) {
    MapOp map = createMapFor(op);
    ElementReader reader(map, isComputed, ElementReader::kMostComputed, op, mostNested);
    YieldOp::create(reader.getBuilder(), op->getLoc(), reader.readResult(op, reader.getPositions()));
    bool isGood = isWorthwhile(reader);
    // Parts share their places, and what lookups were at before they were followed is of no use.
    simplifyRegion(map);
    bool isShort = map.getBodyBlock()->getOperations().size() <= MapOp::kMaxOperations && !reader.isCut();
    if (isShort && isGood)
      return map;
    map.erase();
    if (isShort || mostNested == 0)
      break;
  }
  return {};
}

Value fusion::readThrough(OpBuilder &builder, Location loc, RankedTensorType type, Value value,
                          ArrayRef<AffineExpr> place, Operation *root) {
  auto map = MapOp::create(builder, loc, type, ValueRange(), ValueRange(), /*positions=*/true);
  ElementReader reader(map, isRepeated, ElementReader::kMostComputed, root);
  YieldOp::create(reader.getBuilder(), loc, reader.read(value, place));
  // What stays in a cache is read at any place.
  constexpr int64_t kFewBits = 1 << 16;
  auto isWhole = [&](const ElementReader::Leaf &leaf) {
    RankedTensorType own = getTensorType(leaf.source);
    return leaf.source != value && own.hasStaticShape() &&
           (own.getNumElements() * own.getElementTypeBitWidth() <= kFewBits || reader.readsRuns(leaf));
  };
  bool isRead = llvm::all_of(reader.getLeaves(), isWhole);
  simplifyRegion(map);
  if (isRead && map.getBodyBlock()->getOperations().size() <= MapOp::kMaxOperations)
    return map.getResult();
  map.erase();
  return {};
}
