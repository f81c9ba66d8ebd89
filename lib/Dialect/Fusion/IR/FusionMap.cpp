// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.map and fusion.lookup: syntax, rules, and what becomes of positions when the shape changes.

#include "fusion/Dialect/Fusion/IR/AlwaysRounded.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/RoundToOdd.h"
#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

void MapOp::build(OpBuilder &builder, OperationState &state, RankedTensorType resultType, ValueRange elements,
                  ValueRange tables, bool positions) {
  state.addOperands(elements);
  state.addOperands(tables);
  state.getOrAddProperties<Properties>().operandSegmentSizes = {static_cast<int32_t>(elements.size()),
                                                                static_cast<int32_t>(tables.size())};
  state.addTypes(resultType);
  Block &block = state.addRegion()->emplaceBlock();
  for (Value element : elements)
    block.addArgument(getElementTypeOrSelf(element.getType()), element.getLoc());
  for (Value table : tables)
    block.addArgument(table.getType(), table.getLoc());
  for (int64_t dim = 0; positions && dim < resultType.getRank(); ++dim)
    block.addArgument(builder.getIndexType(), state.location);
}

YieldOp MapOp::getYield() { return cast<YieldOp>(getBodyBlock()->getTerminator()); }

//===----------------------------------------------------------------------===//
// Syntax: fusion.map(%x = %a) tables(%t = %b) at(%i, %j) : (type(%a), type(%b)) -> type {region}
//===----------------------------------------------------------------------===//

ParseResult MapOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments, positions;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto parseBinding = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseBinding))
    return failure();
  int32_t elements = operands.size();
  if (succeeded(parser.parseOptionalKeyword("tables")) &&
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseBinding))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("at")) &&
      parser.parseArgumentList(positions, OpAsmParser::Delimiter::Paren))
    return failure();
  FunctionType type;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type) || parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  for (auto [index, argument, input] : llvm::enumerate(arguments, type.getInputs())) {
    if (!isa<RankedTensorType>(input))
      return parser.emitError(loc) << "expects operands of ranked tensor type, but one is " << input;
    argument.type = int32_t(index) < elements ? cast<RankedTensorType>(input).getElementType() : input;
  }
  for (OpAsmParser::Argument &position : positions) {
    position.type = parser.getBuilder().getIndexType();
    arguments.push_back(position);
  }
  result.getOrAddProperties<Properties>().operandSegmentSizes = {elements, int32_t(operands.size()) - elements};
  return parser.parseRegion(*result.addRegion(), arguments);
}

void MapOp::print(OpAsmPrinter &printer) {
  auto printBindings = [&](Block::BlockArgListType arguments, ValueRange operands) {
    printer << '(';
    llvm::interleaveComma(llvm::zip_equal(arguments, operands), printer,
                          [&](auto binding) { printer << std::get<0>(binding) << " = " << std::get<1>(binding); });
    printer << ')';
  };
  printBindings(getElementArguments(), getElements());
  if (!getTables().empty()) {
    printer << " tables";
    printBindings(getTableArguments(), getTables());
  }
  if (!getPositions().empty()) {
    printer << " at(";
    llvm::interleaveComma(getPositions(), printer);
    printer << ')';
  }
  printer << " : ";
  printer.printFunctionalType(getOperandTypes(), (*this)->getResultTypes());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getOperandSegmentSizesAttrName()});
  printer << ' ';
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Whether dimension `dim` of the result has the size of an operand.
static bool isGivenByOperand(MapOp op, int64_t dim) {
  return getBroadcastSource(op.getElements(), op.getResultType().getRank(), dim).first != nullptr;
}

LogicalResult MapOp::verify() {
  RankedTensorType result = getResultType();
  for (auto [index, element] : llvm::enumerate(getElements())) {
    auto type = cast<RankedTensorType>(element.getType());
    int64_t missing = result.getRank() - type.getRank();
    if (missing < 0)
      return emitOpError() << "expects a result of rank " << type.getRank() << " or more, but it has rank "
                           << result.getRank();
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      int64_t size = type.getDimSize(dim), expected = result.getDimSize(dim + missing);
      if (size != 1 && size != expected && !ShapedType::isDynamic(size) && !ShapedType::isDynamic(expected))
        return emitOpError() << "expects operand " << index << ", of type " << type
                             << ", to broadcast to the result, of type " << result;
    }
  }
  for (int64_t dim = 0; dim < result.getRank(); ++dim)
    if (result.isDynamicDim(dim) && !isGivenByOperand(*this, dim))
      return emitOpError() << "expects an operand that gives the size of result dimension " << dim;
  return success();
}

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

bool MapOp::isAllowed(Operation *op) {
  if (isa<LookupOp, ScalarOpInterface>(op))
    return true;
  // Kernels round to the nearest even number.
  if (auto cast = dyn_cast<arith::TruncFOp>(op);
      cast &&
      cast.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) != arith::RoundingMode::to_nearest_even)
    return false;
  return isa_and_present<arith::ArithDialect, math::MathDialect>(op->getDialect()) && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) && llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

LogicalResult MapOp::verifyRegions() {
  Block *body = getBodyBlock();
  int64_t fixed = getElements().size() + getTables().size(), rank = getResultType().getRank();
  int64_t positions = int64_t(body->getNumArguments()) - fixed;
  if (positions != 0 && positions != rank)
    return emitOpError() << "expects " << fixed << " block arguments, or " << fixed + rank
                         << " with those of the positions, but has " << body->getNumArguments();
  for (auto [index, operand] : llvm::enumerate(getOperands())) {
    Type expected = index < getElements().size() ? getElementTypeOrSelf(operand.getType()) : Type(operand.getType());
    if (body->getArgument(index).getType() != expected)
      return emitOpError() << "expects block argument " << index << " to be " << expected << ", but it is "
                           << body->getArgument(index).getType();
  }
  for (BlockArgument position : getPositions())
    if (!position.getType().isIndex())
      return emitOpError() << "expects positions of type index, but one is " << position.getType();
  auto yield = dyn_cast<YieldOp>(body->getTerminator());
  if (!yield || yield.getNumOperands() != 1 || yield.getOperandTypes().front() != getResultType().getElementType())
    return emitOpError() << "expects its region to end with a fusion.yield of one " << getResultType().getElementType();
  int64_t count = 0;
  for (Operation &op : body->without_terminator()) {
    if (!isAllowed(&op))
      return op.emitOpError("in a map is no operation of arith or math on scalars and no lookup");
    if (++count > kMaxOperations)
      return emitOpError() << "expects at most " << kMaxOperations << " operations in its region";
  }
  return success();
}

LogicalResult LookupOp::verify() {
  auto map = cast<MapOp>((*this)->getParentOp());
  if (!llvm::is_contained(map.getTableArguments(), getTable()))
    return emitOpError("expects a table of the map around it");
  int64_t rank = getTable().getType().getRank();
  if (int64_t(getIndices().size()) != rank)
    return emitOpError() << "expects " << rank << " indices, but has " << getIndices().size();
  return success();
}

LogicalResult MapOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  return detail::reifyElementwiseShape(builder, getOperation(), dims);
}

//===----------------------------------------------------------------------===//
// As an elementwise operation
//===----------------------------------------------------------------------===//

OperandRange MapOp::getElementOperands() { return getElements(); }

bool MapOp::readsElement(unsigned number) { return !getElementArguments()[number].use_empty(); }

bool MapOp::dependsOnPosition() {
  return llvm::any_of(getPositions(), [](BlockArgument position) { return !position.use_empty(); });
}

void MapOp::setResultShape(ArrayRef<int64_t> shape) {
  RankedTensorType old = getResultType();
  getResult().setType(old.clone(shape));
  SmallVector<BlockArgument> before(getPositions());
  if (before.empty())
    return;
  // The dimensions that are not 1 are the same, in order. A position along one of size 1 is 0.
  Block *body = getBodyBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  SmallVector<Value> places;
  for (int64_t size : shape) {
    Value place = body->addArgument(builder.getIndexType(), getLoc());
    if (size != 1)
      places.push_back(place);
  }
  size_t next = 0;
  for (auto [position, size] : llvm::zip_equal(before, old.getShape())) {
    if (size != 1)
      position.replaceAllUsesWith(places[next++]);
    else if (!position.use_empty())
      position.replaceAllUsesWith(arith::ConstantIndexOp::create(builder, getLoc(), 0));
  }
  assert(next == places.size() && "shapes differ by dimensions of size 1");
  body->eraseArguments(before.front().getArgNumber(), before.size());
}

/// Rough instructions of one scalar operation. Integers of 64 bits, indices among them, take several.
int64_t MapOp::getCost(Operation &op) {
  if (op.hasTrait<OpTrait::ConstantLike>())
    return 0;
  if (isa<LookupOp>(op))
    return 8;
  if (auto scalar = dyn_cast<ScalarOpInterface>(op))
    return scalar.getScalarCost();
  if (isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp, math::FmaOp,
          math::CopySignOp, math::IsNaNOp, math::IsInfOp, math::IsFiniteOp>(op))
    return 1;
  if (isa<math::MathDialect>(op.getDialect()))
    return 20;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp>(op)) {
    // By a number: a product's high half and a shift.
    bool isNarrow = op.getResult(0).getType().isInteger(32) && matchPattern(op.getOperand(1), m_Constant());
    return isNarrow ? 4 : 20;
  }
  if (isa<arith::RemFOp>(op)) // a loop of integer divisions
    return 40;
  return isa<arith::DivFOp>(op) ? 8 : 1;
}

int64_t MapOp::getScalarCost() {
  int64_t cost = 0;
  for (Operation &op : getBodyBlock()->without_terminator())
    cost += getCost(op);
  return std::max<int64_t>(cost, 1);
}

namespace {
/// Copies the operations of a map's region for a lane, in compute types.
class RegionCloner {
public:
  RegionCloner(OpBuilder &builder, Location loc, MapOp map, const ScalarContext &context)
      : builder(builder), loc(loc), map(map), context(context) {}

  void enter(ValueRange elements) {
    for (auto [argument, element] : llvm::zip_equal(map.getElementArguments(), elements))
      if (element)
        values.map(argument, element);
    for (auto [dim, argument] : llvm::enumerate(map.getPositions()))
      if (!argument.use_empty())
        values.map(argument, context.position(dim));
  }

  void clone(Operation &op) {
    if (findResults(op))
      return;
    cloneOp(op);
    for (Value result : op.getResults())
      if (context.note)
        context.note(result, values.lookup(result));
  }

  Value getResult() { return values.lookup(map.getYield().getOperand(0)); }

private:
  static Type computeTypeOf(Type type) { return isa<FloatType>(type) ? getComputeType(type) : type; }

  /// Whether all that `op` gives is known already.
  bool findResults(Operation &op) {
    for (Value result : op.getResults()) {
      Value known = context.find ? context.find(result) : Value();
      if (!known)
        return false;
      values.map(result, known);
    }
    return true;
  }

  void cloneOp(Operation &op) {
    if (auto lookup = dyn_cast<LookupOp>(op))
      return cloneLookup(lookup);
    if (auto scalar = dyn_cast<ScalarOpInterface>(op))
      return cloneScalar(scalar);
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      return define(op, toCompute(builder, loc, values.lookup(op.getOperand(0)), op.getResult(0).getType()));
    if (auto constant = dyn_cast<arith::ConstantOp>(op); constant && isa<FloatType>(constant.getType())) {
      double value = cast<FloatAttr>(constant.getValue()).getValueAsDouble();
      Type type = computeTypeOf(constant.getType());
      return values.map(constant.getResult(),
                        arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value)));
    }
    // What is rounded again is not rounded here.
    Type type = op.getResult(0).getType();
    if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) && computeTypeOf(type) != type)
      return define(op,
                    convertToOdd(builder, loc, values.lookup(op.getOperand(0)), /*isSigned=*/isa<arith::SIToFPOp>(op)));
    // Bits, and what is a normal number, are those of the type as it is written.
    Operation *copy = builder.clone(op, values);
    if (isa<arith::BitcastOp, math::IsNormalOp>(op)) {
      OpBuilder::InsertionGuard back(builder);
      builder.setInsertionPoint(copy);
      copy->setOperand(0, toOwnType(copy->getOperand(0), op.getOperand(0).getType()));
    }
    copy->setLoc(loc);
    for (auto [result, own] : llvm::zip_equal(copy->getResults(), op.getResults())) {
      if (isa<arith::BitcastOp>(op) && isa<FloatType>(own.getType())) {
        values.map(own, convertFloat(builder, loc, result, computeTypeOf(own.getType())));
        continue;
      }
      result.setType(computeTypeOf(own.getType()));
      values.map(own, round(result, own));
    }
  }

  void cloneLookup(LookupOp lookup) {
    SmallVector<Value> indices = llvm::map_to_vector(lookup.getIndices(), [&](Value v) { return values.lookup(v); });
    Value condition = lookup.getCondition() ? values.lookup(lookup.getCondition()) : Value();
    values.map(lookup.getResult(), context.lookup(lookup, indices, condition));
  }

  void cloneScalar(ScalarOpInterface scalar) {
    SmallVector<Value> operands = llvm::map_to_vector(scalar->getOperands(), [&](Value v) { return values.lookup(v); });
    for (auto [result, value] : llvm::zip_equal(scalar->getResults(), scalar.buildScalars(builder, loc, operands)))
      values.map(result, round(value, result));
  }

  void define(Operation &op, Value value) { values.map(op.getResult(0), round(value, op.getResult(0))); }

  Value toOwnType(Value value, Type type) {
    return isa<FloatType>(type) ? convertFloat(builder, loc, value, type) : value;
  }
  /// In strict numerics each result has its own type's precision, and always where that is 8 bits. What the region
  /// yields is rounded by who takes it.
  Value round(Value value, Value own) {
    Type type = own.getType();
    auto isYield = [](Operation *user) { return isa<YieldOp>(user); };
    bool rounds = context.strict || (isAlwaysRounded(type) && !llvm::all_of(own.getUsers(), isYield));
    if (!rounds || value.getType() == type)
      return value;
    return convertFloat(builder, loc, convertFloat(builder, loc, value, type), value.getType());
  }

  OpBuilder &builder;
  Location loc;
  MapOp map;
  const ScalarContext &context;
  IRMapping values;
};
} // namespace

Value MapOp::buildScalar(OpBuilder &builder, Location loc, ValueRange operands, const ScalarContext &context) {
  return buildLanes(builder, loc, SmallVector<Value>(operands), context, [](int64_t) {}).front();
}

SmallVector<Value> MapOp::buildLanes(OpBuilder &builder, Location loc, ArrayRef<SmallVector<Value>> operands,
                                     const ScalarContext &context, llvm::function_ref<void(int64_t)> enter) {
  std::vector<RegionCloner> lanes(operands.size(), RegionCloner(builder, loc, *this, context));
  auto forEach = [&](llvm::function_ref<void(RegionCloner &, ArrayRef<Value>)> build) {
    for (auto [number, lane] : llvm::enumerate(lanes)) {
      enter(number);
      build(lane, operands[number]);
    }
  };
  forEach([](RegionCloner &lane, ArrayRef<Value> elements) { lane.enter(elements); });
  for (Operation &op : getBodyBlock()->without_terminator())
    forEach([&](RegionCloner &lane, ArrayRef<Value>) { lane.clone(op); });
  return llvm::map_to_vector(lanes, [](RegionCloner &lane) { return lane.getResult(); });
}

//===----------------------------------------------------------------------===//
// Canonical form: operands differ, and what the region does not use is gone, but for what gives a size
//===----------------------------------------------------------------------===//

/// Whether the result's type still follows without element operand `number`.
static bool isDispensable(MapOp op, unsigned number) {
  RankedTensorType result = op.getResultType();
  SmallVector<Value> others;
  for (auto [index, element] : llvm::enumerate(op.getElements()))
    if (index != number)
      others.push_back(element);
  for (int64_t dim = 0; dim < result.getRank(); ++dim)
    if (result.isDynamicDim(dim) && !getBroadcastSource(others, result.getRank(), dim).first)
      return false;
  return true;
}

/// Removes operand `number`, whose argument has no uses.
static void dropOperand(MapOp op, unsigned number, PatternRewriter &rewriter) {
  rewriter.modifyOpInPlace(op, [&] {
    op.getBodyBlock()->eraseArgument(number);
    if (number < op.getElements().size())
      op.getElementsMutable().erase(number);
    else
      op.getTablesMutable().erase(number - op.getElements().size());
  });
}

LogicalResult MapOp::canonicalize(MapOp op, PatternRewriter &rewriter) {
  int64_t elements = op.getElements().size();
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    BlockArgument argument = op.getBodyBlock()->getArgument(index);
    bool isTable = int64_t(index) >= elements;
    if (argument.use_empty() && (isTable || isDispensable(op, index))) {
      dropOperand(op, index, rewriter);
      return success();
    }
    for (int64_t other = isTable ? elements : 0; other < int64_t(index); ++other)
      if (op->getOperand(other) == operand && !argument.use_empty()) {
        rewriter.replaceAllUsesWith(argument, op.getBodyBlock()->getArgument(other));
        return success();
      }
  }
  for (auto [position, size] : llvm::zip(op.getPositions(), op.getResultType().getShape()))
    if (size == 1 && !position.use_empty()) {
      rewriter.setInsertionPointToStart(op.getBodyBlock());
      rewriter.replaceAllUsesWith(position, arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0));
      return success();
    }
  if (!op.getPositions().empty() && !op.dependsOnPosition()) {
    rewriter.modifyOpInPlace(
        op, [&] { op.getBodyBlock()->eraseArguments(op->getNumOperands(), op.getPositions().size()); });
    return success();
  }
  return rewriter.notifyMatchFailure(op, "its operands differ, and its region uses them");
}
