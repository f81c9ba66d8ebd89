// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The benchmark's own kernels, on the driver that interprets PTX.

#include "fusion/Bench/DeviceKernels.h"
#include "../Support/Errors.h"
#include "../Support/StandIn.h"

#include <cmath>
#include <cstring>
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

/// What the kernels of `type` fill `count` elements with.
static std::vector<double> fill(FusionDType type, RandomData kind, int64_t count, float scale) {
  auto device = Device::open(FUSION_CUDA);
  EXPECT_TRUE(device);
  auto kernels = DeviceKernels::create(*device);
  auto tensor = HostTensor::allocate(type, {count});
  EXPECT_TRUE(kernels && tensor);
  auto bytes = static_cast<size_t>(tensor->bytes());
  auto buffer = Buffer::allocate(*device, bytes);
  EXPECT_TRUE(buffer);
  EXPECT_TRUE(!(*kernels)->fill(buffer->data(), count, type, kind, 7, scale) && !(*device)->synchronize() &&
              !(*device)->download(tensor->data(), buffer->data(), bytes));
  std::vector<double> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(tensor->valueAt(i));
  return values;
}

TEST_F(DeviceKernelsTest, EightBitsAreFilledWithWholeNumbers) {
  std::vector<double> wanted = fill(FUSION_F32, RandomData::Integer, 300, 1);
  for (FusionDType type : {FUSION_I8, FUSION_F8E4M3FN, FUSION_F8E5M2})
    EXPECT_EQ(fill(type, RandomData::Integer, 300, 1), wanted) << dtypeName(type);
  // Down to the least numbers, of which f8E4M3FN has fewer.
  std::vector<double> small = fill(FUSION_F32, RandomData::Integer, 300, 0x1p-9f);
  EXPECT_EQ(fill(FUSION_F8E4M3FN, RandomData::Integer, 300, 0x1p-9f), small);
  EXPECT_EQ(fill(FUSION_F8E5M2, RandomData::Integer, 300, 0x1p-9f), small);
}

TEST_F(DeviceKernelsTest, EightBitsAreRoundedToTheNearest) {
  std::vector<double> wanted = fill(FUSION_F32, RandomData::Normal, 1000, 32);
  for (FusionDType type : {FUSION_I8, FUSION_F8E4M3FN, FUSION_F8E5M2}) {
    std::vector<double> filled = fill(type, RandomData::Normal, 1000, 32);
    for (size_t i = 0; i < wanted.size(); ++i) {
      HostTensor nearest = *HostTensor::allocate(type, {1});
      nearest.setValue(0, type == FUSION_I8 ? std::nearbyint(wanted[i]) : wanted[i]);
      // 8-bit floats by way of f16, whose rounding may bring a number to the middle between two of them.
      double unit = type == FUSION_I8 ? 0 : std::abs(wanted[i]) * 0x1p-10;
      EXPECT_LE(std::abs(filled[i] - wanted[i]), std::abs(nearest.valueAt(0) - wanted[i]) + unit)
          << dtypeName(type) << " of " << wanted[i];
    }
  }
}

TEST_F(DeviceKernelsTest, WeightsAreMadeOfIntegers) {
  auto device = Device::open(FUSION_CUDA);
  ASSERT_TRUE(device);
  auto kernels = DeviceKernels::create(*device);
  ASSERT_TRUE(kernels);
  // Two rows of four, a scale for two each: 1, 2, 4, 0.5.
  std::vector<uint16_t> scales = {0x3f80, 0x4000, 0x4080, 0x3f00}, weight(8);
  std::vector<int8_t> bytes = {1, -2, 3, -4, 5, -6, 127, -128};
  std::vector<uint8_t> halves = {0xe1, 0xc3, 0xa5, 0x87}; // 1, -2, 3, -4, 5, -6, 7, -8
  auto memory = Buffer::allocate(*device, 64);
  ASSERT_TRUE(memory);
  char *data = static_cast<char *>(memory->data());
  auto compute = [&](const void *integers, size_t size, int bits) {
    EXPECT_TRUE(!(*device)->upload(data, integers, size) && !(*device)->upload(data + 16, scales.data(), 8) &&
                !(*kernels)->dequantize(data + 32, FUSION_BF16, {data, data + 16, 2, 4, 2, bits}) &&
                !(*device)->synchronize() && !(*device)->download(weight.data(), data + 32, 16));
    std::vector<float> values;
    for (uint16_t element : weight) {
      uint32_t wide = uint32_t(element) << 16;
      values.push_back(0);
      std::memcpy(&values.back(), &wide, sizeof(wide));
    }
    return values;
  };
  EXPECT_EQ(compute(bytes.data(), 8, 8), (std::vector<float>{1, -2, 6, -8, 20, -24, 63.5, -64}));
  EXPECT_EQ(compute(halves.data(), 4, 4), (std::vector<float>{1, -2, 6, -8, 20, -24, 3.5, -4}));
  EXPECT_ERROR((*kernels)->dequantize(data, FUSION_F32, {data, data, 1, 2, 1, 8}), "no weights of type f32");
}
