// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random elements by their number, the same everywhere.

#include "fusion/Runtime/Random.h"
#include "fusion/Runtime/Parallel.h"

#include <algorithm>
#include <cmath>

using namespace fusion;
using namespace fusion::runtime;

/// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

uint64_t runtime::randomBits(uint64_t seed, uint64_t tensor, uint64_t index) {
  constexpr uint64_t golden = 0x9e3779b97f4a7c15ull;
  uint64_t key = mix(mix(seed + golden) + (tensor + 1) * golden);
  return mix(key + (index + 1) * golden);
}

/// Inverse of the normal distribution function: P. J. Acklam's rational approximation, relative error below 1.2e-9.
static double inverseNormal(double p) {
  constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                          1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
                          -1.328068155288572e+01};
  constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                          -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00};
  constexpr double low = 0.02425;
  if (p < low || p > 1 - low) {
    double q = std::sqrt(-2 * std::log(p < low ? p : 1 - p));
    double x = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    return p < low ? x : -x;
  }
  double q = p - 0.5, r = q * q;
  return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
         (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

double runtime::randomValue(uint64_t seed, uint64_t tensor, uint64_t index, FusionDType dtype, RandomKind kind) {
  uint64_t bits = randomBits(seed, tensor, index);
  if (dtype == FUSION_I8)
    return static_cast<int8_t>(bits >> 56);
  if (!isFloat(dtype))
    return static_cast<double>(bits >> 63);
  if (kind == RandomKind::Integer)
    return static_cast<double>((bits >> 32) * 9 >> 32) - 4;
  return inverseNormal((static_cast<double>(bits >> 11) + 0.5) * 0x1p-53);
}

void runtime::fillRandom(HostTensor &tensor, uint64_t seed, uint64_t tensorIndex, RandomKind kind) {
  constexpr int64_t share = 1 << 20;
  int64_t count = tensor.elements();
  runParallel(static_cast<size_t>((count + share - 1) / share), [&](size_t part) {
    int64_t begin = static_cast<int64_t>(part) * share, end = std::min(begin + share, count);
    for (int64_t i = begin; i < end; ++i)
      tensor.setValue(i, randomValue(seed, tensorIndex, static_cast<uint64_t>(i), tensor.dtype(), kind));
  });
}
