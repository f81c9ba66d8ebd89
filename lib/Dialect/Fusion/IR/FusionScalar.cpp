// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The scalar form of each elementwise operation: the only place that says what it computes.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/RoundToOdd.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

Type fusion::getComputeType(Type elementType) {
  if (isa<FloatType>(elementType) && elementType.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(elementType.getContext());
  return elementType;
}

Value fusion::convertFloat(OpBuilder &builder, Location loc, Value scalar, Type type) {
  Type from = getElementTypeOrSelf(scalar.getType());
  if (from == type)
    return scalar;
  Type to = type;
  if (auto shaped = dyn_cast<ShapedType>(scalar.getType()))
    to = shaped.clone(type);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, to, scalar);
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncFOp::create(builder, loc, to, scalar);
  // Between types of one width: through f32, which holds all of them exactly.
  Value wide = convertFloat(builder, loc, scalar, Float32Type::get(type.getContext()));
  return convertFloat(builder, loc, wide, type);
}

Value fusion::truncateToOdd(OpBuilder &builder, Location loc, Value wide) {
  auto like = [&](Type element) -> Type {
    auto shaped = dyn_cast<ShapedType>(wide.getType());
    return shaped ? Type(shaped.clone(element)) : element;
  };
  auto constant = [&](Type type, Attribute value) -> Value {
    auto shaped = dyn_cast<ShapedType>(type);
    return arith::ConstantOp::create(builder, loc,
                                     cast<TypedAttr>(shaped ? DenseElementsAttr::get(shaped, value) : value));
  };
  Type i32 = like(builder.getI32Type());
  auto bitsOf = [&](int32_t value) { return constant(i32, builder.getI32IntegerAttr(value)); };
  Value nearest = arith::TruncFOp::create(builder, loc, like(builder.getF32Type()), wide);
  Value back = arith::ExtFOp::create(builder, loc, wide.getType(), nearest);
  Value bits = arith::BitcastOp::create(builder, loc, i32, nearest);
  // The one of the two neighbours that is odd: the nearest, or the next in the direction of the exact value.
  Value inexact = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ONE, back, wide);
  Value last = arith::AndIOp::create(builder, loc, bits, bitsOf(1));
  Value even = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, last, bitsOf(0));
  Value less = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, back, wide);
  Value zero = constant(wide.getType(), builder.getF64FloatAttr(0.0));
  Value negative = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, wide, zero);
  Value closer = arith::XOrIOp::create(builder, loc, less, negative); // to zero than the exact value
  Value step = arith::SelectOp::create(builder, loc, closer, bitsOf(1), bitsOf(-1));
  // Zero and infinity stay: they are what 16 bits make of such values, and what f32 computes on with.
  Value magnitude = arith::AndIOp::create(builder, loc, bits, bitsOf(0x7fffffff));
  Value before = arith::AddIOp::create(builder, loc, magnitude, bitsOf(-1));
  Value usual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, before, bitsOf(0x7f7fffff));
  Value moves = arith::AndIOp::create(builder, loc, arith::AndIOp::create(builder, loc, inexact, even), usual);
  Value moved = arith::AddIOp::create(builder, loc, bits, step);
  Value odd = arith::SelectOp::create(builder, loc, moves, moved, bits);
  return arith::BitcastOp::create(builder, loc, nearest.getType(), odd);
}

/// An integer of at most 64 bits as an i64 whose last bits are put together where f64 would round them off: what is
/// left is a number of f64, and odd where they were not all zero.
static Value foldLastBits(OpBuilder &builder, Location loc, Value integer, bool isSigned) {
  Type type = builder.getI64Type();
  if (auto shaped = dyn_cast<ShapedType>(integer.getType()))
    type = shaped.clone(type);
  if (integer.getType() != type)
    integer = isSigned ? arith::ExtSIOp::create(builder, loc, type, integer).getResult()
                       : arith::ExtUIOp::create(builder, loc, type, integer).getResult();
  auto constant = [&](int64_t value) -> Value {
    TypedAttr attr = builder.getI64IntegerAttr(value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(shaped, Attribute(attr));
    return arith::ConstantOp::create(builder, loc, attr);
  };
  constexpr int64_t limit = int64_t(1) << 53, unit = 1 << 11; // f64 has 53 of 64 bits
  Value last = arith::AndIOp::create(builder, loc, integer, constant(unit - 1));
  Value whole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, last, constant(0));
  Value rest = arith::AndIOp::create(builder, loc, integer, constant(-unit));
  Value odd = arith::OrIOp::create(builder, loc, rest, constant(unit));
  Value folded = arith::SelectOp::create(builder, loc, whole, integer, odd);
  Value shifted = isSigned ? arith::AddIOp::create(builder, loc, integer, constant(limit)).getResult() : integer;
  Value fits =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, shifted, constant(isSigned ? 2 * limit : limit));
  return arith::SelectOp::create(builder, loc, fits, integer, folded);
}

Value fusion::convertToOdd(OpBuilder &builder, Location loc, Value integer, bool isSigned) {
  auto convert = [&](Value from, Type element) -> Value {
    auto shaped = dyn_cast<ShapedType>(from.getType());
    Type to = shaped ? Type(shaped.clone(element)) : element;
    if (isSigned)
      return arith::SIToFPOp::create(builder, loc, to, from);
    return arith::UIToFPOp::create(builder, loc, to, from);
  };
  unsigned width = getElementTypeOrSelf(integer.getType()).getIntOrFloatBitWidth();
  if (width <= 24)
    return convert(integer, builder.getF32Type());
  if (width > 53 && width <= 64)
    integer = foldLastBits(builder, loc, integer, isSigned);
  return truncateToOdd(builder, loc, convert(integer, builder.getF64Type()));
}

Value fusion::toCompute(OpBuilder &builder, Location loc, Value x, Type elementType) {
  if (x.getType().isF64() && elementType.getIntOrFloatBitWidth() < 32)
    return truncateToOdd(builder, loc, x);
  return convertFloat(builder, loc, x, getComputeType(elementType));
}

namespace {
/// Shorthand for building one op's scalar form in its result's compute type.
struct ScalarBuilder {
  OpBuilder &b;
  Location loc;
  Type elementType; ///< of the result
  Type type;        ///< to compute in
  arith::FastMathFlags flags = arith::FastMathFlags::none;

  ScalarBuilder(OpBuilder &b, Location loc, Value result)
      : b(b), loc(loc), elementType(getElementTypeOrSelf(result.getType())), type(getComputeType(elementType)) {}

  /// What is built from now on is one function: no rounding within it is part of the op's meaning, so the expansion of
  /// math functions (fusion-expand-math) may take it as a whole.
  ScalarBuilder &asOneFunction() {
    flags = arith::FastMathFlags::contract;
    return *this;
  }

  /// What is built from now on is in the widest type of `operands`, if that is wider.
  void widenTo(ValueRange operands) {
    for (Value v : operands)
      if (Type other = getElementTypeOrSelf(v.getType()); other.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
        type = other;
  }

  Value in(Value v) {
    if (!isa<FloatType>(v.getType()))
      return v;
    return type.isF64() ? convertFloat(b, loc, v, type) : toCompute(b, loc, v, elementType);
  }
  Value constant(double value) { return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value)); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y, flags); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y, flags); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y, flags); }
  Value neg(Value x) { return arith::NegFOp::create(b, loc, x, flags); }
  Value exp(Value x) { return math::ExpOp::create(b, loc, x, flags); }
  Value cmp(arith::CmpFPredicate predicate, Value x, Value y) { return arith::CmpFOp::create(b, loc, predicate, x, y); }
  Value select(Value c, Value x, Value y) { return arith::SelectOp::create(b, loc, c, x, y); }
  /// 1 + exp(-x)
  Value logisticDenominator(Value x) { return add(constant(1.0), exp(neg(x))); }
};
} // namespace

#define FUSION_SCALAR(OP)                                                                                              \
  Value OP::buildScalar(OpBuilder &builder, Location loc, ValueRange operands, const ScalarContext &)

// Binary operations with one arith or math counterpart, in the widest type: of f64 operands nothing is lost before.
#define FUSION_BINARY(OP, SCALAR)                                                                                      \
  FUSION_SCALAR(OP) {                                                                                                  \
    ScalarBuilder s(builder, loc, getResult());                                                                        \
    s.widenTo(operands);                                                                                               \
    Value wide = SCALAR::create(builder, loc, s.in(operands[0]), s.in(operands[1]));                                   \
    return toCompute(builder, loc, wide, s.elementType);                                                               \
  }
FUSION_BINARY(AddOp, arith::AddFOp)
FUSION_BINARY(SubOp, arith::SubFOp)
FUSION_BINARY(MulOp, arith::MulFOp)
FUSION_BINARY(DivOp, arith::DivFOp)
FUSION_BINARY(PowOp, math::PowFOp)
#undef FUSION_BINARY

// Unary operations with one arith or math counterpart.
#define FUSION_UNARY(OP, SCALAR)                                                                                       \
  FUSION_SCALAR(OP) { return SCALAR::create(builder, loc, operands[0]); }
FUSION_UNARY(NegOp, arith::NegFOp)
FUSION_UNARY(AbsOp, math::AbsFOp)
FUSION_UNARY(FloorOp, math::FloorOp)
FUSION_UNARY(CeilOp, math::CeilOp)
FUSION_UNARY(TruncOp, math::TruncOp)
FUSION_UNARY(RoundOp, math::RoundOp)
FUSION_UNARY(RoundEvenOp, math::RoundEvenOp)
FUSION_UNARY(ExpOp, math::ExpOp)
FUSION_UNARY(Exp2Op, math::Exp2Op)
FUSION_UNARY(ExpM1Op, math::ExpM1Op)
FUSION_UNARY(LogOp, math::LogOp)
FUSION_UNARY(Log2Op, math::Log2Op)
FUSION_UNARY(Log10Op, math::Log10Op)
FUSION_UNARY(Log1pOp, math::Log1pOp)
FUSION_UNARY(SqrtOp, math::SqrtOp)
FUSION_UNARY(RsqrtOp, math::RsqrtOp)
FUSION_UNARY(SinOp, math::SinOp)
FUSION_UNARY(CosOp, math::CosOp)
FUSION_UNARY(TanOp, math::TanOp)
FUSION_UNARY(TanhOp, math::TanhOp)
FUSION_UNARY(ErfOp, math::ErfOp)
#undef FUSION_UNARY

FUSION_SCALAR(MaxOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value x = s.in(operands[0]), y = s.in(operands[1]);
  if (getIgnoreNan())
    return arith::MaxNumFOp::create(builder, loc, x, y);
  return arith::MaximumFOp::create(builder, loc, x, y);
}

FUSION_SCALAR(MinOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value x = s.in(operands[0]), y = s.in(operands[1]);
  if (getIgnoreNan())
    return arith::MinNumFOp::create(builder, loc, x, y);
  return arith::MinimumFOp::create(builder, loc, x, y);
}

FUSION_SCALAR(SigmoidOp) {
  ScalarBuilder s(builder, loc, getResult());
  s.asOneFunction();
  return s.div(s.constant(1.0), s.logisticDenominator(operands[0]));
}

FUSION_SCALAR(SiluOp) {
  ScalarBuilder s(builder, loc, getResult());
  s.asOneFunction();
  return s.div(operands[0], s.logisticDenominator(operands[0]));
}

// max(x, 0) + log(1 + exp(-|x|)): the exponential is at most 1.
FUSION_SCALAR(SoftplusOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value size = math::AbsFOp::create(builder, loc, operands[0]);
  Value tail = math::Log1pOp::create(builder, loc, s.exp(s.neg(size)));
  return s.add(arith::MaximumFOp::create(builder, loc, operands[0], s.constant(0.0)), tail);
}

// x e (e + 2) / (e (e + 2) + 2) with e = exp(x): tanh of a logarithm is a quotient. It is 1 well before 20, where
// powers of e do not overflow yet. Below -64 the quotient is e, which loses its last digits where x e has all of them:
// there e is made 32 steps higher and brought down at the end.
FUSION_SCALAR(MishOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value x = operands[0];
  Value tail = s.cmp(arith::CmpFPredicate::OLT, x, s.constant(-64.0));
  Value e = s.exp(s.select(tail, s.add(x, s.constant(32.0)), x));
  Value more = s.add(e, s.constant(2.0));
  Value ratio = s.div(more, math::FmaOp::create(builder, loc, e, more, s.constant(2.0)));
  Value gated = s.mul(s.mul(x, ratio), e);
  Value lowered = s.select(tail, s.mul(gated, s.constant(std::exp(-32.0))), gated);
  return s.select(s.cmp(arith::CmpFPredicate::OGT, x, s.constant(20.0)), x, lowered);
}

FUSION_SCALAR(HardswishOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value x = operands[0];
  Value low = arith::MaximumFOp::create(builder, loc, s.add(x, s.constant(3.0)), s.constant(0.0));
  Value gate = arith::MinimumFOp::create(builder, loc, low, s.constant(6.0));
  return s.mul(x, s.mul(gate, s.constant(1.0 / 6.0)));
}

FUSION_SCALAR(ReluOp) {
  ScalarBuilder s(builder, loc, getResult());
  if (!getIgnoreNan())
    return arith::MaximumFOp::create(builder, loc, operands[0], s.constant(0.0));
  // Not maxnumf: whether that gives -0.0 or +0.0 for (-0.0, +0.0) is left open.
  return s.select(s.cmp(arith::CmpFPredicate::OGT, operands[0], s.constant(0.0)), operands[0], s.constant(0.0));
}

FUSION_SCALAR(LeakyReluOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value positive = s.cmp(arith::CmpFPredicate::OGT, operands[0], s.constant(0.0));
  return s.select(positive, operands[0], s.mul(operands[0], s.constant(getAlpha().convertToDouble())));
}

double GeluOp::getScaleValue() {
  if (auto scale = getScale())
    return scale->convertToDouble();
  switch (getApproximate()) {
  case GeluApproximation::Erf:
    return std::sqrt(0.5);
  case GeluApproximation::Tanh:
    return std::sqrt(2.0 / M_PI);
  }
  llvm_unreachable("the verifier knows all");
}

double GeluOp::getCubicValue() { return getCubic() ? getCubic()->convertToDouble() : 0.044715; }

FUSION_SCALAR(GeluOp) {
  ScalarBuilder s(builder, loc, getResult());
  s.asOneFunction();
  Value x = operands[0];
  double scale = getScaleValue();
  switch (getApproximate()) {
  case GeluApproximation::Erf: {
    // 0.5 x (1 + erf z) = 0.5 x erfc(-z): no cancellation for negative x.
    Value erfc = math::ErfcOp::create(builder, loc, s.mul(x, s.constant(-scale)), s.flags);
    return s.mul(s.mul(x, s.constant(0.5)), erfc);
  }
  case GeluApproximation::Tanh: {
    // 0.5 x (1 + tanh u) = x / (1 + exp(-2u)), u = x (scale + scale cubic x²): no cancellation for negative x.
    if (getCubicValue() == 0) // x² may be infinite
      return s.div(x, s.add(s.constant(1.0), s.exp(s.mul(x, s.constant(-2.0 * scale)))));
    Value inner = math::FmaOp::create(builder, loc, s.mul(x, x), s.constant(-2.0 * scale * getCubicValue()),
                                      s.constant(-2.0 * scale), s.flags);
    return s.div(x, s.add(s.constant(1.0), s.exp(s.mul(x, inner))));
  }
  }
  llvm_unreachable("the verifier knows all");
}

FUSION_SCALAR(ClampOp) {
  ScalarBuilder s(builder, loc, getResult());
  Value min = s.constant(getMin().convertToDouble()), max = s.constant(getMax().convertToDouble());
  if (getIgnoreNan())
    return arith::MinNumFOp::create(builder, loc, arith::MaxNumFOp::create(builder, loc, operands[0], min), max);
  return arith::MinimumFOp::create(builder, loc, arith::MaximumFOp::create(builder, loc, operands[0], min), max);
}

/// Limited to the finite numbers of `target`, in the wider of both types; NaN stays.
static Value limitToFinite(OpBuilder &b, Location loc, Value x, FloatType target) {
  Type wide = x.getType().getIntOrFloatBitWidth() < target.getWidth() ? Type(target) : x.getType();
  x = convertFloat(b, loc, x, wide);
  APFloat largest = APFloat::getLargest(target.getFloatSemantics());
  bool inexact;
  largest.convert(cast<FloatType>(wide).getFloatSemantics(), APFloat::rmTowardZero, &inexact);
  Value high = arith::ConstantOp::create(b, loc, FloatAttr::get(wide, largest));
  Value low = arith::ConstantOp::create(b, loc, FloatAttr::get(wide, -largest));
  return arith::MinimumFOp::create(b, loc, arith::MaximumFOp::create(b, loc, x, low), high);
}

/// In the compute type of `elementType`, to which it is rounded once.
static Value integerToFloat(OpBuilder &b, Location loc, Value x, Type elementType, bool isUnsigned) {
  Type compute = getComputeType(elementType);
  if (!x.getType().isInteger(1) && compute != elementType) // it is rounded again
    return convertToOdd(b, loc, x, !isUnsigned);
  if (isUnsigned)
    return arith::UIToFPOp::create(b, loc, compute, x);
  return arith::SIToFPOp::create(b, loc, compute, x);
}

FUSION_SCALAR(CastOp) {
  Value x = operands[0];
  Type elementType = getElementTypeOrSelf(getResult().getType());
  Type to = getComputeType(elementType), from = x.getType();
  bool fromBool = from.isInteger(1);
  if (isa<FloatType>(from) && isa<FloatType>(to)) {
    if (getSaturate())
      x = limitToFinite(builder, loc, x, cast<FloatType>(elementType));
    return toCompute(builder, loc, x, elementType);
  }
  if (isa<FloatType>(to))
    return integerToFloat(builder, loc, x, elementType, fromBool || getIsUnsigned());
  if (isa<FloatType>(from)) {
    if (!to.isInteger(1) && getIsUnsigned())
      return arith::FPToUIOp::create(builder, loc, to, x);
    if (!to.isInteger(1))
      return arith::FPToSIOp::create(builder, loc, to, x);
    Value zero = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(from, 0.0));
    auto predicate = arith::CmpFPredicate::UNE;
    return arith::CmpFOp::create(builder, loc, predicate, x, zero);
  }
  if (from == to)
    return x;
  if (to.isInteger(1)) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(from, 0));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, x, zero);
  }
  if (from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, to, x);
  if (fromBool)
    return arith::ExtUIOp::create(builder, loc, to, x);
  return arith::ExtSIOp::create(builder, loc, to, x);
}

FUSION_SCALAR(CompareOp) {
  Type type = operands[0].getType();
  if (operands[1].getType().getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    type = operands[1].getType();
  if (getPredicate() == arith::CmpFPredicate::AlwaysFalse || getPredicate() == arith::CmpFPredicate::AlwaysTrue)
    return arith::ConstantIntOp::create(builder, loc, getPredicate() == arith::CmpFPredicate::AlwaysTrue, 1);
  return arith::CmpFOp::create(builder, loc, getPredicate(), convertFloat(builder, loc, operands[0], type),
                               convertFloat(builder, loc, operands[1], type));
}

FUSION_SCALAR(SelectOp) {
  ScalarBuilder s(builder, loc, getResult());
  return s.select(operands[0], s.in(operands[1]), s.in(operands[2]));
}
