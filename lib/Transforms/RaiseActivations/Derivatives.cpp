// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derivatives of activations. Each is d(x) = 1 - d(-x), so it is made of what it is where x is negative, which has one
// zero and decays far from it. There it is written as a product with a factor that is right around the zero: a result
// of 16 bits has all of its digits everywhere.

#include "Derivatives.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

static Value times(ScalarWriter &s, Value x, double factor) {
  return static_cast<float>(factor) == 1 ? x : s.mul(x, s.constant(factor));
}

/// The polynomial of x with these coefficients, the constant one first.
static Value horner(ScalarWriter &s, Value x, ArrayRef<double> coefficients) {
  Value sum = s.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = s.fma(sum, x, s.constant(coefficient));
  return sum;
}

namespace {
/// x / (1 + exp(-y)) with y = linear · x + cubic · x³. With w = x y' its derivative is s (1 + w (1 - s)), s the
/// logistic function of y. With m = exp(-|y|), and w negated where y is negative, it is m (1 + m - w) / (1 + m)² where
/// y is negative, and what that lacks to 1 elsewhere.
struct LogisticGate {
  double linear, cubic;

  double argument(double x) const { return x * (linear + cubic * x * x); }
  double gain(double x) const { return x * (linear + 3 * cubic * x * x); }
  /// Whether 1 + m - w has one zero on each side.
  bool hasOneZero() const { return linear * cubic >= 0; }
  double findZero() const;
  std::array<double, 5> expandAround(double center) const;
};
} // namespace

/// Of |x|. 1 + m - |w| falls; between 0 and 2 / |linear|, where it is negative, is its zero.
double LogisticGate::findZero() const {
  double below = 0, above = 2 / std::abs(linear);
  for (int i = 0; i < 200; ++i) {
    double middle = 0.5 * (below + above);
    bool isPositive = 1 + std::exp(-std::abs(argument(middle))) - std::abs(gain(middle)) > 0;
    (isPositive ? below : above) = middle;
  }
  return above;
}

/// Coefficients of |w| - 1 - m in |x| - center. Those of m follow from m' = -|y|' m.
std::array<double, 5> LogisticGate::expandAround(double center) const {
  double a = std::abs(linear), c = std::abs(cubic);
  const double slope[] = {a + 3 * c * center * center, 6 * c * center, 3 * c};
  std::array<double, 5> m{std::exp(-std::abs(argument(center)))};
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j <= std::min(k, 2); ++j)
      m[k + 1] -= slope[j] * m[k - j];
    m[k + 1] /= k + 1;
  }
  const double w[] = {std::abs(gain(center)), a + 9 * c * center * center, 9 * c * center, 3 * c};
  std::array<double, 5> sum{-1};
  for (int k = 0; k < 5; ++k)
    sum[k] += (k < 4 ? w[k] : 0) - m[k];
  return sum;
}

/// `direct`, or around the zero what `finish` makes of w - 1 - m by its polynomial.
static Value chooseNear(ScalarWriter &s, const LogisticGate &gate, Value x, Value direct,
                        function_ref<Value(Value)> finish) {
  double center = static_cast<float>(gate.findZero());
  Value distance = s.add(s.abs(x), s.constant(-center));
  Value near = finish(horner(s, distance, gate.expandAround(center)));
  return s.select(s.less(s.abs(distance), s.constant(0.0625 / std::abs(gate.linear))), near, direct);
}

/// m (w - 1 - m), whose sum cancels around its zero: within 1/16 a polynomial stands for it. Where m is 0 it is +0.
static Value buildProduct(ScalarWriter &s, const LogisticGate &gate, Value x, Value m, Value m1, Value gain,
                          Value isPositive) {
  Value direction = gate.hasOneZero() ? s.abs(x) : s.select(isPositive, x, s.neg(x));
  if (gain) { // w may be infinite: the product with m first, which is 0 then
    Value w = s.mul(s.mul(m, direction), gain), direct = s.fma(s.neg(m), m1, w);
    return gate.hasOneZero() ? chooseNear(s, gate, x, direct, [&](Value near) { return s.mul(m, near); }) : direct;
  }
  Value direct = s.fma(direction, s.constant(std::abs(gate.linear)), s.neg(m1));
  return s.mul(m, chooseNear(s, gate, x, direct, [](Value near) { return near; }));
}

static Value buildDerivative(ScalarWriter &s, const LogisticGate &gate, Value x) {
  Value slope, gain;
  if (gate.cubic != 0) {
    double sign = gate.hasOneZero() && gate.linear < 0 ? -1 : 1; // of w, for |x|
    Value square = s.min(s.mul(x, x), s.constant(0x1p100));      // so that w stays finite
    slope = s.fma(square, s.constant(gate.cubic), s.constant(gate.linear));
    gain = s.fma(square, s.constant(sign * 3 * gate.cubic), s.constant(sign * gate.linear));
  }
  Value y = slope ? s.mul(x, slope) : times(s, x, gate.linear);
  Value isPositive = s.less(s.constant(0.0), y);
  Value m = s.exp(s.neg(s.abs(y))), m1 = s.add(m, s.constant(1.0));
  Value quotient = s.div(buildProduct(s, gate, x, m, m1, gain, isPositive), s.mul(m1, m1));
  return s.select(isPositive, s.add(s.constant(1.0), quotient), s.neg(quotient));
}

Value fusion::createLogisticGateDerivative(OpBuilder &builder, Location loc, Value x, double linear, double cubic) {
  return createScalarMap(builder, loc, x, [&](ScalarWriter &s, Value scalar) {
    return buildDerivative(s, LogisticGate{linear, cubic}, scalar);
  });
}

/// erfc(a / √2) / 2 - a exp(-a²/2) / √(2π), the derivative of gelu at -a, as exp(-a²/2) (a0 - a) P(a) / Q(a).
static Value buildErfDerivative(ScalarWriter &s, Value x, double scale) {
  const double zero = 0x1.80ead197f00b4p-1; // a0
  Value a = times(s, s.abs(x), scale * std::sqrt(2.0));
  Value bell = s.exp(s.mul(s.mul(a, a), s.constant(-0.5)));
  double head = static_cast<float>(zero);
  Value distance = s.add(s.sub(s.constant(head), a), s.constant(zero - head));
  // A relative error of 3e-8, by least squares with Lawson's weights. Beyond 16 the exponential is 0 in f32.
  Value limited = s.min(a, s.constant(16.0));
  Value p = horner(s, limited, {0x1.54851ap-1, 0x1.81775p-1, 0x1.82456cp-2, 0x1.86a138p-4, 0x1.546b1p-7});
  Value q = horner(s, limited, {1.0, 0x1.65c974p+0, 0x1.955b5ap-1, 0x1.c180c6p-3, 0x1.aaa602p-6});
  Value negative = s.mul(s.mul(bell, distance), s.div(p, q));
  return s.select(s.less(s.constant(0.0), x), s.sub(s.constant(1.0), negative), negative);
}

Value fusion::createErfGeluDerivative(OpBuilder &builder, Location loc, Value x, double scale) {
  return createScalarMap(builder, loc, x,
                         [&](ScalarWriter &s, Value scalar) { return buildErfDerivative(s, scalar, scale); });
}
