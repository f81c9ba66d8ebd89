// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the import leaves as it is: reductions, control flow.

#include "../Production.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fusion::smith;

static bool isReducible(const Node &node) { return GraphBuilder::isFloat(node) && !node.axes.empty(); }

/// A sum or a maximum over some dimensions.
static void growReduce(GraphBuilder &graph) {
  Node input = graph.pickNode(isReducible);
  Axes result = input.axes;
  // Rows, rather.
  unsigned at = result.size() - 1 - graph.tape.draw(result.size());
  graph.setMixed({result[at]});
  result.erase(result.begin() + at);
  Type type = input.getElementType();
  bool maximum = graph.tape.oneIn(3);
  double start = maximum ? -1000 : 0;
  Value number = arith::ConstantOp::create(graph.builder, graph.loc, graph.builder.getFloatAttr(type, start));
  Value init = linalg::FillOp::create(graph.builder, graph.loc, number, graph.empty(result, type)).getResult(0);
  graph.addWork(graph.countElements(input.axes));
  graph.add(graph.createGeneric({input}, {init}, result, input.axes,
                                [&](OpBuilder &builder, Location loc, ValueRange values) {
                                  Value next =
                                      maximum
                                          ? arith::MaximumFOp::create(builder, loc, values[0], values[1]).getResult()
                                          : arith::AddFOp::create(builder, loc, values[0], values[1]).getResult();
                                  linalg::YieldOp::create(builder, loc, next);
                                })[0],
            result);
}

ArrayRef<Production> fusion::smith::getLeftoverProductions() {
  static constexpr Production kProductions[] = {{"reduce", 2, growReduce}};
  return kProductions;
}
