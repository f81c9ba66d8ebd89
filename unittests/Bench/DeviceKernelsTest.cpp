// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The benchmark's own kernels, on the driver that interprets PTX.

#include "fusion/Bench/DeviceKernels.h"
#include "../Support/Errors.h"
#include "../Support/StandIn.h"

#include <limits>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace {
class DeviceKernelsTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    test::loadDriver("../verify/emulated-driver");
    setenv("FUSION_ASSEMBLER", "driver", 1);
    setenv("FAKE_DRIVER_CHIP", "90", 1);
  }
};
} // namespace

/// How many of two tensors' elements the kernel of `type` says differ.
template <typename T>
static int64_t countDifferences(FusionDType type, DeviceKernels::Tolerance tolerance, const std::vector<T> &a,
                                const std::vector<T> &b) {
  auto device = Device::open(FUSION_CUDA);
  EXPECT_TRUE(device);
  auto kernels = DeviceKernels::create(*device);
  EXPECT_TRUE(kernels);
  size_t bytes = a.size() * sizeof(T);
  auto first = Buffer::allocate(*device, bytes), second = Buffer::allocate(*device, bytes);
  EXPECT_TRUE(first && second && a.size() == b.size());
  EXPECT_TRUE(!(*device)->upload(first->data(), a.data(), bytes) &&
              !(*device)->upload(second->data(), b.data(), bytes));
  auto count =
      (*kernels)->countDifferences(first->data(), second->data(), static_cast<int64_t>(a.size()), type, tolerance);
  EXPECT_TRUE(count);
  return count ? *count : -1;
}

constexpr uint16_t kHalfOne = 0x3c00, kHalfNaN = 0x7e00, kHalfInfinity = 0x7c00;
constexpr uint16_t kBrainOne = 0x3f80, kBrainNaN = 0x7fc0;

TEST_F(DeviceKernelsTest, DifferencesInBitsCountWhereNothingIsTolerated) {
  std::vector<uint16_t> same = {kHalfOne, kHalfNaN, kHalfInfinity, 0}, zero = same;
  EXPECT_EQ(countDifferences(FUSION_F16, {}, same, same), 0);
  zero[3] = 0x8000; // -0
  EXPECT_EQ(countDifferences(FUSION_F16, {}, zero, same), 1);
  std::vector<uint16_t> many(3000, kBrainOne), others = many;
  others[0] = others[1999] = others[2999] = kBrainOne + 1;
  EXPECT_EQ(countDifferences(FUSION_BF16, {}, many, others), 3);
  EXPECT_EQ(countDifferences<float>(FUSION_F32, {}, {1, 2, 3}, {1, 2.5, 3}), 1);
}

TEST_F(DeviceKernelsTest, DifferencesWithinToleranceDoNotCount) {
  DeviceKernels::Tolerance unit = {0x1.02p-10f, 0}, brainUnit = {0x1.02p-7f, 0};
  uint16_t half = kHalfOne, brain = kBrainOne;
  std::vector<uint16_t> halves = {half, half, half}, brains = {brain, brain, brain};
  EXPECT_EQ(countDifferences<uint16_t>(FUSION_F16, unit, {half, kHalfOne + 1, kHalfOne + 2}, halves), 1);
  EXPECT_EQ(countDifferences<uint16_t>(FUSION_BF16, brainUnit, {brain, kBrainOne + 1, kBrainOne + 2}, brains), 1);
  EXPECT_EQ(countDifferences<float>(FUSION_F32, {0, 0x1p-16f}, {1, 0x1p-17f, -0x1p-16f}, {1, 0, 0}), 1);
}

TEST_F(DeviceKernelsTest, NaNAndInfinityAreWithinNoTolerance) {
  DeviceKernels::Tolerance all = {1e30f, 1e30f};
  EXPECT_EQ(countDifferences<uint16_t>(FUSION_F16, all, {kHalfNaN, kHalfOne, kHalfInfinity, kHalfInfinity},
                                       {kHalfOne, kHalfNaN, kHalfOne, kHalfInfinity}),
            3);
  EXPECT_EQ(countDifferences<uint16_t>(FUSION_BF16, all, {kBrainNaN, kBrainOne}, {kBrainOne, kBrainOne}), 1);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(countDifferences<float>(FUSION_F32, all, {infinity, 1}, {-infinity, infinity}), 2);
}
