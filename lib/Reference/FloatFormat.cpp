// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rounds, decodes and encodes numbers of a format.

#include "FloatFormat.h"
#include "DirectedRounding.h"
#include "llvm/ADT/APFloat.h"
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace fusion::reference;
using llvm::APFloat;

template <typename To, typename From> static To bitsOf(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

FloatFormat FloatFormat::get(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  FloatFormat format;
  format.type = type;
  format.bytes = (type.getWidth() + 7) / 8;
  format.precision = APFloat::semanticsPrecision(semantics);
  format.minExponent = APFloat::semanticsMinExponent(semantics);
  format.roundoff = std::ldexp(1.0, -format.precision);
  format.minSubnormal = toDouble(APFloat::getSmallest(semantics));
  format.maxFinite = toDouble(APFloat::getLargest(semantics));
  format.hasInfinity = APFloat::semanticsHasInf(semantics);
  return format;
}

double FloatFormat::round(double value) const {
  if (std::fegetround() != FE_TONEAREST) {
    DirectedRounding nearest(Direction::Nearest);
    return round(value);
  }
  if (precision == 53 || value == 0 || std::isnan(value))
    return value;
  double beyond = hasInfinity ? std::copysign(HUGE_VAL, value) : std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(value))
    return beyond;
  if (precision == 24)
    return static_cast<float>(value);
  // Adding 1.5 · 2⁵² of the format's spacing at this value leaves no bits below it: the addition rounds to nearest
  // even.
  int exponent = std::max<int>((bitsOf<uint64_t>(value) >> 52 & 2047) - 1023, minExponent);
  double magic = 1.5 * bitsOf<double>(uint64_t(1023 + 52 + exponent - precision + 1) << 52);
  double rounded = std::copysign((value + magic) - magic, value);
  return std::abs(rounded) <= maxFinite ? rounded : beyond;
}

double FloatFormat::decode(const char *data) const {
  uint64_t bits = 0;
  std::memcpy(&bits, data, bytes);
  if (precision == 53)
    return bitsOf<double>(bits);
  if (precision == 24)
    return bitsOf<float>(static_cast<uint32_t>(bits));
  if (type.isBF16())
    return bitsOf<float>(static_cast<uint32_t>(bits) << 16);
  if (type.isF16()) {
    // The same fields in the places of an f32, then scaled by the difference of the exponent biases.
    uint32_t magnitudeBits = bits & 0x7fff;
    bool special = magnitudeBits >= 0x7c00;
    double magnitude = bitsOf<float>(magnitudeBits << 13 | (special ? 0x7f800000u : 0)) * (special ? 1.0 : 0x1p112);
    return bits >> 15 ? -magnitude : magnitude;
  }
  return toDouble(APFloat(type.getFloatSemantics(), APInt(FloatType(type).getWidth(), bits)));
}

void FloatFormat::encode(double value, char *data) const {
  uint64_t bits;
  if (precision == 53) {
    bits = bitsOf<uint64_t>(value);
  } else if (precision == 24) {
    bits = bitsOf<uint32_t>(static_cast<float>(value));
  } else if (type.isBF16()) {
    bits = bitsOf<uint32_t>(static_cast<float>(value)) >> 16;
    if (std::isnan(value))
      bits |= 0x40;
  } else if (type.isF16() && std::isfinite(value)) {
    // The inverse of decode: such a product is exact in f32.
    bits = bitsOf<uint32_t>(static_cast<float>(std::abs(value) * 0x1p-112)) >> 13 | (std::signbit(value) ? 0x8000 : 0);
  } else {
    APFloat rounded(value);
    bool losesInfo;
    rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    if (rounded.isNaN() && isa<Float8E4M3FNType, Float8E5M2Type>(type))
      rounded = APFloat(type.getFloatSemantics(), APInt(8, 0x7f));
    bits = rounded.bitcastToAPInt().getZExtValue();
  }
  std::memcpy(data, &bits, bytes);
}
