// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions of 8-bit floats by integer operations. Both formats are an f32 with fewer bits: sign, exponent, mantissa.

#include "Float8.h"

using namespace mlir;

namespace fusion::mathexpand {

// 464 is half way from 448 to what would be the next number, 61440 from 57344 to 2^16; the first of two neighbours is
// even in f8E4M3FN, so 464 is no overflow there.
Float8 Float8::get(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return {3, 7, false, 0x43e80001, "e4m3x2"};
  return {2, 15, true, 0x47700000, "e5m2x2"};
}

static Expr convertTo(Expr x, unsigned width, bool widens) {
  MathBuilder &b = *x.b;
  Type type = b.getIntegerType(width);
  if (auto vector = dyn_cast<VectorType>(x.value.getType()))
    type = vector.clone(type);
  return b.wrap(widens ? arith::ExtUIOp::create(b, type, x.value).getResult()
                       : arith::TruncIOp::create(b, type, x.value).getResult());
}

static Expr integer(uint32_t value, Expr like) { return like.b->constant(APInt(32, value), like); }

Expr emitFromFloat8(Expr bytes, const Float8 &format) {
  int shift = 23 - format.mantissaBits;
  Expr wide = convertTo(bytes, 32, /*widens=*/true);
  Expr magnitude = wide & integer(0x7f, wide), sign = shl(wide & integer(0x80, wide), 24);
  // The fields in their places, with the bias of f32. Of a denormal the exponent of the least normal number stands for
  // the missing digit 1, and is taken off by a subtraction, which is exact.
  Expr fields = shl(magnitude, shift);
  uint32_t leastNormal = (128 - format.bias) << 23;
  Expr normal = fields + integer((127 - format.bias) << 23, wide);
  Expr denormal = bits(asFloat(fields + integer(leastNormal, wide)) - asFloat(integer(leastNormal, wide)));
  Expr finite = select(lt(magnitude, 1 << format.mantissaBits), denormal, normal);
  constexpr uint32_t quietNaN = 0x7fc00000, infinity = 0x7f800000;
  if (!format.hasInfinity)
    return asFloat(select(eq(magnitude, 0x7f), integer(quietNaN, wide), finite | sign));
  uint32_t infinite = 0x7f & ~((1u << format.mantissaBits) - 1);
  Expr value = select(eq(magnitude, infinite), integer(infinity, wide), finite) | sign;
  return asFloat(select(gt(magnitude, infinite), integer(quietNaN, wide), value));
}

Expr emitToFloat8(Expr x, const Float8 &format) {
  int dropped = 23 - format.mantissaBits;
  Expr all = bits(x);
  Expr magnitude = all & integer(0x7fffffff, all), sign = lshr(all, 24) & integer(0x80, all);
  // Below the normal numbers: the last digit of a sum with `unit` is the format's, so that the addition rounds.
  uint32_t unit = (128 - format.bias + dropped) << 23;
  Expr denormal = bits(asFloat(magnitude) + asFloat(integer(unit, all))) - integer(unit, all);
  Expr odd = lshr(magnitude, dropped) & integer(1, all);
  uint32_t half = (1u << (dropped - 1)) - 1, rebias = (127 - format.bias) << 23;
  Expr normal = lshr(magnitude + odd + integer(half - rebias, all), dropped);
  Expr result = select(lt(magnitude, (128 - format.bias) << 23), denormal, normal);
  if (format.hasInfinity) {
    uint32_t infinite = 0x7f & ~((1u << format.mantissaBits) - 1);
    result = select(lt(magnitude, format.firstOverflow), result, integer(infinite, all));
  }
  result = result | sign;
  Expr isNumber = lt(magnitude, format.hasInfinity ? 0x7f800001 : format.firstOverflow);
  return convertTo(select(isNumber, result, integer(0x7f, all)), 8, /*widens=*/false);
}

} // namespace fusion::mathexpand
