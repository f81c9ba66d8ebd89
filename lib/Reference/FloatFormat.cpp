// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FloatFormat.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::fusion::reference;
using llvm::APFloat;

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
  return format;
}

double FloatFormat::round(double value) const {
  if (precision == 53 || value == 0 || !std::isfinite(value))
    return value;
  if (precision == 24)
    return static_cast<float>(value);
  int exponent = std::max(std::ilogb(value), minExponent);
  // Dividing by a power of two is exact; nearbyint rounds to nearest even.
  double quantum = std::ldexp(1.0, exponent - precision + 1);
  double rounded = std::nearbyint(value / quantum) * quantum;
  if (std::abs(rounded) <= maxFinite)
    return rounded;
  return std::copysign(HUGE_VAL, value);
}

template <typename To, typename From> static To bitsOf(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
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
    int exponent = (bits >> 10) & 31;
    double significand = bits & 1023;
    double magnitude = exponent == 31  ? (significand ? NAN : HUGE_VAL)
                       : exponent == 0 ? std::ldexp(significand, -24)
                                       : std::ldexp(significand + 1024, exponent - 25);
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
  } else {
    APFloat rounded(value);
    bool losesInfo;
    rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    bits = rounded.bitcastToAPInt().getZExtValue();
  }
  std::memcpy(data, &bits, bytes);
}
