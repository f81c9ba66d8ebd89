// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The 8-bit floats f8E4M3FN and f8E5M2 to and from f32 and f64: round to nearest even, denormals kept, NaN becomes
// 0x7F. Overflow goes to infinity in f8E5M2, to NaN in f8E4M3FN, which has no infinity (Micikevicius et al., "FP8
// formats for deep learning", 2022). Header only, so that others can share it.

#ifndef FUSION_RUNTIME_FLOAT8_H
#define FUSION_RUNTIME_FLOAT8_H

#include "fusion/Runtime/Float16.h"

namespace fusion::runtime {

inline float f8E5M2ToFloat(uint8_t bits) { return halfToFloat(static_cast<uint16_t>(bits << 8)); }

inline float f8E4M3FNToFloat(uint8_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x80u) << 24, magnitude = bits & 0x7fu;
  if (magnitude == 0x7fu)
    return floatFromBits(sign | 0x7fc00000u);
  // The fields in their places of an f32, then the difference of the biases: exact, of denormals too.
  float value = floatFromBits(magnitude << 20) * floatFromBits(0x7b800000u); // 2^120
  return floatFromBits(sign | bitsOfFloat(value));
}

/// f32 to the format with `mantissaBits` and the exponent `bias`; `overflow` stands for all magnitudes whose bits, as
/// an f32, are `firstOverflow` and more.
inline uint8_t floatToF8(float value, unsigned mantissaBits, unsigned bias, uint32_t firstOverflow, uint8_t overflow) {
  uint32_t bits = bitsOfFloat(value), magnitude = bits & 0x7fffffffu;
  auto sign = static_cast<uint8_t>((bits >> 24) & 0x80u);
  if (magnitude > 0x7f800000u)
    return 0x7f;
  if (magnitude >= firstOverflow)
    return overflow == 0x7f ? overflow : static_cast<uint8_t>(sign | overflow);
  unsigned dropped = 23 - mantissaBits;
  if (magnitude < (128 - bias) << 23) { // denormal: the sum's last place is that of the format, so the addition rounds
    uint32_t unit = (128 - bias + dropped) << 23;
    float sum = floatFromBits(magnitude) + floatFromBits(unit);
    return static_cast<uint8_t>(sign | (bitsOfFloat(sum) - unit));
  }
  uint32_t rounded = magnitude + (1u << (dropped - 1)) - 1 + ((magnitude >> dropped) & 1u);
  return static_cast<uint8_t>(sign | ((rounded - ((127 - bias) << 23)) >> dropped));
}

/// Above 464, half way from 448 to the next step, there is no number; 464 itself becomes 448, which is even.
inline uint8_t floatToF8E4M3FN(float value) { return floatToF8(value, 3, 7, 0x43e80001u, 0x7f); }
/// From 61440 on, half way from 57344 to 2^16, infinity.
inline uint8_t floatToF8E5M2(float value) { return floatToF8(value, 2, 15, 0x47700000u, 0x7c); }

inline uint8_t doubleToF8E4M3FN(double value) { return floatToF8E4M3FN(doubleToFloatOdd(value)); }
inline uint8_t doubleToF8E5M2(double value) { return floatToF8E5M2(doubleToFloatOdd(value)); }

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_FLOAT8_H
