// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Float16.h"
#include "../Support/Errors.h"

#include <cmath>
#include <limits>

using namespace fusion;
using namespace fusion::runtime;

static bool isNaNHalf(uint16_t bits) { return (bits & 0x7fff) > 0x7c00; }
static bool isNaNBFloat16(uint16_t bits) { return (bits & 0x7fff) > 0x7f80; }

TEST(Float16, HalfRoundTripExhaustive) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float value = halfToFloat(bits);
    EXPECT_EQ(std::isnan(value), isNaNHalf(bits));
    if (isNaNHalf(bits)) {
      EXPECT_TRUE(isNaNHalf(floatToHalf(value)) && isNaNHalf(doubleToHalf(value)));
      continue;
    }
    EXPECT_EQ(floatToHalf(value), bits);
    EXPECT_EQ(doubleToHalf(value), bits);
  }
}

TEST(Float16, BFloat16RoundTripExhaustive) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float value = bfloat16ToFloat(bits);
    EXPECT_EQ(std::isnan(value), isNaNBFloat16(bits));
    if (isNaNBFloat16(bits)) {
      EXPECT_TRUE(isNaNBFloat16(floatToBFloat16(value)));
      continue;
    }
    EXPECT_EQ(floatToBFloat16(value), bits);
    EXPECT_EQ(doubleToBFloat16(value), bits);
  }
}

/// Both conversions are monotonic, so it is enough to look round each midpoint of neighbours.
template <typename ToFloat, typename FromFloat, typename FromDouble>
static void checkMidpoints(uint16_t infinity, double overflow, ToFloat toFloat, FromFloat fromFloat,
                           FromDouble fromDouble) {
  for (unsigned bits = 0; bits < infinity; ++bits) {
    double low = toFloat(bits), high = bits + 1 == infinity ? overflow : static_cast<double>(toFloat(bits + 1));
    double middle = (low + high) / 2;
    unsigned even = bits % 2 ? bits + 1 : bits;
    for (double sign : {1.0, -1.0}) {
      unsigned signBit = sign < 0 ? 0x8000 : 0;
      EXPECT_EQ(fromDouble(sign * middle), even | signBit);
      EXPECT_EQ(fromDouble(sign * std::nextafter(middle, 0)), bits | signBit);
      EXPECT_EQ(fromDouble(sign * std::nextafter(middle, 1e300)), (bits + 1) | signBit);
      auto single = static_cast<float>(middle);
      if (single != middle)
        continue; // half of the smallest f32 denormal
      auto signedSingle = static_cast<float>(sign) * single;
      EXPECT_EQ(fromFloat(signedSingle), even | signBit);
      EXPECT_EQ(fromFloat(std::nextafterf(signedSingle, 0)), bits | signBit);
      EXPECT_EQ(fromFloat(std::nextafterf(signedSingle, static_cast<float>(sign) * INFINITY)), (bits + 1) | signBit);
    }
  }
}

TEST(Float16, HalfRoundsToNearestEven) { checkMidpoints(0x7c00, 65536, halfToFloat, floatToHalf, doubleToHalf); }

TEST(Float16, BFloat16RoundsToNearestEven) {
  checkMidpoints(0x7f80, std::ldexp(1.0, 128), bfloat16ToFloat, floatToBFloat16, doubleToBFloat16);
}

TEST(Float16, OverflowGoesToInfinity) {
  EXPECT_EQ(floatToHalf(65519.996f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(floatToHalf(-1e30f), 0xfc00);
  EXPECT_EQ(doubleToHalf(1e300), 0x7c00);
  EXPECT_EQ(doubleToHalf(-1e300), 0xfc00);
  EXPECT_EQ(doubleToBFloat16(1e300), 0x7f80);
  EXPECT_EQ(doubleToBFloat16(std::numeric_limits<float>::max()), 0x7f80);
}
