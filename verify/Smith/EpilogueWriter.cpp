// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Adds elementwise operations of all types, of values that are there.

#include "EpilogueWriter.h"
#include "Formula.h"
#include "Productions/Activations.h"
#include "Productions/Bodies.h"
#include "Productions/RandomBits.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

static bool isInteger(const Node &node) {
  return node.getElementType().isInteger(8) || node.getElementType().isInteger(32);
}

static bool isTruth(const Node &node) { return node.getElementType().isInteger(1); }

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

std::optional<Node> EpilogueWriter::find(function_ref<bool(const Node &)> filter) {
  SmallVector<Node> known;
  for (const Node &node : llvm::reverse(values))
    if (filter(node))
      known.push_back(node);
  bool recent = tape.draw(4) < 3;
  uint32_t choice = tape.draw(1 << 16);
  if (known.empty())
    return std::nullopt;
  return known[choice % (recent ? std::min<size_t>(known.size(), 2) : known.size())];
}

Type EpilogueWriter::pickFloatType() {
  const Type types[] = {builder.getF32Type(),
                        builder.getBF16Type(),
                        builder.getF16Type(),
                        builder.getF32Type(),
                        builder.getBF16Type(),
                        Float8E4M3FNType::get(graph.builder.getContext()),
                        Float8E5M2Type::get(graph.builder.getContext())};
  return types[tape.draw(std::size(types))];
}

Node EpilogueWriter::pickFloat() {
  if (std::optional<Node> node = find(GraphBuilder::isFloat))
    return *node;
  return cast(values.back(), builder.getF32Type(), /*saturate=*/false, /*isUnsigned=*/false);
}

Node EpilogueWriter::pickInteger() {
  if (std::optional<Node> node = find(isInteger))
    return *node;
  return castInRange(pickFloat(), builder.getI32Type(), /*isUnsigned=*/false);
}

Node EpilogueWriter::pickTruth() {
  if (std::optional<Node> node = find(isTruth))
    return *node;
  Node lhs = pickFloat();
  return compare(lhs, pickOther(lhs.getElementType()));
}

Node EpilogueWriter::pickOther(Type type) {
  if (tape.draw(3) == 1)
    if (std::optional<Node> node = find([&](const Node &own) { return own.getElementType() == type; }))
      return *node;
  return graph.pickBroadcastable(space, type);
}

Node EpilogueWriter::keep(Value value) { return keep(graph.add(value, space)); }

Node EpilogueWriter::cast(const Node &node, Type type, bool saturate, bool isUnsigned) {
  auto to = mlir::cast<RankedTensorType>(node.getType().clone(type));
  return keep(CastOp::create(builder, graph.loc, to, node.value, saturate, isUnsigned));
}

Node EpilogueWriter::castInRange(const Node &node, Type type, bool isUnsigned) {
  auto limit = [&](StringRef name, double value) { return builder.getNamedAttr(name, builder.getF64FloatAttr(value)); };
  Value limited = graph.create("fusion.clamp", node.value, node.getType(),
                               {limit("min", isUnsigned ? 0 : -100), limit("max", isUnsigned ? 200 : 100),
                                builder.getNamedAttr("ignore_nan", builder.getUnitAttr())});
  return cast(graph.add(limited, space), type, /*saturate=*/false, isUnsigned);
}

Node EpilogueWriter::compare(const Node &lhs, const Node &rhs) {
  auto predicate = static_cast<arith::CmpFPredicate>(1 + tape.draw(14));
  if (lhs.getElementType() == rhs.getElementType() && tape.oneIn(3))
    return keep(addFormula(graph, {lhs, rhs}, space, [&](FormulaWriter &w, ValueRange x) {
      return w.compare(static_cast<uint32_t>(predicate), x[0], x[1]);
    }));
  return keep(CompareOp::create(builder, graph.loc, graph.getType(space, builder.getI1Type()), predicate, lhs.value,
                                rhs.value));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {
struct BinaryNames {
  StringRef fusion, scalar;
};
} // namespace

void EpilogueWriter::addBinary() {
  static constexpr BinaryNames kNames[] = {{"fusion.add", "arith.addf"},    {"fusion.mul", "arith.mulf"},
                                           {"fusion.sub", "arith.subf"},    {"fusion.max", "arith.maximumf"},
                                           {"fusion.add", "arith.addf"},    {"fusion.mul", "arith.mulf"},
                                           {"fusion.min", "arith.minnumf"}, {"fusion.div", "arith.divf"},
                                           {"fusion.add", "math.copysign"}, {"fusion.pow", "math.powf"}};
  const BinaryNames &names = kNames[tape.draw(std::size(kNames))];
  Node lhs = pickFloat();
  bool mixes = tape.draw(2) == 1;
  Type type = lhs.getElementType();
  Node rhs = pickOther(mixes ? pickFloatType() : type);
  Type result = tape.oneIn(3) ? pickFloatType() : type;
  SmallVector<Node> inputs = {lhs, rhs};
  if (tape.oneIn(3))
    std::swap(inputs[0], inputs[1]);
  graph.addWork(10 * graph.countElements(space));
  if (rhs.getElementType() == type && tape.oneIn(3)) {
    keep(addFormula(graph, inputs, space, [&](FormulaWriter &w, ValueRange x) { return w.op(names.scalar, x); }));
    return;
  }
  keep(graph.create(names.fusion, {inputs[0].value, inputs[1].value}, graph.getType(space, result)));
}

void EpilogueWriter::addUnary() {
  static constexpr StringRef kNames[] = {"relu",     "gelu",  "silu", "sigmoid",   "tanh",  "neg",   "abs",
                                         "softplus", "exp",   "erf",  "hardswish", "mish",  "expm1", "log1p",
                                         "floor",    "round", "sin",  "roundeven", "trunc", "exp2",  "gelu",
                                         "sqrt",     "rsqrt", "log",  "cos",       "ceil"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Node input = pickFloat();
  SmallVector<NamedAttribute> attributes;
  bool choice = tape.oneIn(2);
  if (name == "gelu" && choice)
    attributes.push_back(builder.getNamedAttr(
        "approximate", builder.getStringAttr(stringifyGeluApproximation(fusion::GeluApproximation::Tanh))));
  if (name == "relu" && choice)
    attributes.push_back(builder.getNamedAttr("ignore_nan", builder.getUnitAttr()));
  graph.addWork(10 * graph.countElements(space));
  keep(graph.create(("fusion." + name).str(), input.value, input.getType(), attributes));
}

void EpilogueWriter::addLimited() {
  static constexpr double kLimits[] = {-INFINITY, -6, 0, 0.5, 6, 448, INFINITY};
  Node input = pickFloat();
  auto number = [&](StringRef name, double value) {
    return builder.getNamedAttr(name, builder.getF64FloatAttr(value));
  };
  uint32_t low = tape.draw(4), high = 3 + tape.draw(4);
  if (tape.oneIn(3))
    keep(graph.create("fusion.leaky_relu", input.value, input.getType(), number("alpha", low == 0 ? 0.01 : 0.25)));
  else
    keep(graph.create("fusion.clamp", input.value, input.getType(),
                      {number("min", kLimits[low]), number("max", kLimits[high])}));
}

void EpilogueWriter::addSpelled() {
  Node input = pickFloat();
  UnaryFormula formula = tape.draw(2) == 0 ? pickActivation(tape) : pickCancelling(tape);
  keep(addFormula(graph, {input}, space, [&](FormulaWriter &w, ValueRange x) { return formula(w, x[0]); }));
}

/// The gradient, which is the product or an operand, times the derivative at the other.
void EpilogueWriter::addDerivative() {
  Node lhs = pickFloat();
  Node rhs = pickOther(lhs.getElementType());
  UnaryFormula derivative = pickDerivative(tape);
  bool swapped = tape.oneIn(2), ofRight = tape.draw(2) == 0;
  keep(addFormula(graph, {lhs, rhs}, space, [&](FormulaWriter &w, ValueRange x) {
    Value slope = derivative(w, ofRight ? x[1] : x[0]), gradient = ofRight ? x[0] : x[1];
    // Of one shape, as operations on tensors want it.
    return w.op("arith.mulf", {swapped ? gradient : slope, swapped ? slope : gradient});
  }));
}

void EpilogueWriter::addCast() {
  bool fromFloat = tape.draw(4) < 3;
  Node input = fromFloat ? pickFloat() : tape.oneIn(3) ? pickTruth() : pickInteger();
  bool toFloat = tape.draw(4) < 3, saturate = tape.draw(2) == 1, isUnsigned = tape.oneIn(3);
  if (toFloat) {
    cast(input, pickFloatType(), saturate && fromFloat, isUnsigned && !fromFloat && !isTruth(input));
    return;
  }
  Type type = builder.getIntegerType(tape.draw(2) == 0 ? 8 : 32);
  if (fromFloat && !saturate)
    castInRange(input, type, isUnsigned);
  else if (!isTruth(input))
    cast(input, type, fromFloat, isUnsigned && fromFloat);
}

void EpilogueWriter::addComparison() {
  Node lhs = pickFloat();
  compare(lhs, pickOther(tape.draw(3) == 1 ? pickFloatType() : lhs.getElementType()));
}

void EpilogueWriter::addSelect() {
  Node condition = pickTruth(), yes = pickFloat();
  Node no = pickOther(tape.oneIn(3) ? pickFloatType() : yes.getElementType());
  Type type = tape.oneIn(3) ? pickFloatType() : yes.getElementType();
  keep(SelectOp::create(builder, graph.loc, graph.getType(space, type), condition.value, yes.value, no.value));
}

void EpilogueWriter::addInteger() {
  static constexpr StringRef kNames[] = {"arith.addi",  "arith.muli",  "arith.subi",  "arith.maxsi",
                                         "arith.minsi", "arith.maxui", "arith.minui", "arith.andi",
                                         "arith.xori",  "arith.ori",   "arith.divsi", "arith.remui"};
  StringRef name = kNames[tape.draw(std::size(kNames))];
  Node lhs = pickInteger();
  Node rhs = pickOther(lhs.getElementType());
  keep(addFormula(graph, {lhs, rhs}, space, [&](FormulaWriter &w, ValueRange x) { return w.op(name, x); }));
}

/// A region of its own. What it reads first gives the dynamic sizes.
void EpilogueWriter::addMap() {
  Node first = values[values.size() - 1 - tape.draw(values.size())];
  SmallVector<Node> elements = {{graph.getConformed(first), space}};
  for (unsigned count = 1 + tape.draw(3); elements.size() < count;)
    elements.push_back(pickOther(pickFloatType()));
  const Type types[] = {builder.getF32Type(), builder.getBF16Type(), builder.getI32Type(),
                        builder.getI8Type(),  builder.getI1Type(),   pickFloatType()};
  Type type = types[tape.draw(std::size(types))];
  bool positions = tape.oneIn(3);
  keep(smith::addMap(graph, elements, {}, {space, type, positions, 1 + tape.draw(10)}));
}

void EpilogueWriter::addRandom() { keep(addRandomMap(graph, pickFloat())); }

/// round(x / scale), limited and cast; perhaps brought back.
void EpilogueWriter::addQuantized() {
  Node input = pickFloat();
  Type type = input.getElementType();
  Node scale = graph.pickBroadcastable(space, tape.oneIn(2) ? builder.getF32Type() : type);
  auto divided = graph.create(tape.draw(2) == 0 ? "fusion.div" : "fusion.mul", {input.value, scale.value},
                              graph.getType(space, tape.draw(2) == 0 ? builder.getF32Type() : type));
  Node quotient = graph.add(divided, space);
  static constexpr StringRef kRoundings[] = {"fusion.roundeven", "fusion.round", "fusion.floor"};
  StringRef rounding = kRoundings[tape.draw(std::size(kRoundings))];
  Node rounded = graph.add(graph.create(rounding, quotient.value, quotient.getType()), space);
  bool isUnsigned = tape.oneIn(3);
  Node result = tape.draw(2) == 0 ? castInRange(rounded, builder.getI8Type(), isUnsigned)
                                  : cast(rounded, builder.getI8Type(), /*saturate=*/true, isUnsigned);
  if (!tape.oneIn(3))
    return;
  Node wide = cast(result, builder.getF32Type(), /*saturate=*/false, isUnsigned);
  keep(graph.create("fusion.mul", {wide.value, scale.value}, graph.getType(space, pickFloatType())));
}

void EpilogueWriter::addCopy() {
  Node input = *find([](const Node &) { return true; });
  if (tape.draw(2) == 0) {
    graph.createTranspose(input, graph.shuffle(space));
    return;
  }
  if (!isTruth(input)) {
    Type type = pickFloatType();
    graph.add(
        CastOp::create(builder, graph.loc, mlir::cast<RankedTensorType>(input.getType().clone(type)), input.value),
        space);
  }
}

void EpilogueWriter::grow() {
  using Step = void (EpilogueWriter::*)();
  static constexpr std::pair<Step, unsigned> kSteps[] = {
      {&EpilogueWriter::addBinary, 6},     {&EpilogueWriter::addUnary, 5},      {&EpilogueWriter::addLimited, 1},
      {&EpilogueWriter::addSpelled, 3},    {&EpilogueWriter::addDerivative, 2}, {&EpilogueWriter::addCast, 4},
      {&EpilogueWriter::addComparison, 1}, {&EpilogueWriter::addSelect, 2},     {&EpilogueWriter::addInteger, 2},
      {&EpilogueWriter::addMap, 2},        {&EpilogueWriter::addRandom, 2},     {&EpilogueWriter::addQuantized, 2},
      {&EpilogueWriter::addCopy, 2}};
  unsigned total = 0;
  for (auto [step, weight] : kSteps)
    total += weight;
  for (unsigned count = 0; count < kMostSteps; ++count) {
    Tape::Mark piece(tape);
    if (tape.draw(12) == 0)
      return;
    unsigned choice = tape.draw(total);
    for (auto [step, weight] : kSteps) {
      if (choice < weight) {
        (this->*step)();
        break;
      }
      choice -= weight;
    }
  }
}
