// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emulation.h"
#include <cmath>
#include <cstdint>
#include <cstring>

static ErrorDirection chosen;

void setErrorDirection(ErrorDirection direction) { chosen = direction; }

/// +1 or -1.
static double direction(float x, int fixed) {
  if (fixed != 0)
    return fixed;
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return (bits * 2654435761u) >> 31 ? 1.0 : -1.0;
}

static float flush(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }

static float off(float x, double exact, double relative) {
  return float(exact * (1 + direction(x, chosen.others) * relative));
}

// Bounds: PTX ISA, "Floating Point Instructions": ex2, rcp (1 ULP), rsqrt, sqrt, lg2 and div.full (2 ULP).
extern "C" {
static float ex2(float x) { return float(std::exp2(double(x)) * (1 + direction(x, chosen.exponentials) * 0x1p-22)); }
static float ex2Flush(float x) { return flush(ex2(flush(x))); }
static float rcpFlush(float x) { return flush(off(x, 1 / double(flush(x)), 0x1p-23)); }
static float rsqrt(float x) { return off(x, 1 / std::sqrt(double(x)), 0x1.1p-23); }
static float sqrtApprox(float x) { return off(x, std::sqrt(double(x)), 0x1p-23); }
static float sqrtRounded(float x) { return std::sqrt(x); }
static double sqrtRoundedWide(double x) { return std::sqrt(x); }
static float divFull(float x, float y) { return off(x, double(x) / y, 0x1p-22); }
static float lg2(float x) {
  double exact = std::log2(double(x));
  return x > 0.5f && x < 2 ? float(exact + direction(x, chosen.others) * 0x1p-22) : off(x, exact, 0x1p-22);
}
}

const std::vector<std::pair<std::string, void *>> &emulatedIntrinsics() {
  static const std::vector<std::pair<std::string, void *>> table = {
      {"llvm.nvvm.ex2.approx.ftz.f32", reinterpret_cast<void *>(ex2Flush)},
      {"llvm.nvvm.rcp.approx.ftz.f", reinterpret_cast<void *>(rcpFlush)},
      {"llvm.nvvm.rsqrt.approx.f", reinterpret_cast<void *>(rsqrt)},
      {"llvm.nvvm.sqrt.approx.f", reinterpret_cast<void *>(sqrtApprox)},
      {"llvm.nvvm.sqrt.rn.f", reinterpret_cast<void *>(sqrtRounded)},
      {"llvm.nvvm.sqrt.rn.d", reinterpret_cast<void *>(sqrtRoundedWide)},
      {"llvm.nvvm.div.full", reinterpret_cast<void *>(divFull)},
      {"llvm.nvvm.lg2.approx.f", reinterpret_cast<void *>(lg2)},
  };
  return table;
}
