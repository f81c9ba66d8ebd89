// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Refuses element types that TOSA's operations are not defined for.

#include "ElementTypes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Kinds of elements; sets of them are sums.
enum Kind : unsigned { Boolean = 1, Integer = 2, Unsigned = 4, Float = 8, Other = 16 };

/// What TOSA defines an operation for, and what else may be meant.
struct Domain {
  unsigned kinds;
  StringLiteral text;
  StringLiteral ofBooleans = "";
};
} // namespace

static constexpr Domain kFloats = {Float, "floats"};
static constexpr Domain kIntegers = {Integer, "integers"};
static constexpr Domain kBooleans = {Boolean, "booleans"};
static constexpr Domain kNumbers = {Integer | Float, "integers or floats"};
static constexpr Domain kBits = {Boolean | Integer, "integers or booleans"};
static constexpr Domain kAnything = {Boolean | Integer | Float | Other, "signless integers or floats"};

static Kind getKind(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return isa<FloatType>(type) ? Float : Other;
  return !integer.isSignless() ? Unsigned : integer.getWidth() == 1 ? Boolean : Integer;
}

static Type getElement(Value value) { return getElementTypeOrSelf(value.getType()); }

/// What upstream's lowering, and TOSA, have an operation for.
static Domain getDomain(Operation *op) {
  return llvm::TypeSwitch<Operation *, Domain>(op)
      .Case<tosa::CeilOp, tosa::CosOp, tosa::ErfOp, tosa::ExpOp, tosa::FloorOp, tosa::LogOp, tosa::PowOp,
            tosa::ReciprocalOp, tosa::RsqrtOp, tosa::SigmoidOp, tosa::SinOp, tosa::TanhOp>([](auto) { return kFloats; })
      .Case<tosa::ArithmeticRightShiftOp, tosa::LogicalLeftShiftOp, tosa::LogicalRightShiftOp, tosa::ClzOp>(
          [](auto) { return kIntegers; })
      .Case<tosa::BitwiseAndOp, tosa::BitwiseOrOp, tosa::BitwiseXorOp, tosa::BitwiseNotOp>([](auto) { return kBits; })
      .Case<tosa::ReduceAllOp, tosa::ReduceAnyOp>([](auto) { return kBooleans; })
      // Comparisons and extrema would read true as -1.
      .Case<tosa::MaximumOp>([](auto) { return Domain{kNumbers.kinds, kNumbers.text, "tosa.logical_or"}; })
      .Case<tosa::MinimumOp>([](auto) { return Domain{kNumbers.kinds, kNumbers.text, "tosa.logical_and"}; })
      .Case<tosa::ReduceMaxOp>([](auto) { return Domain{kNumbers.kinds, kNumbers.text, "tosa.reduce_any"}; })
      .Case<tosa::ReduceMinOp, tosa::ReduceProductOp>(
          [](auto) { return Domain{kNumbers.kinds, kNumbers.text, "tosa.reduce_all"}; })
      .Case<tosa::NegateOp>([](auto) { return Domain{kNumbers.kinds, kNumbers.text, "tosa.logical_not"}; })
      .Case<tosa::GreaterOp, tosa::GreaterEqualOp, tosa::ArgMaxOp, tosa::ClampOp, tosa::ReduceSumOp, tosa::AbsOp,
            tosa::AvgPool2dOp, tosa::MaxPool2dOp, tosa::MatMulOp, tosa::Conv2DOp, tosa::Conv3DOp,
            tosa::DepthwiseConv2DOp, tosa::TransposeConv2DOp, tosa::ResizeOp>([](auto) { return kNumbers; })
      .Default([](auto) { return kAnything; });
}

static LogicalResult checkDomain(Operation *op) {
  // The condition of a select is a boolean beside the values.
  Value value = isa<tosa::SelectOp>(op) ? op->getOperand(1) : op->getOperand(0);
  Kind kind = getKind(getElement(value));
  Domain domain = getDomain(op);
  if (domain.kinds & kind)
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "expects " << domain.text << ", but its elements are " << getElement(value);
  if (kind == Unsigned)
    error << "; make them signless ones by tosa.rescale with input_unsigned, or by tosa.cast to floats";
  else if (kind == Boolean && !domain.ofBooleans.empty())
    error << "; of booleans " << domain.ofBooleans << " computes it";
  else if (kind == Boolean)
    error << "; cast them first";
  return failure();
}

static bool hasWidth(Type type, ArrayRef<unsigned> widths) {
  return isa<IntegerType>(type) && llvm::is_contained(widths, type.getIntOrFloatBitWidth());
}

static LogicalResult checkRescale(tosa::RescaleOp op) {
  Type from = getElement(op.getInput()), to = getElement(op.getOutput());
  if (!hasWidth(from, {8, 16, 32, 48}) || !hasWidth(to, {8, 16, 32}))
    return op.emitOpError() << "expects integers of 8, 16, 32 or 48 bits and gives such of 8, 16 or 32 bits, but has "
                            << from << " and " << to << "; cast to one of these by tosa.cast";
  if (from.getIntOrFloatBitWidth() == 48 && op.getScale32())
    return op.emitOpError() << "expects scale32 = false for elements of 48 bits: the product with a factor of 32 bits "
                               "has more than 64";
  if (op.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND && !op.getScale32())
    return op.emitOpError() << "expects scale32 = true where it rounds twice (DOUBLE_ROUND)";
  return success();
}

/// A shift divides products of i32 by a power of two.
static LogicalResult checkMul(tosa::MulOp op) {
  Type element = getElement(op.getInput1());
  DenseIntElementsAttr shift;
  if (element.isInteger(32) || isa<FloatType>(element))
    return success();
  if (matchPattern(op.getShift(), m_Constant(&shift)) && !shift.empty() && *shift.value_begin<int8_t>() == 0)
    return success();
  return op.emitOpError() << "expects a shift of the constant 0 where its elements are not i32, but they are "
                          << element;
}

static LogicalResult checkResize(tosa::ResizeOp op) {
  Type from = getElement(op.getInput()), to = getElement(op.getOutput());
  bool nearest = op.getMode() == tosa::ResizeMode::NEAREST_NEIGHBOR;
  if (nearest || isa<FloatType>(from))
    return from == to ? success()
                      : op.emitOpError() << "expects elements of one type"
                                         << (nearest ? " where it takes the nearest" : "") << ", but has " << from
                                         << " and " << to;
  if (isa<IntegerType>(to) && from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return success();
  return op.emitOpError() << "expects a wider integer as result of bilinear interpolation, but has " << from << " and "
                          << to;
}

static LogicalResult checkAvgPool(tosa::AvgPool2dOp op) {
  Type element = getElement(op.getInput()), accumulator = op.getAccType();
  bool narrow = element.getIntOrFloatBitWidth() <= accumulator.getIntOrFloatBitWidth();
  if (isa<FloatType>(element) == isa<FloatType>(accumulator) && narrow)
    return success();
  return op.emitOpError() << "expects to accumulate in a type of the same kind that is no narrower, but accumulates "
                          << element << " in " << accumulator;
}

static LogicalResult checkDepthwise(tosa::DepthwiseConv2DOp op) {
  Type element = getElement(op.getInput()), result = getElement(op.getOutput());
  if (isa<FloatType>(element) == isa<FloatType>(result))
    return success();
  return op.emitOpError() << "expects a result of the same kind as its input, but has " << element << " and " << result;
}

static LogicalResult checkTable(tosa::TableOp op) {
  Type from = getElement(op.getInput1()), to = getElement(op.getOutput());
  if ((from.isSignlessInteger(8) && to.isSignlessInteger(8)) ||
      (from.isSignlessInteger(16) && to.isSignlessInteger(32)))
    return success();
  return op.emitOpError() << "expects to look up i8 in a table of i8, or i16 in one that gives i32, but has " << from
                          << " and " << to;
}

static LogicalResult checkMaxPool(tosa::MaxPool2dOp op) {
  Type element = getElement(op.getInput());
  if (!isa<FloatType>(element) || isa<Float16Type, BFloat16Type, Float32Type>(element))
    return success();
  return op.emitOpError() << "expects f16, bf16, f32 or integers, but its elements are " << element;
}

/// Upstream casts unsigned integers to floats alone.
static LogicalResult checkCast(tosa::CastOp op) {
  Type from = getElement(op.getInput()), to = getElement(op.getOutput());
  if (getKind(to) != Unsigned && (getKind(from) != Unsigned || isa<FloatType>(to)))
    return success();
  return op.emitOpError() << "casts " << from << " to " << to
                          << ", and unsigned integers are cast to floats alone; tosa.rescale with input_unsigned or "
                             "output_unsigned makes signless ones of them";
}

static LogicalResult checkTosa(Operation *op) {
  // What moves elements, or has types of its own to check.
  if (op->getNumOperands() == 0 || !isa<ShapedType>(op->getOperand(0).getType()) ||
      isa<tosa::YieldOp, tosa::IfOp, tosa::WhileOp, tosa::CustomOp, tosa::VariableWriteOp, tosa::IdentityOp,
          tosa::ReshapeOp, tosa::TransposeOp>(op))
    return success();
  if (auto rescale = dyn_cast<tosa::RescaleOp>(op))
    return checkRescale(rescale);
  if (auto cast = dyn_cast<tosa::CastOp>(op))
    return checkCast(cast);
  if (failed(checkDomain(op)))
    return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](tosa::MulOp op) { return checkMul(op); })
      .Case([](tosa::ResizeOp op) { return checkResize(op); })
      .Case([](tosa::AvgPool2dOp op) { return checkAvgPool(op); })
      .Case([](tosa::MaxPool2dOp op) { return checkMaxPool(op); })
      .Case([](tosa::DepthwiseConv2DOp op) { return checkDepthwise(op); })
      .Case([](tosa::TableOp op) { return checkTable(op); })
      .Default(success());
}

/// Operations of linalg that stand for several: their decompositions make float arithmetic whatever the elements are.
static LogicalResult checkAggregate(linalg::AggregatedOpInterface op) {
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    Type element = getElementTypeOrSelf(type);
    if (!isa<FloatType>(element))
      return op->emitOpError() << "expects floats, but its elements are " << element << "; cast them first";
  }
  return success();
}

LogicalResult fusion::checkElementTypes(Operation *op) {
  if (isa_and_nonnull<tosa::TosaDialect>(op->getDialect()))
    return checkTosa(op);
  if (auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op);
      aggregate && isa<linalg::LinalgDialect>(op->getDialect()))
    return checkAggregate(aggregate);
  return success();
}
