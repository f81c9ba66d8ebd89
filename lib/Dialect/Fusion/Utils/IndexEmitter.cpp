// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds the arithmetic of affine expressions.

#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <limits>

using namespace mlir;
using namespace fusion;

static bool isDivision(AffineExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv || expr.getKind() == AffineExprKind::Mod;
}

Value IndexEmitter::emit(AffineExpr expr, bool guarded) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  isGuarded = guarded;
  bool divides = false, fits = true;
  expr.walk([&](AffineExpr part) {
    Interval interval = ranges.getInterval(part);
    fits &= interval.least && interval.most && *interval.least >= 0 && *interval.most <= kMost;
    divides |= isDivision(part);
  });
  isSmall = divides && fits;
  Value value = build(expr);
  return value && isSmall ? arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), value).getResult()
                          : value;
}

Value IndexEmitter::build(AffineExpr expr) {
  Type type = isSmall ? Type(builder.getI32Type()) : builder.getIndexType();
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, constant.getValue()));
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    Value value = dims[dim.getPosition()];
    return isSmall ? arith::IndexCastUIOp::create(builder, loc, type, value).getResult() : value;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (isDivision(expr) && !isGuarded && !isNatural(binary.getLHS())))
    return {};
  Value lhs = build(binary.getLHS()), rhs = lhs ? build(binary.getRHS()) : Value();
  if (!rhs)
    return {};
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(builder, loc, lhs, rhs);
  default:
    return {};
  }
}

FailureOr<SmallVector<Value>> fusion::emitPlaces(OpBuilder &builder, Location loc, const AccessMap &access,
                                                 ValueRange point) {
  AffineRanges ranges(access.getSizes());
  IndexEmitter emitter(builder, loc, point, ranges);
  SmallVector<Value> places;
  for (AffineExpr place : access.getPlaces()) {
    places.push_back(emitter.emit(place));
    if (!places.back())
      return failure();
  }
  return places;
}
