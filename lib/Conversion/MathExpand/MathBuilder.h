// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A small expression layer over arith and math, so that an approximation reads like its formula. Values are scalars or
// vectors; constants take the type of the other operand.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_MATHBUILDER_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_MATHBUILDER_H

#include "fusion/Conversion/MathExpand/MathExpand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <limits>

namespace fusion::mathexpand {

class MathBuilder;

/// A float, integer or i1 value (scalar or vector) that knows where to build what is computed from it.
struct Expr {
  MathBuilder *b;
  Value value;
};

/// Builds expressions for one operation that is being expanded.
class MathBuilder : public ImplicitLocOpBuilder {
public:
  MathBuilder(Location loc, OpBuilder &builder, MathTarget target, bool approximate)
      : ImplicitLocOpBuilder(loc, builder), target(target), approximate(approximate) {}

  /// Operations for NVPTX may use llvm.nvvm intrinsics, and must use LLVM intrinsics for what libdevice would serve.
  bool isNVPTX() const { return target == MathTarget::NVPTX; }
  /// The approximate instructions of the GPU are good enough for this operation (fastmath<afn>).
  bool useHardware() const { return approximate && isNVPTX(); }

  Expr wrap(Value value) { return {this, value}; }
  /// A constant (splat) of the type of `like`.
  Expr constant(double c, Expr like);
  Expr constant(const APInt &c, Expr like);
  /// Calls `llvm.nvvm.NAME`, whose operands and result have one type, element by element for vectors.
  Expr nvvm(StringRef name, ArrayRef<Expr> operands);

private:
  MathTarget target;
  bool approximate;
};

/// What `fn` builds of the scalars of `operands`; vectors are taken apart and put together again.
Expr mapScalars(ArrayRef<Expr> operands, function_ref<Expr(ArrayRef<Expr>)> fn);

/// Calls the LLVM intrinsic `llvm.NAME`, overloaded on the one type of its operands and result (a float scalar or a
/// vector of rank 1). A call, since upstream's conversion to NVVM rejects llvm.intr.fabs and its like in favour of
/// libdevice.
Value callIntrinsic(OpBuilder &b, Location loc, StringRef name, ValueRange operands);

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Arithmetic: float or integer by the operands' type.
Expr operator+(Expr x, Expr y);
Expr operator-(Expr x, Expr y);
Expr operator*(Expr x, Expr y);
Expr operator/(Expr x, Expr y); ///< float, correctly rounded
/// x / d for a divisor in [2^-60, 2^60]. On NVPTX x times a reciprocal from one Newton step: 1.1 ULP, a tenth of the
/// instructions of the correctly rounded quotient, which has to mind the ends of the range.
Expr quotient(Expr x, Expr d);
Expr quotient(double c, Expr d);
Expr operator-(Expr x);
Expr operator+(Expr x, double c);
Expr operator-(Expr x, double c);
Expr operator*(Expr x, double c);
Expr operator-(double c, Expr x);
Expr operator/(double c, Expr x);

// Simple float functions.
Expr fma(Expr x, Expr y, Expr z);
Expr fma(Expr x, double y, Expr z);
Expr fma(Expr x, Expr y, double z);
Expr fma(Expr x, double y, double z);
Expr abs(Expr x);
Expr copysign(Expr magnitude, Expr sign);
/// `magnitude`, which has no sign, with that of `sign`: by bits, since LLVM narrows the copysign of a widened value to
/// operations on 16 bits, six of them.
Expr withSign(Expr magnitude, Expr sign);
Expr floor(Expr x);
Expr sqrt(Expr x); ///< correctly rounded
/// c[0] + c[1] x + … by Horner's rule.
Expr horner(Expr x, ArrayRef<double> c);

// Comparisons are ordered (false for NaN) for floats, signed for integers.
Expr lt(Expr x, double c);
Expr gt(Expr x, double c);
Expr ge(Expr x, double c);
Expr eq(Expr x, double c);
Expr gt(Expr x, Expr y);
Expr lt(Expr x, Expr y);
Expr ne(Expr x, Expr y);
Expr eq(Expr x, Expr y);
Expr isNaN(Expr x);
Expr operator&(Expr x, Expr y); ///< integers and conditions
Expr operator|(Expr x, Expr y);
Expr operator^(Expr x, Expr y);
Expr select(Expr condition, Expr x, Expr y);
Expr select(Expr condition, double c, Expr y);
Expr select(Expr condition, Expr x, double c);
/// x limited to [low, high]; NaN stays.
Expr clamp(Expr x, double low, double high);
Expr atMost(Expr x, double high);
Expr smaller(Expr x, double c);       ///< the same, by one operation
Expr smallerNumber(Expr x, double c); ///< c for NaN
Expr larger(Expr x, Expr y);          ///< NaN if one is

// Bits.
Expr bits(Expr x);    ///< f32 to i32
Expr asFloat(Expr i); ///< i32 to f32
Expr toFloat(Expr i); ///< signed integer value to f32
Expr shl(Expr x, unsigned n);
Expr ashr(Expr x, unsigned n);
Expr lshr(Expr x, unsigned n);
Expr shl(Expr x, Expr n);
Expr lshr(Expr x, Expr n);
Expr zext64(Expr i);                       ///< i32 to i64
Expr toFloatScaled(Expr i, double factor); ///< i64 times a factor, through f64, rounded to f32

// The GPU's approximate instructions; `Flush` ones treat subnormal operands and results as zero.
Expr ex2ApproxFlush(Expr x);
Expr lg2Approx(Expr x);
Expr rcpApproxFlush(Expr x);
Expr divFull(Expr x, Expr y);
Expr tanhApprox(Expr x); ///< relative error 2^-11

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_MATHBUILDER_H
