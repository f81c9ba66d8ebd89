// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Float16.h"
#include "Check.h"

#include <cmath>
#include <limits>

using namespace fusion;

static bool isNaNHalf(uint16_t bits) { return (bits & 0x7fff) > 0x7c00; }
static bool isNaNBFloat16(uint16_t bits) { return (bits & 0x7fff) > 0x7f80; }

TEST(HalfRoundTripExhaustive) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float value = halfToFloat(bits);
    CHECK_EQUAL(std::isnan(value), isNaNHalf(bits));
    if (isNaNHalf(bits)) {
      CHECK(isNaNHalf(floatToHalf(value)) && isNaNHalf(doubleToHalf(value)));
      continue;
    }
    CHECK_EQUAL(floatToHalf(value), bits);
    CHECK_EQUAL(doubleToHalf(value), bits);
  }
}

TEST(BFloat16RoundTripExhaustive) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    float value = bfloat16ToFloat(bits);
    CHECK_EQUAL(std::isnan(value), isNaNBFloat16(bits));
    if (isNaNBFloat16(bits)) {
      CHECK(isNaNBFloat16(floatToBFloat16(value)));
      continue;
    }
    CHECK_EQUAL(floatToBFloat16(value), bits);
    CHECK_EQUAL(doubleToBFloat16(value), bits);
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
      CHECK_EQUAL(fromDouble(sign * middle), even | signBit);
      CHECK_EQUAL(fromDouble(sign * std::nextafter(middle, 0)), bits | signBit);
      CHECK_EQUAL(fromDouble(sign * std::nextafter(middle, 1e300)), (bits + 1) | signBit);
      auto single = static_cast<float>(middle);
      if (single != middle)
        continue; // half of the smallest f32 denormal
      auto signedSingle = static_cast<float>(sign) * single;
      CHECK_EQUAL(fromFloat(signedSingle), even | signBit);
      CHECK_EQUAL(fromFloat(std::nextafterf(signedSingle, 0)), bits | signBit);
      CHECK_EQUAL(fromFloat(std::nextafterf(signedSingle, static_cast<float>(sign) * INFINITY)), (bits + 1) | signBit);
    }
  }
}

TEST(HalfRoundsToNearestEven) { checkMidpoints(0x7c00, 65536, halfToFloat, floatToHalf, doubleToHalf); }

TEST(BFloat16RoundsToNearestEven) {
  checkMidpoints(0x7f80, std::ldexp(1.0, 128), bfloat16ToFloat, floatToBFloat16, doubleToBFloat16);
}

TEST(OverflowGoesToInfinity) {
  CHECK_EQUAL(floatToHalf(65519.996f), 0x7bff);
  CHECK_EQUAL(floatToHalf(65520.0f), 0x7c00);
  CHECK_EQUAL(floatToHalf(-1e30f), 0xfc00);
  CHECK_EQUAL(doubleToHalf(1e300), 0x7c00);
  CHECK_EQUAL(doubleToHalf(-1e300), 0xfc00);
  CHECK_EQUAL(doubleToBFloat16(1e300), 0x7f80);
  CHECK_EQUAL(doubleToBFloat16(std::numeric_limits<float>::max()), 0x7f80);
}
