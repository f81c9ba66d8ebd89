// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product of any type with a deep elementwise graph behind it: the graph of a campaign about epilogues.

#include "../EpilogueWriter.h"
#include "../Production.h"
#include "Products.h"

using namespace mlir;
using namespace fusion::smith;

static Type pickFactor(GraphBuilder &graph) {
  OpBuilder &b = graph.builder;
  const Type types[] = {b.getF16Type(),
                        b.getBF16Type(),
                        b.getI8Type(),
                        b.getF32Type(),
                        Float8E4M3FNType::get(b.getContext()),
                        Float8E5M2Type::get(b.getContext())};
  return types[graph.tape.draw(std::size(types))];
}

static void growEpilogue(GraphBuilder &graph) {
  Axes axes;
  for (uint32_t rank = graph.tape.oneIn(4) ? 3 : 2; axes.size() < rank;)
    axes.push_back(graph.pickAxis(axes));
  Node lhs = graph.addArgument(axes, pickFactor(graph));
  bool ofBytes = lhs.getElementType().isInteger(8);
  EpilogueWriter(graph, ofBytes ? multiplyBytes(graph, lhs) : multiply(graph, lhs)).grow();
}

ArrayRef<Production> fusion::smith::getEpilogueProductions() {
  static constexpr Production kProductions[] = {{"epilogue", 0, growEpilogue, /*isWhole=*/true}};
  return kProductions;
}
