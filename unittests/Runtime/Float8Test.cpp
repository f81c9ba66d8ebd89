// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Float8.h"
#include "../Support/Errors.h"

#include <cmath>

using namespace fusion::runtime;

/// Both conversions are monotonic, so it is enough to look at each number and round each midpoint of neighbours.
/// `first` is the code behind the largest number, `next` what its value would be.
template <typename ToFloat, typename FromFloat, typename FromDouble>
static void check(unsigned first, double next, unsigned overflow, ToFloat toFloat, FromFloat fromFloat,
                  FromDouble fromDouble) {
  for (unsigned bits = 0; bits < first; ++bits) {
    double low = toFloat(bits), high = bits + 1 == first ? next : static_cast<double>(toFloat(bits + 1));
    double middle = (low + high) / 2;
    unsigned above = bits + 1 == first ? overflow : bits + 1, even = bits % 2 ? above : bits;
    for (double sign : {1.0, -1.0}) {
      unsigned signBit = sign < 0 ? 0x80 : 0;
      auto with = [&](unsigned code) { return code == 0x7f ? code : code | signBit; };
      EXPECT_EQ(fromDouble(sign * low), with(bits));
      EXPECT_EQ(fromDouble(sign * middle), with(even));
      EXPECT_EQ(fromDouble(sign * std::nextafter(middle, 0)), with(bits));
      EXPECT_EQ(fromDouble(sign * std::nextafter(middle, 1e300)), with(above));
      auto single = static_cast<float>(sign * middle);
      EXPECT_EQ(fromFloat(single), with(even));
      EXPECT_EQ(fromFloat(std::nextafterf(single, 0)), with(bits));
      EXPECT_EQ(fromFloat(std::nextafterf(single, static_cast<float>(sign) * INFINITY)), with(above));
    }
  }
  EXPECT_EQ(fromFloat(NAN), 0x7f);
  EXPECT_EQ(fromFloat(-NAN), 0x7f);
  EXPECT_EQ(fromDouble(1e300), overflow);
  EXPECT_EQ(fromFloat(INFINITY), overflow);
}

TEST(Float8, E4M3FNRoundsToNearestEven) {
  check(0x7f, 480, 0x7f, f8E4M3FNToFloat, floatToF8E4M3FN, doubleToF8E4M3FN);
  EXPECT_TRUE(std::isnan(f8E4M3FNToFloat(0x7f)) && std::isnan(f8E4M3FNToFloat(0xff)));
  EXPECT_EQ(f8E4M3FNToFloat(0x7e), 448);
  EXPECT_EQ(f8E4M3FNToFloat(0x01), std::ldexp(1.0f, -9));
  EXPECT_EQ(f8E4M3FNToFloat(0xb8), -1);
}

TEST(Float8, E5M2RoundsToNearestEven) {
  check(0x7c, 65536, 0x7c, f8E5M2ToFloat, floatToF8E5M2, doubleToF8E5M2);
  for (unsigned bits : {0x7d, 0x7e, 0x7f, 0xfd})
    EXPECT_TRUE(std::isnan(f8E5M2ToFloat(static_cast<uint8_t>(bits))));
  EXPECT_EQ(f8E5M2ToFloat(0xfc), -INFINITY);
  EXPECT_EQ(f8E5M2ToFloat(0x7b), 57344);
  EXPECT_EQ(f8E5M2ToFloat(0x01), std::ldexp(1.0f, -16));
}
