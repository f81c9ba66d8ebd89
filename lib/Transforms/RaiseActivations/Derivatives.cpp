// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derivatives of activations. Each is a sum that cancels near its one zero. There it is written in x - x0, which is
// exact, so that a result of 16 bits has all of its digits.

#include "Derivatives.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// x - zero, exact where the two are close.
static Value subtractZero(ScalarWriter &s, Value x, double zero) {
  double head = s.type.isF64() ? zero : static_cast<float>(zero);
  Value difference = s.add(x, s.constant(-head));
  return head == zero ? difference : s.add(difference, s.constant(head - zero));
}

namespace {
/// x / (1 + exp(-y)) with y = linear · x + cubic · x³. Its derivative is s (1 + w (1 - s)) with the logistic function s
/// of y and w = x y', or s² (1 - s) / s (1 + w + exp(y)).
struct LogisticGate {
  double linear, cubic;

  double argument(double x) const { return x * (linear + cubic * x * x); }
  double gain(double x) const { return x * (linear + 3 * cubic * x * x); }
  /// Whether the derivative has one zero, on the side where y is negative.
  bool hasOneZero() const { return linear != 0 && linear * cubic >= 0; }
  double findZero() const;
};
} // namespace

/// 1 + w + exp(y) grows with |linear|'s sign; between -2 / |linear|, where it is negative, and 0 is its zero.
double LogisticGate::findZero() const {
  double below = -2 / linear, above = 0;
  for (int i = 0; i < 200; ++i) {
    double middle = 0.5 * (below + above);
    (1 + gain(middle) + std::exp(argument(middle)) < 0 ? below : above) = middle;
  }
  return above;
}

/// m (1 + w + m) for m = exp(y). Since 1 + w0 + exp(y0) is 0 it is m (w - w0 + exp(y0) (exp(y - y0) - 1)), of which
/// both parts are multiples of x - x0 and of one sign.
static Value buildNegativeSide(ScalarWriter &s, const LogisticGate &gate, Value x, Value square, Value m, Value gain) {
  if (!gate.hasOneZero()) {
    Value rest = s.mul(s.mul(m, x), gain);
    return s.fma(m, s.add(m, s.constant(1.0)), rest);
  }
  double zero = gate.findZero();
  Value distance = subtractZero(s, x, zero);
  Value slope = s.constant(gate.linear), steep = slope;
  if (gate.cubic != 0) { // x² + x x0 + x0²
    Value sum = s.add(s.fma(x, s.constant(zero), square), s.constant(zero * zero));
    slope = s.fma(sum, s.constant(gate.cubic), s.constant(gate.linear));
    steep = s.fma(sum, s.constant(3 * gate.cubic), s.constant(gate.linear));
  }
  Value growth = s.expm1(s.mul(distance, slope));
  Value tail = s.mul(s.mul(m, s.constant(std::exp(gate.argument(zero)))), growth);
  return s.fma(s.mul(m, distance), steep, tail);
}

/// With m = exp(-|y|) and r = 1 / (1 + m): r² (1 + m + w m) where y > 0, else r² m (1 + w + m). Below -64 m loses its
/// last digits in f32 where the result has all of them: there it is made 32 steps higher and brought down at the end.
static Value buildDerivative(ScalarWriter &s, const LogisticGate &gate, Value x) {
  Value square, slope = s.constant(gate.linear), gain = slope;
  if (gate.cubic != 0) { // limited, so that a finite x with m = 0 gives 0
    square = s.min(s.mul(x, x), s.constant(0x1p100));
    slope = s.fma(square, s.constant(gate.cubic), slope);
    gain = s.fma(square, s.constant(3 * gate.cubic), gain);
  }
  Value y = s.mul(x, slope);
  Value exponent = s.neg(s.abs(y)), far;
  if (!s.type.isF64()) {
    far = s.less(y, s.constant(-64.0));
    exponent = s.select(far, s.add(exponent, s.constant(32.0)), exponent);
  }
  Value m = s.exp(exponent);
  Value ratio = s.div(s.constant(1.0), s.add(m, s.constant(1.0)));
  Value above = s.fma(s.mul(m, x), gain, s.add(m, s.constant(1.0)));
  Value below = buildNegativeSide(s, gate, x, square, m, gain);
  Value side = s.select(s.less(s.constant(0.0), y), above, below);
  Value result = s.mul(s.mul(ratio, ratio), side);
  return far ? s.select(far, s.mul(result, s.constant(std::exp(-32.0))), result) : result;
}

Value fusion::createLogisticGateDerivative(OpBuilder &builder, Location loc, Value x, double linear, double cubic) {
  return createScalarMap(builder, loc, x, [&](ScalarWriter &s, Value scalar) {
    return buildDerivative(s, LogisticGate{linear, cubic}, scalar);
  });
}

/// The zero of 0.5 erfc(-z) + z exp(-z²) / √π, where it is negative of an x that is -0.7517915...
static double findZeroOfErfGelu() {
  double below = -0.6, above = -0.5;
  for (int i = 0; i < 100; ++i) {
    double z = 0.5 * (below + above);
    (0.5 * std::erfc(-z) + z * std::exp(-z * z) / std::sqrt(M_PI) < 0 ? below : above) = z;
  }
  return above;
}

/// The derivative of gelu with erf around its zero: v times a polynomial in v = z - z0. Its own derivative is
/// 2 / √π (1 - z²) exp(-z²); that exponential's coefficients follow from its differential equation.
static Value buildNearZero(ScalarWriter &s, Value v, double zero) {
  const int degree = s.type.isF64() ? 26 : 11;
  SmallVector<double> bell{std::exp(-zero * zero)};
  auto bellAt = [&](int k) { return k < 0 ? 0.0 : bell[k]; };
  for (int k = 0; k + 1 < degree; ++k)
    bell.push_back(-2 * (zero * bell[k] + bellAt(k - 1)) / (k + 1));
  Value sum;
  for (int k = degree - 1; k >= 0; --k) {
    double slope = (1 - zero * zero) * bell[k] - 2 * zero * bellAt(k - 1) - bellAt(k - 2);
    Value coefficient = s.constant(2 / std::sqrt(M_PI) * slope / (k + 1));
    sum = sum ? s.fma(sum, v, coefficient) : coefficient;
  }
  return s.mul(v, sum);
}

/// 0.5 erfc(-z) + z exp(-z²) / √π with z = scale · x, written otherwise near its zero.
static Value buildErfDerivative(ScalarWriter &s, Value x, double scale) {
  Value z = s.mul(x, s.constant(scale));
  Value part = s.mul(s.erfc(s.neg(z)), s.constant(0.5));
  Value bell = s.exp(s.neg(s.mul(z, z)));
  Value direct = s.add(part, s.mul(s.mul(z, s.constant(1 / std::sqrt(M_PI))), bell));
  double zero = findZeroOfErfGelu();
  Value v = s.mul(subtractZero(s, x, zero / scale), s.constant(scale));
  return s.select(s.less(s.abs(v), s.constant(0.25)), buildNearZero(s, v, zero), direct);
}

Value fusion::createErfGeluDerivative(OpBuilder &builder, Location loc, Value x, double scale) {
  return createScalarMap(builder, loc, x,
                         [&](ScalarWriter &s, Value scalar) { return buildErfDerivative(s, scalar, scale); });
}
