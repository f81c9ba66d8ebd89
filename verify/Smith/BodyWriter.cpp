// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes scalar code of all kinds, of values that are there.

#include "BodyWriter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fusion::smith;

Type fusion::smith::pickElementType(GraphBuilder &graph) {
  static constexpr unsigned kWidths[] = {32, 64, 1, 8, 16};
  return graph.tape.draw(3) == 0 ? graph.pickFloat()
                                 : Type(graph.builder.getIntegerType(kWidths[graph.tape.draw(std::size(kWidths))]));
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

Type BodyWriter::pickInteger() {
  static constexpr unsigned kWidths[] = {0, 32, 64, 1, 8, 16, 0, 32};
  unsigned width = kWidths[tape.draw(std::size(kWidths))];
  return width == 0 ? Type(builder.getIndexType()) : Type(builder.getIntegerType(width));
}

Type BodyWriter::pickFloat() { return graph.pickFloat(); }

Type BodyWriter::pickType() { return tape.draw(4) == 3 ? pickFloat() : pickInteger(); }

/// Rather a recent one, so that code is deep.
Value BodyWriter::findValue(function_ref<bool(Type)> filter) {
  SmallVector<Value> known;
  for (Value value : llvm::reverse(pool))
    if (filter(value.getType()))
      known.push_back(value);
  bool recent = tape.draw(3) < 2;
  uint32_t choice = tape.draw(1 << 16);
  return known.empty() ? Value() : known[choice % (recent ? std::min<size_t>(known.size(), 3) : known.size())];
}

Value BodyWriter::pickAny() {
  Value value = findValue([](Type) { return true; });
  return value ? value : pickConstant(pickType());
}

Value BodyWriter::get(Type type) {
  bool converts = tape.oneIn(6);
  Value value = findValue([&](Type own) { return own == type; });
  return value && !converts ? value : convert(pickAny(), type);
}

Value BodyWriter::constant(Type type, double value) {
  TypedAttr attr = isa<FloatType>(type) ? TypedAttr(builder.getFloatAttr(type, value))
                                        : TypedAttr(builder.getIntegerAttr(type, static_cast<int64_t>(value)));
  return arith::ConstantOp::create(builder, loc, attr);
}

Value BodyWriter::pickConstant(Type type) {
  static constexpr double kFloats[] = {0, 1, 2, 0.5, -1, 3, -0.5, -0.0, 0.25, 100};
  if (isa<FloatType>(type))
    return constant(type, kFloats[tape.draw(std::size(kFloats))]);
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  const APInt numbers[] = {APInt(64, 0),
                           APInt(64, 1),
                           APInt(64, 2),
                           APInt(64, -1, true),
                           APInt(64, 3),
                           APInt(64, 7),
                           APInt(64, -5, true),
                           APInt(64, 100),
                           APInt::getSignedMinValue(width).sext(64),
                           APInt::getSignedMaxValue(width).sext(64),
                           APInt(64, 0x9e3779b97f4a7c15)};
  APInt number = numbers[tape.draw(std::size(numbers))].trunc(width);
  return arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, number));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Value BodyWriter::op(StringRef name, ValueRange operands, Type type, ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name, operands, type, attributes);
  return builder.create(state)->getResult(0);
}

Value BodyWriter::compareIntegers(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
}

Value BodyWriter::addInteger() {
  static constexpr StringRef kNames[] = {"arith.addi", "arith.muli",  "arith.subi",  "arith.andi",  "arith.ori",
                                         "arith.xori", "arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickInteger();
  Value lhs = get(type), rhs = tape.oneIn(3) ? pickConstant(type) : get(type);
  return op(name, {lhs, rhs}, type);
}

/// By anything, zero too.
Value BodyWriter::addDivision() {
  static constexpr StringRef kNames[] = {"arith.divsi",     "arith.remsi",     "arith.divui",      "arith.remui",
                                         "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi", "arith.remsi"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickInteger();
  Value lhs = get(type), rhs = tape.oneIn(3) ? pickConstant(type) : get(type);
  return op(name, {lhs, rhs}, type);
}

Value BodyWriter::addShift() {
  static constexpr StringRef kNames[] = {"arith.shli", "arith.shrsi", "arith.shrui"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickInteger();
  Value value = get(type), distance = get(type);
  return op(name, {value, distance}, type);
}

Value BodyWriter::addUnaryInteger() {
  static constexpr StringRef kNames[] = {"math.absi", "math.ctlz", "math.cttz", "math.ctpop", "math.ipowi"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickInteger();
  if (type.isIndex())
    type = builder.getI32Type();
  if (name != "math.ipowi")
    return op(name, get(type), type);
  Value exponent = op("arith.andi", {get(type), constant(type, type.isInteger(1) ? 0 : 3)}, type);
  return op(name, {get(type), exponent}, type);
}

/// Of the two results one is used.
Value BodyWriter::addExtended() {
  static constexpr StringRef kNames[] = {"arith.addui_extended", "arith.mului_extended", "arith.mulsi_extended"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickInteger();
  OperationState state(loc, name, {get(type), get(type)},
                       {type, name == "arith.addui_extended" ? builder.getI1Type() : type});
  return builder.create(state)->getResult(tape.draw(2));
}

Value BodyWriter::addComparison() {
  if (tape.draw(3) < 2) {
    Type type = pickInteger();
    auto predicate = static_cast<arith::CmpIPredicate>(tape.draw(10));
    Value lhs = get(type), rhs = tape.oneIn(3) ? pickConstant(type) : get(type);
    return compareIntegers(predicate, lhs, rhs);
  }
  Type type = pickFloat();
  auto predicate = static_cast<arith::CmpFPredicate>(tape.draw(16));
  Value lhs = get(type), rhs = tape.oneIn(3) ? pickConstant(type) : get(type);
  return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
}

Value BodyWriter::addSelect() {
  Type type = pickType();
  Value condition = get(builder.getI1Type()), yes = get(type), no = tape.oneIn(3) ? pickConstant(type) : get(type);
  return select(condition, yes, no);
}

Value BodyWriter::addFloat() {
  static constexpr StringRef kNames[] = {"arith.addf",     "arith.mulf",     "arith.subf",
                                         "arith.maximumf", "arith.minimumf", "arith.maxnumf",
                                         "arith.minnumf",  "math.copysign",  "arith.divf"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickFloat();
  Value lhs = get(type), rhs = tape.oneIn(4) ? pickConstant(type) : get(type);
  return op(name, {lhs, rhs}, type);
}

Value BodyWriter::addUnaryFloat() {
  static constexpr StringRef kNames[] = {"arith.negf",     "math.absf",  "math.floor", "math.ceil",
                                         "math.roundeven", "math.trunc", "math.round", "math.tanh",
                                         "math.exp",       "math.sqrt",  "math.sin"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Type type = pickFloat();
  return op(name, get(type), type);
}

Value BodyWriter::addPosition() {
  return rank == 0 ? pickConstant(builder.getIndexType()) : site.getPosition(builder, loc, tape.draw(rank));
}

/// Any bits, since the data of integers are small.
Value BodyWriter::addScrambled() {
  Value number = convertInteger(addPosition(), builder.getI64Type());
  Value own = tape.oneIn(2) ? get(builder.getI64Type()) : constant(builder.getI64Type(), 1);
  static constexpr int64_t kFactors[] = {0x61c8864680b583eb, 1000003, 0x5851f42d};
  Value factor = arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(kFactors[tape.draw(3)]));
  return op("arith.muli", {op("arith.addi", {number, own}, builder.getI64Type()), factor}, builder.getI64Type());
}

/// affine.apply of small numbers, since it may not overflow.
Value BodyWriter::addAffine() {
  if (!site.mayBranch())
    return addPosition();
  Value operand = tape.oneIn(2)
                      ? op("arith.remsi", {get(builder.getIndexType()), constant(builder.getIndexType(), 1000)},
                           builder.getIndexType())
                      : addPosition();
  AffineExpr d0 = builder.getAffineDimExpr(0);
  const AffineExpr exprs[] = {d0 + 1, d0 * 2 - 3, d0.floorDiv(3), d0 % 4, d0.ceilDiv(2), (d0 - 5) % 3 + d0.floorDiv(2)};
  return affine::AffineApplyOp::create(builder, loc, AffineMap::get(1, 0, exprs[tape.draw(std::size(exprs))]), operand);
}

Value BodyWriter::addBranch() {
  if (!site.mayBranch() || depth == 2)
    return addSelect();
  Type type = pickType();
  Value condition = get(builder.getI1Type());
  auto branch = scf::IfOp::create(builder, loc, type, condition, /*withElseRegion=*/true);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    BodyWriter inner = *this;
    inner.depth = depth + 1;
    inner.builder.setInsertionPointToEnd(&region->front());
    inner.grow(tape.draw(4));
    scf::YieldOp::create(inner.builder, loc, inner.get(type));
  }
  return branch.getResult(0);
}

void BodyWriter::addOne() {
  using Way = Value (BodyWriter::*)();
  static constexpr std::pair<Way, unsigned> kWays[] = {
      {&BodyWriter::addInteger, 4},      {&BodyWriter::addPosition, 2},   {&BodyWriter::addLookup, 6},
      {&BodyWriter::addComparison, 3},   {&BodyWriter::addSelect, 3},     {&BodyWriter::addDivision, 2},
      {&BodyWriter::addFloat, 3},        {&BodyWriter::addUnaryFloat, 2}, {&BodyWriter::addShift, 1},
      {&BodyWriter::addUnaryInteger, 1}, {&BodyWriter::addExtended, 1},   {&BodyWriter::addScrambled, 2},
      {&BodyWriter::addAffine, 1},       {&BodyWriter::addBranch, 2}};
  unsigned total = 0;
  for (auto [way, weight] : kWays)
    total += weight;
  unsigned choice = tape.draw(total);
  for (auto [way, weight] : kWays) {
    if (choice < weight) {
      pool.push_back((this->*way)());
      return;
    }
    choice -= weight;
  }
}

void BodyWriter::grow(unsigned count) {
  constexpr size_t kMostInMap = 160;
  for (unsigned i = 0; i < count; ++i)
    if (site.mayBranch() || builder.getBlock()->getOperations().size() < kMostInMap)
      addOne();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value BodyWriter::convert(Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  auto floatType = dyn_cast<FloatType>(type);
  if (isa<FloatType>(from))
    return floatType ? convertFloat(value, floatType) : convertFromFloat(value, type);
  return floatType ? convertToFloat(value, floatType) : convertInteger(value, type);
}

Value BodyWriter::convertInteger(Value value, Type type) {
  bool isSigned = tape.draw(2) == 0;
  Type from = value.getType();
  if (from == type)
    return value;
  if (from.isIndex() || type.isIndex())
    return op(isSigned ? "arith.index_cast" : "arith.index_castui", value, type);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return op(isSigned ? "arith.extsi" : "arith.extui", value, type);
  if (type.isInteger(1) && !isSigned)
    return compareIntegers(arith::CmpIPredicate::ne, value, constant(from, 0));
  return op("arith.trunci", value, type);
}

Value BodyWriter::convertToFloat(Value value, FloatType type) {
  bool isSigned = tape.draw(2) == 0, asBits = tape.oneIn(6);
  if (value.getType().isIndex())
    value = convertInteger(value, builder.getI64Type());
  if (asBits && value.getType().getIntOrFloatBitWidth() == type.getWidth())
    return op("arith.bitcast", value, type);
  return op(isSigned ? "arith.sitofp" : "arith.uitofp", value, type);
}

/// Of any float, NaN and what is out of the integer's range too.
Value BodyWriter::convertFromFloat(Value value, Type type) {
  Type from = value.getType();
  if (type.isInteger(1))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, value, pickConstant(from));
  bool isSigned = tape.draw(2) == 0, asBits = tape.oneIn(8);
  if (asBits) { // of a NaN they may be any of several
    Value isNumber = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, value, value);
    value = select(isNumber, value, constant(from, 0));
    return convertInteger(op("arith.bitcast", value, builder.getIntegerType(from.getIntOrFloatBitWidth())), type);
  }
  Type to = type.isIndex() ? builder.getI64Type() : type;
  value = op(isSigned ? "arith.fptosi" : "arith.fptoui", value, to);
  return convertInteger(value, type);
}

Value BodyWriter::convertFloat(Value value, FloatType type) {
  auto from = cast<FloatType>(value.getType());
  if (from.getWidth() == type.getWidth())
    return op("arith.truncf", op("arith.extf", value, builder.getF32Type()), type);
  return op(from.getWidth() < type.getWidth() ? "arith.extf" : "arith.truncf", value, type);
}

//===----------------------------------------------------------------------===//
// Lookups
//===----------------------------------------------------------------------===//

/// From a position, another lookup, or whatever there is; perhaps some places before or behind.
Value BodyWriter::pickIndex() {
  Type index = builder.getIndexType();
  Value value = tape.draw(3) == 0 ? addPosition() : get(index);
  static constexpr int kOffsets[] = {0, 1, -1, 0, -2, 5};
  int offset = kOffsets[tape.draw(std::size(kOffsets))];
  return offset == 0 ? value : op("arith.addi", {value, constant(index, offset)}, index);
}

/// In range, or in range where `condition` holds, which it then narrows.
Value BodyWriter::limitIndex(Value index, Value size, bool isEmpty, Value &condition) {
  Type type = builder.getIndexType();
  Value zero = constant(type, 0);
  auto require = [&](Value own) { condition = condition ? op("arith.andi", {condition, own}, own.getType()) : own; };
  unsigned way = tape.draw(6);
  if (isEmpty && way != 2)
    way = 3;
  switch (way) {
  case 0: // clamped
    return op("arith.minsi",
              {op("arith.maxsi", {index, zero}, type), op("arith.subi", {size, constant(type, 1)}, type)}, type);
  case 1: // round and round
    return op("arith.remui", {index, size}, type);
  case 2: // guarded
    require(compareIntegers(arith::CmpIPredicate::ult, index, size));
    return index;
  case 3: // guarded on both sides
    require(compareIntegers(arith::CmpIPredicate::sge, index, zero));
    require(compareIntegers(arith::CmpIPredicate::slt, index, size));
    return index;
  case 4: { // from the end, where negative
    Value rest = op("arith.remsi", {index, size}, type);
    Value isNegative = compareIntegers(arith::CmpIPredicate::slt, rest, zero);
    return select(isNegative, op("arith.addi", {rest, size}, type), rest);
  }
  default: { // the first elsewhere
    Value inside = compareIntegers(arith::CmpIPredicate::ult, index, size);
    return select(inside, index, zero);
  }
  }
}

/// What exporters write in front of a lookup.
void BodyWriter::assertInRange(Value index, unsigned table, int64_t dim) {
  int64_t size = tables[table].getType().getDimSize(dim);
  if (ShapedType::isDynamic(size))
    return;
  Value below = compareIntegers(arith::CmpIPredicate::slt, index, constant(builder.getIndexType(), size));
  cf::AssertOp::create(builder, loc, below, "index must be smaller than dim size");
  Value from = compareIntegers(arith::CmpIPredicate::sge, index, constant(builder.getIndexType(), 0));
  cf::AssertOp::create(builder, loc, from, "index must be larger or equal to 0");
}

static bool isArgument(const Node &table) { return isa<BlockArgument>(table.value); }

Value BodyWriter::addLookup() { return lookUp(/*asserts=*/false); }

Value BodyWriter::getAsserted(Type type) {
  // An element of a constant may be folded, and the assertion stands alone then.
  bool mayAssert = site.mayBranch() && llvm::any_of(tables, isArgument);
  return mayAssert ? convert(lookUp(/*asserts=*/true), type) : get(type);
}

Value BodyWriter::lookUp(bool asserts) {
  if (tables.empty())
    return addPosition();
  unsigned table = tape.draw(tables.size());
  while (asserts && !isArgument(tables[table]))
    table = (table + 1) % tables.size();
  Value condition = tape.oneIn(4) ? get(builder.getI1Type()) : Value();
  SmallVector<Value> indices;
  for (auto [dim, axis] : llvm::enumerate(tables[table].axes)) {
    Value size = site.getSize(builder, loc, table, dim);
    indices.push_back(limitIndex(pickIndex(), size, graph.getAxis(axis).size == 0, condition));
  }
  // An assertion holds whether somebody looks up or not.
  if (asserts && !condition)
    for (auto [dim, index] : llvm::enumerate(indices))
      assertInRange(index, table, dim);
  return site.lookup(builder, loc, table, indices, condition);
}
