// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions that are built of scalar operations, as a fusion.map: no step of theirs is rounded to 16 bits.

#ifndef FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_SCALARMAP_H
#define FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_SCALARMAP_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace fusion {

/// Writes scalar operations of one float type.
struct ScalarWriter {
  OpBuilder &b;
  Location loc;
  Type type;

  Value constant(double value) { return mlir::arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value)); }
  Value add(Value x, Value y) { return mlir::arith::AddFOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return mlir::arith::SubFOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return mlir::arith::MulFOp::create(b, loc, x, y); }
  Value div(Value x, Value y) { return mlir::arith::DivFOp::create(b, loc, x, y); }
  Value neg(Value x) { return mlir::arith::NegFOp::create(b, loc, x); }
  Value abs(Value x) { return mlir::math::AbsFOp::create(b, loc, x); }
  Value min(Value x, Value y) { return mlir::arith::MinimumFOp::create(b, loc, x, y); }
  Value max(Value x, Value y) { return mlir::arith::MaximumFOp::create(b, loc, x, y); }
  /// x y + z, rounded once.
  Value fma(Value x, Value y, Value z) { return mlir::math::FmaOp::create(b, loc, x, y, z); }
  Value exp(Value x) { return mlir::math::ExpOp::create(b, loc, x); }
  Value expm1(Value x) { return mlir::math::ExpM1Op::create(b, loc, x); }
  Value erfc(Value x) { return mlir::math::ErfcOp::create(b, loc, x); }
  Value less(Value x, Value y) { return mlir::arith::CmpFOp::create(b, loc, mlir::arith::CmpFPredicate::OLT, x, y); }
  Value select(Value c, Value x, Value y) { return mlir::arith::SelectOp::create(b, loc, c, x, y); }
};

/// The function of x that `build` writes, of x's type. It is computed in f32 if that type is narrower.
/// Approximate functions will do where the kernel's results are narrower: its conditions may depend on x alone.
Value createScalarMap(OpBuilder &builder, Location loc, Value x,
                      llvm::function_ref<Value(ScalarWriter &, Value)> build);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_SCALARMAP_H
