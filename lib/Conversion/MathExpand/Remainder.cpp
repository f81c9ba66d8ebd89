// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// arith.remf for NVIDIA GPUs: C's fmod, which is exact. LLVM's back end computes x - trunc(x / y) y there, whose
// quotient is rounded: 1 rem 0.1 is -1.5e-8 by it. The host's libm has fmod on CPUs.

#include "Expansion.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// |x| = mantissa 2^(exponent - bias - digits), for finite x. Subnormal numbers have the exponent of the least normal
/// number, and so need no case of their own.
struct Parts {
  Expr mantissa, exponent;
};

/// Integers of a float's width, and what its bits mean.
struct Format {
  Type integer;
  unsigned width, digits; ///< digits of the fraction, so without the leading one

  static Format get(Type type) {
    auto format = cast<FloatType>(type);
    unsigned width = format.getWidth();
    return {IntegerType::get(type.getContext(), width), width, format.getFPMantissaWidth() - 1};
  }

  Expr bits(Expr x) const { return x.b->wrap(arith::BitcastOp::create(*x.b, integer, x.value)); }

  Parts split(Expr magnitude) const {
    Expr i = bits(magnitude), field = lshr(i, digits);
    Expr fraction = i & i.b->constant(APInt::getLowBitsSet(width, digits), i);
    Expr leading = i.b->constant(APInt::getOneBitSet(width, digits), i);
    Expr isNormal = gt(field, 0.0);
    return {select(isNormal, fraction | leading, fraction), select(isNormal, field, 1.0)};
  }

  /// The float mantissa 2^(exponent - bias - digits), which is a number of the format: both products are exact.
  Expr join(Parts parts, Type type) const {
    MathBuilder &b = *parts.mantissa.b;
    Expr whole = b.wrap(arith::SIToFPOp::create(b, type, parts.mantissa.value));
    Expr power = b.wrap(arith::BitcastOp::create(b, type, shl(parts.exponent, digits).value));
    return whole * (power * std::ldexp(1.0, -static_cast<int>(digits)));
  }
};
} // namespace

/// mantissa 2^shift modulo divisor, by long division: the remainder takes as many bits more as the integers have room
/// for, until all of the shift is taken.
static Expr divideLong(Expr mantissa, Expr shift, Expr divisor, unsigned room) {
  MathBuilder &b = *mantissa.b;
  Type type = mantissa.value.getType();
  auto before = [&](OpBuilder &, Location, ValueRange carried) {
    Expr rest = b.wrap(carried[0]), left = b.wrap(carried[1]);
    Expr step = select(lt(left, room), left, room);
    Expr next = b.wrap(arith::RemUIOp::create(b, shl(rest, step).value, divisor.value));
    left = left - step;
    scf::ConditionOp::create(b, b.getLoc(), gt(left, 0.0).value, {next.value, left.value});
  };
  auto after = [&](OpBuilder &, Location, ValueRange carried) { scf::YieldOp::create(b, b.getLoc(), carried); };
  // The builders of regions move the insertion point of `b`, and leave it behind the loop.
  auto loop = scf::WhileOp::create(b, TypeRange{type, type}, ValueRange{mantissa.value, shift.value}, before, after);
  return b.wrap(loop.getResult(0));
}

/// fmod(x, y) of f32 or f64 scalars.
static Expr remainder(Expr x, Expr y) {
  Type type = x.value.getType();
  Format format = Format::get(type);
  Expr magnitude = abs(x), limit = abs(y);
  // Not so for NaN.
  Expr isDefined = lt(magnitude, std::numeric_limits<double>::infinity()) & gt(limit, 0.0);
  Parts dividend = format.split(magnitude), divisor = format.split(limit);
  Expr shift = dividend.exponent - divisor.exponent;
  shift = select(isDefined & gt(shift, 0.0), shift, 0.0);
  Expr notZero = select(isDefined, divisor.mantissa, 1.0);
  Expr rest = divideLong(dividend.mantissa, shift, notZero, format.width - format.digits - 1);
  Expr result = copysign(format.join({rest, divisor.exponent}, type), x);
  result = select(lt(magnitude, limit), x, result);
  return select(isDefined, result, std::numeric_limits<double>::quiet_NaN());
}

namespace {
/// %r = arith.remf %x, %y : f32
///   ->
/// %m, %n = the integers of %x's and %y's digits
/// %k = the difference of their exponents
/// %i = %m 2^%k modulo %n, by a loop (scf.while) of arith.remui
/// %r = %i, as a number of %y's last digit, with the sign of %x
///
/// Narrower floats are widened: the result is a number of their type. Any float type up to f64; vectors element by
/// element.
struct ExpandRemainder : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemFOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
    if (!isNarrowFloat(element) && !element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "element type is not f8E4M3FN, f8E5M2, f16, bf16, f32 or f64");
    MathBuilder b(op.getLoc(), rewriter, MathTarget::NVPTX, /*approximate=*/false);
    Type computed = getComputeType(element);
    auto widen = [&](Value v) { return b.wrap(convertFloat(b, op.getLoc(), v, computed)); };
    Expr result = mapScalars({widen(op.getLhs()), widen(op.getRhs())},
                             [](ArrayRef<Expr> scalars) { return remainder(scalars[0], scalars[1]); });
    rewriter.replaceOp(op, convertFloat(rewriter, op.getLoc(), result.value, element));
    return success();
  }
};
} // namespace

void populateRemainderPatterns(RewritePatternSet &patterns) { patterns.add<ExpandRemainder>(patterns.getContext()); }

} // namespace fusion::mathexpand
