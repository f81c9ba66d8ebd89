// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Gradients of norms: results of rows, and beside them the sums across the rows that a gain and a bias have.

#include "../Formula.h"
#include "../Production.h"
#include "Rows.h"

using namespace mlir;
using namespace fusion::smith;

namespace {
class NormGradient {
public:
  explicit NormGradient(GraphBuilder &graph) : graph(graph), tape(graph.tape) {}

  void grow() {
    pickAxes();
    Node x = widen(addOperand(space)), gradient = widen(addOperand(space));
    addStatistics(x);
    Node normal = subtractMean(x, root);
    Node scaled = tape.oneIn(4) ? gradient : combine({gradient, widen(addOperand({space.back()}))}, multiply);
    addGradientOfInput(normal, scaled);
    if (!tape.oneIn(6))
      narrow(reduceTo(graph, combine({gradient, normal}, multiply), columns, RowKind::Sum));
    if (tape.oneIn(2))
      narrow(reduceTo(graph, gradient, columns, RowKind::Sum));
  }

private:
  static Value multiply(FormulaWriter &w, ValueRange x) { return w.op("arith.mulf", {x[0], x[1]}); }

  /// Small ones, or such as a block walks through; some of them open.
  void pickAxes() {
    static constexpr int64_t kRows[] = {37, 5, 128, 1, 1000, 64, 2, 2048};
    static constexpr int64_t kColumns[] = {64, 72, 40, 256, 33, 768, 1024, 1};
    for (unsigned rank = tape.oneIn(4) ? 2 : 1; rank > 0; --rank)
      space.push_back(graph.addAxis({rank == 1 ? kRows[tape.draw(std::size(kRows))] : 3, tape.oneIn(4)}));
    rows = space;
    columns = {graph.addAxis({kColumns[tape.draw(std::size(kColumns))], tape.oneIn(8)})};
    space.push_back(columns.front());
    graph.setMixed(space);
  }

  Node combine(ArrayRef<Node> inputs, Formula formula) { return addFormula(graph, inputs, space, formula); }

  Node addOperand(ArrayRef<int> axes) { return graph.addArgument(axes, graph.pickFloat()); }

  Node cast(const Node &node, Type type) {
    RankedTensorType to = graph.getType(node.axes, type);
    return graph.add(graph.create("fusion.cast", graph.getConformed(node), to), node.axes);
  }
  Node widen(const Node &node) { return cast(node, graph.builder.getF32Type()); }
  /// As results are stored.
  void narrow(const Node &node) {
    if (Type type = graph.pickFloat(); type != node.getElementType())
      cast(node, type);
  }

  /// The sum of each row, as an average.
  Node average(const Node &node) {
    Node sum = reduceTo(graph, node, rows, RowKind::Sum);
    double part = 1 / std::max(graph.countElements(columns), 1.0);
    return addFormula(graph, {sum}, rows, [&](FormulaWriter &w, ValueRange x) {
      return w.op("arith.mulf", {x[0], w.constant(part, x[0])});
    });
  }

  /// Mean and reciprocal deviation, of x or as arguments.
  void addStatistics(const Node &x) {
    bool computed = tape.oneIn(2), centred = tape.oneIn(2);
    if (centred)
      mean = computed ? average(x) : graph.addArgument(rows, graph.builder.getF32Type());
    if (!computed) {
      root = graph.addArgument(rows, graph.builder.getF32Type());
      return;
    }
    Node squares = combine({subtractMean(x, std::nullopt)},
                           [](FormulaWriter &w, ValueRange v) { return w.op("arith.mulf", {v[0], v[0]}); });
    root = addFormula(graph, {average(squares)}, rows, [](FormulaWriter &w, ValueRange v) {
      return w.op("math.rsqrt", w.op("arith.addf", {v[0], w.constant(1e-3, v[0])}));
    });
  }

  /// (x - mean) · factor
  Node subtractMean(Node x, std::optional<Node> factor) {
    if (mean)
      x = combine({x, *mean}, [](FormulaWriter &w, ValueRange v) { return w.op("arith.subf", {v[0], v[1]}); });
    return factor ? combine({x, *factor}, multiply) : x;
  }

  /// (g - mean(g) - x mean(g x)) / deviation
  void addGradientOfInput(const Node &normal, const Node &scaled) {
    Node along = average(combine({scaled, normal}, multiply));
    SmallVector<Node> inputs = {scaled, normal, along, *root};
    if (mean)
      inputs.push_back(average(scaled));
    narrow(combine(inputs, [](FormulaWriter &w, ValueRange v) {
      Value left = w.op("arith.subf", {v[0], w.op("arith.mulf", {v[1], v[2]})});
      if (v.size() > 4)
        left = w.op("arith.subf", {left, v[4]});
      return w.op("arith.mulf", {left, v[3]});
    }));
  }

  GraphBuilder &graph;
  Tape &tape;
  Axes space, rows, columns;
  std::optional<Node> mean, root;
};
} // namespace

static void growNormGradient(GraphBuilder &graph) { NormGradient(graph).grow(); }

ArrayRef<Production> fusion::smith::getNormGradientProductions() {
  static constexpr Production kProductions[] = {{"norm-gradient", 0, growNormGradient, /*isWhole=*/true}};
  return kProductions;
}
