// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Single elementwise operations, as the fusion dialect, arith, math, linalg and TOSA spell them.

#include "../Formula.h"
#include "../Production.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fusion::smith;

namespace {
/// An operation's names; empty where a dialect has none.
struct Spelling {
  StringRef fusion, scalar;
  Value (*linalg)(GraphBuilder &graph, ValueRange inputs, Value init);
  StringRef tosa;
};
} // namespace

/// A linalg operation on operands of one shape.
template <typename Op> static Value named(GraphBuilder &graph, ValueRange inputs, Value init) {
  return Op::create(graph.builder, graph.loc, inputs, init)->getResult(0);
}

static constexpr Spelling kUnary[] = {
    {"fusion.relu", "", nullptr, ""},
    {"fusion.neg", "arith.negf", named<linalg::NegFOp>, ""},
    {"fusion.abs", "math.absf", named<linalg::AbsOp>, "tosa.abs"},
    {"fusion.tanh", "math.tanh", named<linalg::TanhOp>, "tosa.tanh"},
    {"fusion.sigmoid", "", nullptr, "tosa.sigmoid"},
    {"fusion.silu", "", nullptr, ""},
    {"fusion.gelu", "", nullptr, ""},
    {"fusion.erf", "math.erf", named<linalg::ErfOp>, "tosa.erf"},
    {"fusion.hardswish", "", nullptr, ""},
    {"fusion.softplus", "", nullptr, ""},
    {"fusion.mish", "", nullptr, ""},
    {"fusion.sin", "math.sin", nullptr, "tosa.sin"},
    {"fusion.cos", "math.cos", nullptr, "tosa.cos"},
    {"fusion.exp", "math.exp", named<linalg::ExpOp>, "tosa.exp"},
    {"fusion.tan", "math.tan", nullptr, ""},
    {"fusion.floor", "math.floor", named<linalg::FloorOp>, "tosa.floor"},
    {"fusion.ceil", "math.ceil", named<linalg::CeilOp>, "tosa.ceil"},
    {"", "", named<linalg::SquareOp>, ""},
    {"", "", named<linalg::ReciprocalOp>, "tosa.reciprocal"},
    {"fusion.log1p", "math.log1p", nullptr, ""},
    {"fusion.exp2", "math.exp2", nullptr, ""},
    {"fusion.roundeven", "math.roundeven", nullptr, ""},
    {"fusion.trunc", "math.trunc", nullptr, ""},
    {"fusion.round", "math.round", nullptr, ""},
    {"fusion.expm1", "math.expm1", nullptr, ""},
};

/// Functions that want positive numbers.
static constexpr Spelling kPositive[] = {
    {"fusion.sqrt", "math.sqrt", named<linalg::SqrtOp>, ""},
    {"fusion.rsqrt", "math.rsqrt", named<linalg::RsqrtOp>, "tosa.rsqrt"},
    {"fusion.log", "math.log", named<linalg::LogOp>, "tosa.log"},
    {"fusion.log2", "math.log2", nullptr, ""},
    {"fusion.log10", "math.log10", nullptr, ""},
};

static constexpr Spelling kBinary[] = {
    {"fusion.add", "arith.addf", named<linalg::AddOp>, "tosa.add"},
    {"fusion.mul", "arith.mulf", named<linalg::MulOp>, ""},
    {"fusion.sub", "arith.subf", named<linalg::SubOp>, "tosa.sub"},
    {"fusion.max", "arith.maximumf", named<linalg::MaxOp>, "tosa.maximum"},
    {"fusion.min", "arith.minimumf", named<linalg::MinOp>, "tosa.minimum"},
    {"fusion.add", "arith.addf", nullptr, "tosa.add"},
    {"fusion.mul", "arith.mulf", nullptr, ""},
    {"fusion.max", "arith.maxnumf", nullptr, ""},
    {"fusion.min", "arith.minnumf", nullptr, ""},
    {"fusion.div", "arith.divf", named<linalg::DivOp>, ""},
    {"", "math.copysign", nullptr, ""},
    {"fusion.pow", "math.powf", nullptr, "tosa.pow"},
};

/// The attributes of a fusion operation that has any.
static SmallVector<NamedAttribute> pickAttributes(GraphBuilder &graph, StringRef name) {
  Builder &b = graph.builder;
  bool choice = graph.tape.oneIn(2);
  if (name == "fusion.gelu" && choice)
    return {
        b.getNamedAttr("approximate", b.getStringAttr(stringifyGeluApproximation(fusion::GeluApproximation::Tanh)))};
  bool mayIgnoreNan = name == "fusion.relu" || name == "fusion.max" || name == "fusion.min";
  if (mayIgnoreNan && choice)
    return {b.getNamedAttr("ignore_nan", b.getUnitAttr())};
  return {};
}

/// The dialects that can spell the operation on these inputs, chosen among by the tape.
static Node addSpelled(GraphBuilder &graph, const Spelling &spelling, ArrayRef<Node> inputs, ArrayRef<int> space) {
  auto isWhole = [&](const Node &node) { return ArrayRef<int>(node.axes) == space; };
  bool oneShape = llvm::all_of(inputs, isWhole);
  Type elementType = inputs[0].getElementType();
  bool oneType = llvm::all_of(inputs, [&](const Node &node) { return node.getElementType() == elementType; });
  SmallVector<unsigned> ways;
  if (!spelling.fusion.empty())
    ways.append(2, 0);
  if (!spelling.scalar.empty() && oneType)
    ways.append(2, 1);
  if (spelling.linalg && oneShape && oneType)
    ways.push_back(2);
  if (!spelling.tosa.empty() && oneShape && oneType && !elementType.isF64() && !graph.hasEmpty(space))
    ways.push_back(3);
  SmallVector<Value> values;
  for (const Node &input : inputs)
    values.push_back(input.value);
  graph.addWork(10 * graph.countElements(space));
  switch (ways[graph.tape.draw(ways.size())]) {
  case 0:
    return graph.add(graph.create(spelling.fusion, values,
                                  inputs.size() == 1 ? inputs[0].getType() : graph.getType(space, elementType),
                                  pickAttributes(graph, spelling.fusion)),
                     space);
  case 1:
    return addFormula(graph, inputs, space,
                      [&](FormulaWriter &w, ValueRange values) { return w.op(spelling.scalar, values); });
  case 2:
    return graph.add(spelling.linalg(graph, values, graph.empty(space, elementType)), space);
  default:
    for (auto [value, input] : llvm::zip_equal(values, inputs))
      value = graph.getConformed(input);
    return graph.add(graph.create(spelling.tosa, values, graph.getType(space, elementType)), space);
  }
}

static void growUnary(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  addSpelled(graph, kUnary[graph.tape.draw(std::size(kUnary))], {input}, input.axes);
}

/// log(max(|x|, 1/4)), mostly.
static void growPositive(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  if (!graph.tape.oneIn(8))
    input = addFormula(graph, {input}, input.axes, [](FormulaWriter &w, ValueRange values) {
      Value size = w.op("math.absf", values);
      return w.op("arith.maximumf", {size, w.constant(0.25, size)});
    });
  addSpelled(graph, kPositive[graph.tape.draw(std::size(kPositive))], {input}, input.axes);
}

static void growBinary(GraphBuilder &graph) {
  Node lhs = graph.pickFloatNode();
  const Spelling &spelling = kBinary[graph.tape.draw(std::size(kBinary))];
  bool mixes = !spelling.fusion.empty() && graph.tape.oneIn(6);
  Node rhs = graph.pickBroadcastable(lhs.axes, mixes ? graph.pickFloat() : lhs.getElementType());
  SmallVector<Node> inputs = {lhs, rhs};
  // The larger operand may be the right one.
  if (rhs.getElementType() == lhs.getElementType() && graph.tape.oneIn(3))
    std::swap(inputs[0], inputs[1]);
  addSpelled(graph, spelling, inputs, lhs.axes);
}

/// clamp and leaky_relu, which have numbers as attributes.
static void growLimited(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  Builder &b = graph.builder;
  graph.addWork(10 * graph.countElements(input.axes));
  if (graph.tape.draw(2) == 0) {
    auto alpha = b.getNamedAttr("alpha", b.getF64FloatAttr(graph.tape.draw(2) == 0 ? 0.25 : 0.01));
    graph.add(graph.create("fusion.leaky_relu", input.value, input.getType(), alpha), input.axes);
    return;
  }
  static constexpr double kLimits[] = {-INFINITY, -1, 0, 0.5, 6, INFINITY};
  uint32_t low = graph.tape.draw(3), high = 2 + graph.tape.draw(4);
  graph.add(graph.create("fusion.clamp", input.value, input.getType(),
                         {b.getNamedAttr("min", b.getF64FloatAttr(kLimits[low])),
                          b.getNamedAttr("max", b.getF64FloatAttr(kLimits[high]))}),
            input.axes);
}

/// fusion.compare and fusion.select, or arith's.
static void growSelect(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  Type type = input.getElementType();
  Node limit = graph.pickBroadcastable(input.axes, type), other = graph.pickBroadcastable(input.axes, type);
  uint32_t predicate = 1 + graph.tape.draw(14);
  Node condition, result;
  if (graph.tape.draw(2) == 0) {
    auto attr = arith::CmpFPredicateAttr::get(type.getContext(), static_cast<arith::CmpFPredicate>(predicate));
    RankedTensorType bools = graph.getType(input.axes, graph.builder.getI1Type());
    condition = graph.add(graph.create("fusion.compare", {input.value, limit.value}, bools,
                                       graph.builder.getNamedAttr("predicate", attr)),
                          input.axes);
    graph.add(
        graph.create("fusion.select", {condition.value, input.value, other.value}, graph.getType(input.axes, type)),
        input.axes);
    return;
  }
  condition = addFormula(graph, {input, limit}, input.axes, [&](FormulaWriter &w, ValueRange values) {
    return w.compare(predicate, values[0], values[1]);
  });
  addFormula(graph, {condition, input, other}, input.axes,
             [&](FormulaWriter &w, ValueRange values) { return w.op("arith.select", values, type); });
}

ArrayRef<Production> fusion::smith::getElementwiseProductions() {
  static constexpr Production kProductions[] = {{"unary", 12, growUnary},
                                                {"binary", 24, growBinary},
                                                {"limited", 4, growLimited},
                                                {"positive", 4, growPositive},
                                                {"select", 6, growSelect}};
  return kProductions;
}
