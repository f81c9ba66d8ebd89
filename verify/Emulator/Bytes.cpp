// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Floats of 8 bits: PTX ISA, "Alternate Floating-Point Data Formats" and cvt.

#include "Operations.h"

#include <algorithm>
#include <cmath>

using namespace emulator;

const ByteFormat &emulator::byteFormatOf(char kind) {
  static const ByteFormat e4m3 = {3, 7, 448, false}, e5m2 = {2, 15, 57344, true};
  return kind == '4' ? e4m3 : e5m2;
}

float emulator::byteToFloat(uint8_t bits, const ByteFormat &format) {
  int ones = (1 << (7 - format.mantissaBits)) - 1, unit = 1 << format.mantissaBits;
  int exponent = bits >> format.mantissaBits & ones, mantissa = bits & (unit - 1);
  float sign = bits >> 7 ? -1.0f : 1.0f;
  if (exponent == ones && (format.hasInfinity || mantissa == unit - 1))
    return format.hasInfinity && mantissa == 0 ? sign * INFINITY : NAN;
  int steps = exponent ? unit + mantissa : mantissa;
  return sign * std::ldexp(static_cast<float>(steps), std::max(exponent, 1) - format.bias - format.mantissaBits);
}

uint8_t emulator::floatToByte(float value, const ByteFormat &format) {
  if (std::isnan(value))
    return 0x7F;
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  double size = std::fmin(std::fabs(value), format.largest);
  int least = 1 - format.bias, unit = 1 << format.mantissaBits;
  int exponent = size < std::ldexp(1.0, least) ? least : std::ilogb(size);
  int steps = static_cast<int>(std::nearbyint(std::ldexp(size, format.mantissaBits - exponent))); // to even
  // The steps above the number before: those of a denormal begin at 0, and a full mantissa carries.
  return static_cast<uint8_t>(sign | ((exponent - least) * unit + steps));
}
