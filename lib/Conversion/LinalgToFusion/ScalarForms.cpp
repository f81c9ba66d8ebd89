// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The fusion operation for each operation of arith and math.

#include "ScalarForms.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

/// The type that the operands broadcast to, with the given element type. The caller's loops make the shapes agree.
static RankedTensorType getBroadcastType(ValueRange operands, Type elementType) {
  SmallVector<int64_t> shape;
  for (Value operand : operands) {
    FailureOr<SmallVector<int64_t>> joined = broadcastShapes(shape, getTensorType(operand).getShape());
    assert(succeeded(joined) && "operands come from one iteration space");
    shape = std::move(*joined);
  }
  return RankedTensorType::get(shape, elementType);
}

/// A form of one fusion operation whose attributes are all default.
template <typename FusionOp> static TensorFormBuilder direct(Type elementType) {
  return [=](OpBuilder &b, Location loc, ValueRange operands) -> Value {
    return FusionOp::create(b, loc, TypeRange(getBroadcastType(operands, elementType)), operands);
  };
}

template <typename FusionOp> static TensorFormBuilder extremum(Type elementType, bool ignoreNan) {
  return [=](OpBuilder &b, Location loc, ValueRange operands) -> Value {
    return FusionOp::create(b, loc, getBroadcastType(operands, elementType), operands[0], operands[1], ignoreNan);
  };
}

static TensorFormBuilder compare(arith::CmpFOp op) {
  arith::CmpFPredicate predicate = op.getPredicate();
  return [=](OpBuilder &b, Location loc, ValueRange operands) -> Value {
    return CompareOp::create(b, loc, getBroadcastType(operands, b.getI1Type()), predicate, operands[0], operands[1]);
  };
}

/// x to a constant integer power: products for the small exponents that activations and norms use.
static TensorFormBuilder integerPower(math::FPowIOp op, std::string &reason) {
  Attribute attr;
  if (!matchPattern(op.getRhs(), m_Constant(&attr)) || !isa<IntegerAttr, SplatElementsAttr>(attr)) {
    reason = "the exponent of math.fpowi is not a constant";
    return nullptr;
  }
  APInt exponent = isa<IntegerAttr>(attr) ? cast<IntegerAttr>(attr).getValue()
                                          : cast<SplatElementsAttr>(attr).getSplatValue<APInt>();
  int64_t n = exponent.trySExtValue().value_or(std::numeric_limits<int64_t>::max());
  // Whether it is odd decides the sign: it is never rounded.
  Type exponentType = getElementTypeOrSelf(op.getType());
  if (!exponentType.isF64())
    exponentType = Float32Type::get(op.getContext());
  int64_t most = int64_t(1) << cast<FloatType>(exponentType).getFPMantissaWidth();
  if (n < -most || n > most) {
    reason = ("the exponent of math.fpowi is no " + Twine(exponentType.getIntOrFloatBitWidth()) + "-bit float").str();
    return nullptr;
  }
  return [=](OpBuilder &b, Location loc, ValueRange operands) -> Value {
    Value x = operands[0];
    RankedTensorType type = getTensorType(x);
    if (n == 1)
      return x;
    if (n < 1 || n > 4)
      return PowOp::create(b, loc, type, x, createScalarTensor(b, loc, exponentType, n));
    Value square = MulOp::create(b, loc, type, x, x);
    if (n == 2)
      return square;
    return MulOp::create(b, loc, type, square, n == 3 ? x : square);
  };
}

static bool isBool(Type type) { return getElementTypeOrSelf(type).isInteger(1); }

/// Conversions between element types that fusion.cast does in the same way.
static bool isPlainCast(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case<arith::ExtFOp>([](auto) { return true; })
      .Case<arith::FPToSIOp>([](auto op) { return !isBool(op.getType()); })
      .Case<arith::TruncFOp>([](auto op) { return !op.getRoundingmode(); })
      .Case<arith::ExtSIOp, arith::SIToFPOp>([](auto op) { return !isBool(op.getIn().getType()); })
      .Case<arith::ExtUIOp, arith::UIToFPOp>([](auto op) { return isBool(op.getIn().getType()); })
      .Case<arith::TruncIOp>([](auto op) { return !isBool(op.getType()); })
      .Default(false);
}

static TensorFormBuilder lookupByKind(Operation *op, Type type, std::string &reason) {
  if (isPlainCast(op))
    return direct<CastOp>(type);
  return TypeSwitch<Operation *, TensorFormBuilder>(op)
  // clang-format off
#define FUSION_DIRECT(SCALAR, FUSION) .Case<SCALAR>([&](SCALAR) { return direct<FUSION>(type); })
      FUSION_DIRECT(arith::AddFOp, AddOp)
      FUSION_DIRECT(arith::SubFOp, SubOp)
      FUSION_DIRECT(arith::MulFOp, MulOp)
      FUSION_DIRECT(arith::DivFOp, DivOp)
      FUSION_DIRECT(arith::NegFOp, NegOp)
      FUSION_DIRECT(math::PowFOp, PowOp)
      FUSION_DIRECT(math::AbsFOp, AbsOp)
      FUSION_DIRECT(math::ExpOp, ExpOp)
      FUSION_DIRECT(math::LogOp, LogOp)
      FUSION_DIRECT(math::SqrtOp, SqrtOp)
      FUSION_DIRECT(math::RsqrtOp, RsqrtOp)
      FUSION_DIRECT(math::SinOp, SinOp)
      FUSION_DIRECT(math::CosOp, CosOp)
      FUSION_DIRECT(math::TanOp, TanOp)
      FUSION_DIRECT(math::TanhOp, TanhOp)
      FUSION_DIRECT(math::ErfOp, ErfOp)
      FUSION_DIRECT(math::FloorOp, FloorOp)
      FUSION_DIRECT(math::CeilOp, CeilOp)
      FUSION_DIRECT(math::TruncOp, TruncOp)
      FUSION_DIRECT(math::RoundOp, RoundOp)
      FUSION_DIRECT(math::RoundEvenOp, RoundEvenOp)
      FUSION_DIRECT(math::Exp2Op, Exp2Op)
      FUSION_DIRECT(math::ExpM1Op, ExpM1Op)
      FUSION_DIRECT(math::Log2Op, Log2Op)
      FUSION_DIRECT(math::Log10Op, Log10Op)
      FUSION_DIRECT(math::Log1pOp, Log1pOp)
#undef FUSION_DIRECT
                                  // clang-format on
                                  .Case<arith::MaximumFOp>([&](auto) { return extremum<MaxOp>(type, false); })
                                  .Case<arith::MaxNumFOp>([&](auto) { return extremum<MaxOp>(type, true); })
                                  .Case<arith::MinimumFOp>([&](auto) { return extremum<MinOp>(type, false); })
                                  .Case<arith::MinNumFOp>([&](auto) { return extremum<MinOp>(type, true); })
                                  .Case<arith::CmpFOp>([&](arith::CmpFOp op) { return compare(op); })
                                  .Case<math::FPowIOp>([&](math::FPowIOp op) { return integerPower(op, reason); })
                                  .Case<arith::SelectOp>([&](arith::SelectOp op) -> TensorFormBuilder {
                                    if (isSupportedFloat(type))
                                      return direct<SelectOp>(type);
                                    reason = "arith.select chooses between values that are not floats";
                                    return nullptr;
                                  })
                                  .Default([&](Operation *) {
                                    reason =
                                        ("there is no elementwise operation for " + op->getName().getStringRef()).str();
                                    return nullptr;
                                  });
}

TensorFormBuilder fusion::lookupTensorForm(Operation *op, std::string &reason) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0) {
    reason = ("there is no elementwise operation for " + op->getName().getStringRef()).str();
    return nullptr;
  }
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  TensorFormBuilder form = lookupByKind(op, type, reason);
  if (!form)
    return nullptr;
  for (Type operandType : op->getOperandTypes())
    if (!isSupportedElement(getElementTypeOrSelf(operandType)) || !isSupportedElement(type)) {
      llvm::raw_string_ostream(reason) << op->getName() << " works on an element type that is not supported";
      return nullptr;
    }
  return form;
}
