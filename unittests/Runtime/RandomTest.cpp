// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Random.h"
#include "../Support/Errors.h"

#include <cmath>
#include <set>

using namespace fusion;
using namespace fusion::runtime;

TEST(Random, RandomIsAFunctionOfItsCounters) {
  // More elements than one thread fills; each can be computed alone.
  auto tensor = HostTensor::allocate(FUSION_F32, {3, 1 << 20});
  EXPECT_TRUE(tensor);
  fillRandom(*tensor, 7, 2);
  for (int64_t i : {0, 1, 12345, 1 << 20, 3 * (1 << 20) - 1})
    EXPECT_EQ(tensor->as<float>()[i], static_cast<float>(randomValue(7, 2, i, FUSION_F32, RandomKind::Normal)));
  EXPECT_NE(randomBits(7, 2, 0), randomBits(7, 3, 0));
  EXPECT_NE(randomBits(7, 2, 0), randomBits(8, 2, 0));
}

TEST(Random, RandomNormalHasItsMoments) {
  double sum = 0, squares = 0, fourth = 0;
  constexpr int count = 200000;
  int beyond = 0;
  for (int i = 0; i < count; ++i) {
    double x = randomValue(1, 0, i, FUSION_F64, RandomKind::Normal);
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    beyond += std::fabs(x) > 1.959964;
  }
  EXPECT_LT(std::fabs(sum / count), 0.01);
  EXPECT_LT(std::fabs(squares / count - 1), 0.02);
  EXPECT_LT(std::fabs(fourth / count - 3), 0.15);
  EXPECT_LT(std::fabs(static_cast<double>(beyond) / count - 0.05), 0.003);
}

TEST(Random, RandomIntegersStayInRange) {
  int seen[9] = {}, ones = 0;
  std::set<double> bytes;
  for (int i = 0; i < 9000; ++i) {
    double x = randomValue(3, 0, i, FUSION_BF16, RandomKind::Integer);
    EXPECT_GE(x, -4);
    EXPECT_LE(x, 4);
    EXPECT_EQ(x, std::floor(x));
    ++seen[static_cast<int>(x) + 4];
    double bit = randomValue(3, 0, i, FUSION_I32, RandomKind::Normal);
    EXPECT_TRUE(bit == 0 || bit == 1);
    ones += bit == 1;
    bytes.insert(randomValue(3, 0, i, FUSION_I8, RandomKind::Normal));
  }
  for (int count : seen) {
    EXPECT_GT(count, 800);
    EXPECT_LT(count, 1200);
  }
  EXPECT_EQ(bytes.size(), 256u);
  EXPECT_EQ(*bytes.begin(), -128);
  EXPECT_EQ(*bytes.rbegin(), 127);
  EXPECT_GT(ones, 4200);
  EXPECT_LT(ones, 4800);
}
