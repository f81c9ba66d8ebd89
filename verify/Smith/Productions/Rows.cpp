// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Norms and their like: reductions of rows, columns and whole tensors, and what is computed of both.

#include "Rows.h"
#include "../Formula.h"
#include "../Production.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fusion::smith;

static bool isReducible(const Node &node) { return GraphBuilder::isFloat(node) && !node.axes.empty(); }

Node fusion::smith::reduceTo(GraphBuilder &graph, const Node &input, ArrayRef<int> result, RowKind kind,
                             std::optional<double> start) {
  static constexpr double kNeutral[] = {0, -INFINITY, INFINITY};
  Type type = input.getElementType();
  double begin = start.value_or(kNeutral[static_cast<unsigned>(kind)]);
  Value number = arith::ConstantOp::create(graph.builder, graph.loc, graph.builder.getFloatAttr(type, begin));
  Value init = linalg::FillOp::create(graph.builder, graph.loc, number, graph.empty(result, type)).getResult(0);
  graph.addWork(graph.countElements(input.axes));
  auto combine = [&](OpBuilder &builder, Location loc, ValueRange values) {
    static constexpr StringRef kNames[] = {"arith.addf", "arith.maximumf", "arith.minimumf"};
    OperationState state(loc, kNames[static_cast<unsigned>(kind)], values.take_front(2), type);
    linalg::YieldOp::create(builder, loc, builder.create(state)->getResult(0));
  };
  return graph.add(graph.createGeneric({input}, {init}, result, input.axes, combine)[0], result);
}

/// A sum or an extremum, which begins with what is neutral or with another number.
static Node reduceRows(GraphBuilder &graph, const Node &input, ArrayRef<int> result) {
  auto kind = static_cast<RowKind>(graph.tape.draw(3));
  return reduceTo(graph, input, result, kind, graph.tape.oneIn(6) ? std::optional<double>(-2) : std::nullopt);
}

/// Takes some axes out: the last or the last two, any, or all.
static Axes pickKept(GraphBuilder &graph, Axes axes) {
  unsigned choice = graph.tape.draw(6);
  if (choice == 5)
    return {};
  Axes kept;
  if (choice >= 3)
    for (int axis : axes)
      if (graph.tape.oneIn(2))
        kept.push_back(axis);
  if (choice >= 3 && kept.size() < axes.size())
    return kept;
  axes.pop_back();
  if (!axes.empty() && graph.tape.oneIn(4))
    axes.pop_back();
  return axes;
}

/// One or two steps: something of the elements is reduced, something of that is combined with the elements.
Node fusion::smith::reduceAny(GraphBuilder &graph) {
  Node input = graph.pickNode(isReducible);
  Axes result = pickKept(graph, input.axes);
  for (int axis : input.axes)
    if (!llvm::is_contained(result, axis))
      graph.setMixed({axis});
  for (unsigned steps = 1 + graph.tape.draw(2); steps > 0; --steps) {
    unsigned before = graph.tape.draw(4), after = graph.tape.draw(4), between = graph.tape.draw(3);
    Node term = input;
    if (before > 0)
      term = addFormula(graph, {input}, input.axes, [&](FormulaWriter &w, ValueRange x) {
        return before == 1   ? w.op("arith.mulf", {x[0], x[0]})
               : before == 2 ? w.op("math.absf", x[0])
                             : w.op("math.tanh", x[0]);
      });
    Node value = reduceRows(graph, term, result);
    if (between > 0)
      value = addFormula(graph, {value}, result, [&](FormulaWriter &w, ValueRange r) {
        return between == 1 ? w.op("arith.mulf", {r[0], w.constant(0.125, r[0])})
                            : w.op("math.exp", w.op("arith.negf", w.op("math.absf", r[0])));
      });
    input = addFormula(graph, {after == 3 ? term : input, value}, input.axes, [&](FormulaWriter &w, ValueRange x) {
      return after == 0   ? w.op("arith.subf", {x[0], x[1]})
             : after == 1 ? w.op("arith.addf", {x[1], x[0]})
                          : w.op("arith.mulf", {x[0], x[1]});
    });
  }
  return input;
}

static void growRows(GraphBuilder &graph) { reduceAny(graph); }

ArrayRef<Production> fusion::smith::getRowProductions() {
  static constexpr Production kProductions[] = {{"rows", 4, growRows}};
  return kProductions;
}
