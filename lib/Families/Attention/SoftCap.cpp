// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits soft caps by a polynomial.

#include "SoftCap.h"

#include "Formula.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// tanh(x) = c1 x + c3 x^3 + c5 x^5 for |x| <= range, by Remez's algorithm.
static constexpr double range = 0.45, error = 2.7e-6;
static constexpr double c1 = 0.9999585228996223, c3 = -0.3316544208619954, c5 = 0.11609694392797522;

bool SoftCap::isSmooth(double exponentFactor) const {
  constexpr double mostError = 1.0 / 4096, leastNormal = 1e-30;
  return gain * exponentFactor * error <= mostError && std::pow(factor, 5) > leastNormal && std::pow(factor, 5) < 1e30;
}

Value SoftCap::isNear(KernelBuilder &kb, Value largestProduct, Value reference, double exponentFactor) const {
  constexpr double negligible = 16; // 2^-16 of the largest weight
  Value isInRange = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OLE, largestProduct, kb.cF32(range / factor));
  double lowest = offset - gain * std::tanh(range) + negligible / exponentFactor;
  return kb.andI(isInRange, kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGE, reference, kb.cF32(lowest)));
}

Value SoftCap::emitExponent(KernelBuilder &kb, Value x, double exponentFactor, Value shift) const {
  Value square = kb.create<arith::MulFOp>(x, x);
  auto coefficient = [&](double c, int power) { return kb.cF32(exponentFactor * gain * c * std::pow(factor, power)); };
  Value sum = emitFma(kb, square, coefficient(c5, 5), coefficient(c3, 3));
  sum = emitFma(kb, square, sum, coefficient(c1, 1));
  return emitFma(kb, x, sum, shift);
}
