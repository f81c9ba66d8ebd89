// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits soft caps by polynomials.

#include "SoftCap.h"

#include "Formula.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// By Remez's algorithm, and how far it is off.
static constexpr CapPolynomial quintic = {0.45, 0.9999585228996223, -0.3316544208619954, 0.11609694392797522};
static constexpr double quinticError = 2.7e-6;

/// Whether powers of the factor are numbers, as coefficients of a polynomial have them.
static bool isNormal(double factor, int power) {
  return std::pow(factor, power) > 1e-30 && std::pow(factor, power) < 1e30;
}

// tanh(a) = a - a^3 / 3 + 2 a^5 / 15 - ..., of which a^5 = r^5 T5(a / r) / 16 + 5 r^2 a^3 / 4 - 5 r^4 a / 16 for the
// Chebyshev polynomial T5, at most 1 in the range r. Without it 2 r^5 / 240 is lost; the next term makes that less.
std::optional<CapPolynomial> SoftCap::getCubic(double exponentFactor, double mostGrowth) const {
  double most = gain * exponentFactor;
  double range = std::min({0.45, std::pow(120 * mostError / most, 0.2), mostGrowth / (2 * most)});
  if (!isNormal(factor, 3) || !isNormal(range / factor, 2))
    return std::nullopt;
  double square = range * range;
  // The same of -17 a^7 / 315, by T7.
  double c1 = 1 - square * square * (1.0 / 24 - square * 17 / 720),
         c3 = -1.0 / 3 + square * (1.0 / 6 - square * 17 / 240);
  return CapPolynomial{range, c1, c3, 0};
}

Value SoftCap::isInside(KernelBuilder &kb, const CapPolynomial &cubic, ArrayRef<Value> products,
                        ArrayRef<Value> references, double exponentFactor, double mostGrowth) const {
  // Two chains at once.
  Value sizes[2];
  for (auto [i, product] : llvm::enumerate(products)) {
    Value size = kb.create<math::AbsFOp>(product), &largest = sizes[i % 2];
    largest = largest ? kb.create<arith::MaxNumFOp>(largest, size) : size;
  }
  Value isInside = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OLE, kb.create<arith::MaxNumFOp>(sizes[0], sizes[1]),
                                            kb.cF32(cubic.range / factor));
  double lowest = offset + gain * cubic.range - mostGrowth / exponentFactor;
  for (Value reference : references)
    isInside = kb.andI(isInside, kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGE, reference, kb.cF32(lowest)));
  return isInside;
}

std::optional<CapPolynomial> SoftCap::getQuintic(double exponentFactor) const {
  constexpr double mostError = 1.0 / 4096;
  if (gain * exponentFactor * quinticError > mostError || !isNormal(factor, 5))
    return std::nullopt;
  return quintic;
}

Value SoftCap::isNear(KernelBuilder &kb, const CapPolynomial &quintic, Value largestProduct, Value reference,
                      double exponentFactor) const {
  constexpr double negligible = 16; // 2^-16 of the largest weight
  double range = quintic.range;
  Value isInRange = kb.create<arith::CmpFOp>(arith::CmpFPredicate::OLE, largestProduct, kb.cF32(range / factor));
  double lowest = offset - gain * std::tanh(range) + negligible / exponentFactor;
  return kb.andI(isInRange, kb.create<arith::CmpFOp>(arith::CmpFPredicate::OGE, reference, kb.cF32(lowest)));
}

Value SoftCap::emitExponent(KernelBuilder &kb, const CapPolynomial &polynomial, Value x, double exponentFactor,
                            Value shift) const {
  Value square = kb.create<arith::MulFOp>(x, x);
  auto coefficient = [&](double c, int power) { return kb.cF32(exponentFactor * gain * c * std::pow(factor, power)); };
  Value sum = coefficient(polynomial.c3, 3);
  if (polynomial.c5 != 0)
    sum = emitFma(kb, square, coefficient(polynomial.c5, 5), sum);
  sum = emitFma(kb, square, sum, coefficient(polynomial.c1, 1));
  return emitFma(kb, x, sum, shift);
}
