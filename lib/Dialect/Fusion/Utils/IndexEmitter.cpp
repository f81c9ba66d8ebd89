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

bool IndexEmitter::canEmit(AffineExpr expr) const {
  bool known = true;
  expr.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    known &= part.getKind() != AffineExprKind::CeilDiv && (!symbol || symbol.getPosition() < symbols.size());
  });
  return known;
}

Value IndexEmitter::emit(AffineExpr expr) {
  if (!canEmit(expr))
    return {};
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  bool divides = false, fits = true;
  expr.walk([&](AffineExpr part) {
    Interval interval = ranges.getInterval(part);
    fits &= interval.least && interval.most && *interval.least >= 0 && *interval.most <= kMost;
    divides |= isDivision(part);
  });
  isSmall = divides && fits;
  Value value = build(expr);
  return isSmall ? arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), value).getResult() : value;
}

Value IndexEmitter::constant(int64_t value) {
  Type type = isSmall ? Type(builder.getI32Type()) : builder.getIndexType();
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
}

Value IndexEmitter::build(AffineExpr expr) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant(number.getValue());
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    Value value = dim ? dims[dim.getPosition()] : symbols[cast<AffineSymbolExpr>(expr).getPosition()];
    return isSmall ? arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(), value).getResult() : value;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = build(binary.getLHS()), rhs = build(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  if (expr.getKind() == AffineExprKind::Mul)
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  bool isMod = expr.getKind() == AffineExprKind::Mod;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  std::optional<int64_t> least = ranges.getInterval(binary.getLHS()).least;
  if (!least || (*least < 0 && !divisor)) {
    Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
    return isMod ? arith::SubIOp::create(builder, loc, lhs, arith::MulIOp::create(builder, loc, quotient, rhs))
                       .getResult()
                 : quotient;
  }
  // What is divided is raised by as many divisors as make it natural.
  int64_t raised = *least < 0 ? llvm::divideCeil(-*least, divisor.getValue()) : 0;
  if (raised != 0)
    lhs = arith::AddIOp::create(builder, loc, lhs, constant(raised * divisor.getValue()));
  if (isMod)
    return arith::RemUIOp::create(builder, loc, lhs, rhs);
  Value quotient = arith::DivUIOp::create(builder, loc, lhs, rhs);
  return raised == 0 ? quotient : arith::SubIOp::create(builder, loc, quotient, constant(raised)).getResult();
}

FailureOr<SmallVector<Value>> fusion::emitPlaces(OpBuilder &builder, Location loc, const AccessMap &access,
                                                 ValueRange point) {
  AffineRanges ranges(access.getSizes());
  IndexEmitter emitter(builder, loc, point, ranges);
  if (!llvm::all_of(access.getPlaces(), [&](AffineExpr place) { return emitter.canEmit(place); }))
    return failure();
  return llvm::map_to_vector(access.getPlaces(), [&](AffineExpr place) { return emitter.emit(place); });
}
