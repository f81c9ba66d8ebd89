// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derivatives of activations and sums that cancel, in the orders in which frameworks and people write them.

#include "Activations.h"

using namespace mlir;
using namespace fusion::smith;

namespace {
/// A formula writer in the words of these formulas.
struct Terms {
  FormulaWriter &w;
  Value x;

  Value c(double value) { return w.constant(value, x); }
  Value add(Value a, Value b) { return w.op("arith.addf", {a, b}); }
  Value sub(Value a, Value b) { return w.op("arith.subf", {a, b}); }
  Value mul(Value a, Value b) { return w.op("arith.mulf", {a, b}); }
  Value div(Value a, Value b) { return w.op("arith.divf", {a, b}); }
  Value exp(Value a) { return w.op("math.exp", a); }
  Value neg(Value a) { return w.op("arith.negf", a); }
  Value tanh(Value a) { return w.op("math.tanh", a); }
  Value erf(Value a) { return w.op("math.erf", a); }
  Value log(Value a) { return w.op("math.log", a); }
  Value sigmoid() { return div(c(1), add(exp(neg(x)), c(1))); }
  /// What gelu by tanh takes the tanh of.
  Value getInner() { return mul(c(0.79788456080286536), add(x, mul(c(0.044715), mul(x, mul(x, x))))); }
};
} // namespace

//===----------------------------------------------------------------------===//
// Sums that cancel
//===----------------------------------------------------------------------===//

static Value oneLessSigmoid(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.sub(t.c(1), t.sigmoid());
}

static Value oneLessTanh(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.sub(t.c(1), t.tanh(x));
}

static Value oneMoreTanh(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.add(t.tanh(x), t.c(1));
}

static Value oneLessTanhSquared(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value tanh = t.tanh(x);
  return t.sub(t.c(1), t.mul(tanh, tanh));
}

static Value oneLessErf(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.sub(t.c(1), t.erf(x));
}

static Value expLessOne(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.sub(t.exp(x), t.c(1));
}

static Value oneLessExp(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.sub(t.c(1), t.exp(x));
}

static Value logOfOneMore(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.log(t.add(t.c(1), t.mul(x, x)));
}

static Value lessTanh(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.sub(x, t.tanh(x));
}

static Value thirdAndHalf(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.add(t.div(x, t.c(3)), t.c(0.5));
}

static Value logSigmoid(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.log(t.sigmoid());
}

/// -ln(1 + exp(-x))
static Value logSigmoidBySoftplus(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return t.neg(w.op("math.log1p", t.exp(t.neg(x))));
}

static Value elu(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value isPositive = w.compare(/*ogt*/ 2, x, t.c(0));
  return w.op("arith.select", {isPositive, x, t.sub(t.exp(x), t.c(1))}, getElementTypeOrSelf(x.getType()));
}

UnaryFormula fusion::smith::pickCancelling(Tape &tape) {
  static constexpr UnaryFormula kFormulas[] = {
      oneLessSigmoid, oneLessTanh, oneMoreTanh,  oneLessTanhSquared, oneLessErf,           expLessOne, oneLessExp,
      logOfOneMore,   lessTanh,    thirdAndHalf, logSigmoid,         logSigmoidBySoftplus, elu};
  return kFormulas[tape.draw(std::size(kFormulas))];
}

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

static Value ofSigmoid(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value s = t.sigmoid();
  return t.mul(s, t.sub(t.c(1), s));
}

static Value ofTanh(FormulaWriter &w, Value x) { return oneLessTanhSquared(w, x); }

/// s (1 + x (1 - s))
static Value ofSilu(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value s = t.sigmoid();
  return t.mul(s, t.add(t.mul(x, t.sub(t.c(1), s)), t.c(1)));
}

/// s + x s (1 - s)
static Value ofSiluAsSum(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value s = t.sigmoid();
  return t.add(s, t.mul(t.mul(x, s), t.sub(t.c(1), s)));
}

/// s + x s - x s s
static Value ofSiluMultipliedOut(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value s = t.sigmoid(), xs = t.mul(x, s);
  return t.sub(t.add(s, xs), t.mul(xs, s));
}

/// (1 + erf(x / sqrt 2)) / 2 + x exp(-x x / 2) / sqrt(2 pi)
static Value ofGelu(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value below = t.mul(t.c(0.5), t.add(t.erf(t.mul(x, t.c(0.70710678118654752))), t.c(1)));
  Value density = t.mul(t.exp(t.mul(t.c(-0.5), t.mul(x, x))), t.c(0.3989422804014327));
  return t.add(below, t.mul(x, density));
}

/// (1 + tanh u) / 2 + x (1 - tanh(u)^2) u' / 2
static Value ofGeluByTanh(FormulaWriter &w, Value x) {
  Terms t{w, x};
  Value tanh = t.tanh(t.getInner());
  Value slope = t.mul(t.c(0.79788456080286536), t.add(t.c(1), t.mul(t.c(0.134145), t.mul(x, x))));
  Value right = t.mul(t.mul(t.c(0.5), x), t.mul(t.sub(t.c(1), t.mul(tanh, tanh)), slope));
  return t.add(t.mul(t.c(0.5), t.add(t.c(1), tanh)), right);
}

static Value ofRelu(FormulaWriter &w, Value x) {
  Terms t{w, x};
  return w.op("arith.select", {w.compare(/*ogt*/ 2, x, t.c(0)), t.c(1), t.c(0)}, getElementTypeOrSelf(x.getType()));
}

static Value ofSoftplus(FormulaWriter &w, Value x) { return Terms{w, x}.sigmoid(); }

UnaryFormula fusion::smith::pickDerivative(Tape &tape) {
  static constexpr UnaryFormula kFormulas[] = {ofSilu, ofSiluAsSum,  ofSiluMultipliedOut, ofGelu,     ofGelu,
                                               ofTanh, ofGeluByTanh, ofSigmoid,           ofSoftplus, ofRelu};
  return kFormulas[tape.draw(std::size(kFormulas))];
}
