// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Activations spelled out in arithmetic, as exporters write them.

#include "Activations.h"
#include "../Production.h"

using namespace mlir;
using namespace fusion::smith;

static constexpr uint32_t kOGT = 2, kUGT = 9, kOLT = 4;

static Value relu(FormulaWriter &w, Value x) { return w.op("arith.maximumf", {x, w.constant(0, x)}); }

/// The variant that drops NaN.
static Value reluByCompare(FormulaWriter &w, Value x) {
  Value zero = w.constant(0, x);
  return w.op("arith.select", {w.compare(kOGT, x, zero), x, zero}, getElementTypeOrSelf(x.getType()));
}

static Value reluByUnordered(FormulaWriter &w, Value x) {
  Value zero = w.constant(0, x);
  return w.op("arith.select", {w.compare(kUGT, x, zero), x, zero}, getElementTypeOrSelf(x.getType()));
}

/// No relu: -0.0 stays.
static Value nearlyRelu(FormulaWriter &w, Value x) {
  Value zero = w.constant(0, x);
  return w.op("arith.select", {w.compare(kOLT, x, zero), zero, x}, getElementTypeOrSelf(x.getType()));
}

static Value leakyRelu(FormulaWriter &w, Value x) {
  Value scaled = w.op("arith.mulf", {x, w.constant(0.25, x)});
  return w.op("arith.select", {w.compare(kOGT, x, w.constant(0, x)), x, scaled}, getElementTypeOrSelf(x.getType()));
}

static Value clamp(FormulaWriter &w, Value x) {
  return w.op("arith.minimumf", {w.op("arith.maximumf", {x, w.constant(0, x)}), w.constant(6, x)});
}

static Value sigmoid(FormulaWriter &w, Value x) {
  Value one = w.constant(1, x);
  Value bottom = w.op("arith.addf", {one, w.op("math.exp", w.op("arith.negf", x))});
  return w.op("arith.divf", {one, bottom});
}

static Value silu(FormulaWriter &w, Value x) { return w.op("arith.mulf", {x, sigmoid(w, x)}); }

/// x / (1 + exp(-x))
static Value siluByQuotient(FormulaWriter &w, Value x) {
  return w.op("arith.divf", {x, w.op("arith.addf", {w.op("math.exp", w.op("arith.negf", x)), w.constant(1, x)})});
}

static Value geluByErf(FormulaWriter &w, Value x) {
  Value erf = w.op("math.erf", w.op("arith.mulf", {x, w.constant(0.70710678118654752, x)}));
  Value half = w.op("arith.mulf", {x, w.constant(0.5, x)});
  return w.op("arith.mulf", {half, w.op("arith.addf", {erf, w.constant(1, x)})});
}

static Value geluByTanh(FormulaWriter &w, Value x) {
  Value cube = w.op("arith.mulf", {w.op("arith.mulf", {x, x}), x});
  Value inner = w.op("arith.addf", {x, w.op("arith.mulf", {cube, w.constant(0.044715, x)})});
  Value tanh = w.op("math.tanh", w.op("arith.mulf", {inner, w.constant(0.79788456080286536, x)}));
  Value sum = w.op("arith.addf", {tanh, w.constant(1, x)});
  return w.op("arith.mulf", {w.op("arith.mulf", {w.constant(0.5, x), x}), sum});
}

static Value hardswish(FormulaWriter &w, Value x) {
  Value shifted = w.op("arith.addf", {x, w.constant(3, x)});
  Value gate = w.op("arith.minimumf", {w.op("arith.maximumf", {shifted, w.constant(0, x)}), w.constant(6, x)});
  return w.op("arith.divf", {w.op("arith.mulf", {x, gate}), w.constant(6, x)});
}

static Value cube(FormulaWriter &w, Value x) { return w.op("arith.mulf", {w.op("arith.mulf", {x, x}), x}); }

/// log(1 + exp(x))
static Value softplus(FormulaWriter &w, Value x) {
  return w.op("math.log", w.op("arith.addf", {w.op("math.exp", x), w.constant(1, x)}));
}

/// x tanh(log1p(exp(x)))
static Value mish(FormulaWriter &w, Value x) {
  Value tanh = w.op("math.tanh", w.op("math.log1p", w.op("math.exp", x)));
  return w.op("arith.mulf", {x, tanh});
}

/// exp(x) / (1 + exp(x))
static Value sigmoidByExp(FormulaWriter &w, Value x) {
  Value e = w.op("math.exp", x);
  return w.op("arith.divf", {e, w.op("arith.addf", {e, w.constant(1, x)})});
}

static constexpr UnaryFormula kActivations[] = {
    relu,           reluByCompare, reluByUnordered, nearlyRelu, leakyRelu, clamp,    sigmoid, silu,
    siluByQuotient, geluByErf,     geluByTanh,      hardswish,  cube,      softplus, mish,    sigmoidByExp};

UnaryFormula fusion::smith::pickActivation(Tape &tape) { return kActivations[tape.draw(std::size(kActivations))]; }

static void growActivation(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  UnaryFormula activation = pickActivation(graph.tape);
  addFormula(graph, {input}, input.axes, [&](FormulaWriter &w, ValueRange values) { return activation(w, values[0]); });
}

/// act(x) * y: the gate of a SwiGLU and its like, where y may be a product too.
static void growGate(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  Node other = graph.pickOperand(input.axes, input.getElementType());
  UnaryFormula activation = pickActivation(graph.tape);
  addFormula(graph, {input, other}, input.axes, [&](FormulaWriter &w, ValueRange values) {
    return w.op("arith.mulf", {activation(w, values[0]), values[1]});
  });
}

ArrayRef<Production> fusion::smith::getActivationProductions() {
  static constexpr Production kProductions[] = {{"activation", 12, growActivation}, {"gate", 4, growGate}};
  return kProductions;
}
