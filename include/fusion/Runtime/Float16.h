// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// f16 and bf16 to and from f32 and f64: round to nearest even, NaN stays NaN (quiet, payload's upper bits kept),
// denormals kept, overflow goes to infinity. Header only, so that the reference interpreter can share it.

#ifndef FUSION_RUNTIME_FLOAT16_H
#define FUSION_RUNTIME_FLOAT16_H

#include <cstdint>
#include <cstring>

namespace fusion::runtime {

inline uint32_t bitsOfFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline float floatFromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float bfloat16ToFloat(uint16_t bits) { return floatFromBits(static_cast<uint32_t>(bits) << 16); }

inline uint16_t floatToBFloat16(float value) {
  uint32_t bits = bitsOfFloat(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

inline float halfToFloat(uint16_t half) {
  uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  uint32_t magnitude = half & 0x7fffu;
  if (magnitude >= 0x7c00u) // infinity or NaN
    return floatFromBits(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13) | (magnitude > 0x7c00u ? 0x400000u : 0));
  if (magnitude >= 0x400u)
    return floatFromBits(sign | ((magnitude << 13) + 0x38000000u));
  float value = static_cast<float>(magnitude) * floatFromBits(0x33800000u); // denormal: times 2^-24, exact
  return floatFromBits(sign | bitsOfFloat(value));
}

inline uint16_t floatToHalf(float value) {
  uint32_t bits = bitsOfFloat(value);
  auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  if (magnitude >= 0x477ff000u) // 65520, half way to 2^16
    return static_cast<uint16_t>(sign | 0x7c00u);
  if (magnitude < 0x38800000u) { // below 2^-14: the sum's last place is 2^-24, so the addition rounds
    float sum = floatFromBits(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (bitsOfFloat(sum) - 0x3f000000u));
  }
  uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

/// f64 to f32, rounded to odd: a further rounding to 16 bits then equals one rounding from f64.
inline float doubleToFloatOdd(double value) {
  float nearest = static_cast<float>(value);
  if (value != value || static_cast<double>(nearest) == value)
    return nearest;
  uint32_t bits = bitsOfFloat(nearest);
  double back = static_cast<double>(nearest);
  bool tooLarge = value < 0 ? back < value : back > value;
  if (tooLarge) // towards zero
    --bits;
  return floatFromBits(bits | 1u);
}

inline uint16_t doubleToHalf(double value) { return floatToHalf(doubleToFloatOdd(value)); }
inline uint16_t doubleToBFloat16(double value) { return floatToBFloat16(doubleToFloatOdd(value)); }

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_FLOAT16_H
