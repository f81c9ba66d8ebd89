// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows, columns and elements of what a kernel computes, stored where distinct indices say: the graph of a campaign
// about scatters.

#include "../EpilogueWriter.h"
#include "../Production.h"
#include "Products.h"
#include "Rows.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// `axes` with a repeated axis for some: what broadcasts to them, and varies along dimension `dim`.
static Axes pickIndexAxes(GraphBuilder &graph, Axes axes, unsigned dim) {
  for (unsigned own = 0; own < axes.size(); ++own)
    if (own != dim && !graph.tape.oneIn(5))
      axes[own] = graph.addAxis({1, /*dynamic=*/false, /*mixed=*/true, /*known=*/false, /*repeated=*/true});
  // Leading dimensions may be missing.
  if (graph.tape.oneIn(3))
    while (graph.getAxis(axes.front()).repeated)
      axes.erase(axes.begin());
  return axes;
}

/// Indices of type `type` that differ along the dimension that is `position` of `axes`: of each place i there, one of
/// stride · i and the numbers behind it, or none (-1).
static Value addIndices(GraphBuilder &graph, const Axes &axes, unsigned position, Type type) {
  int64_t stride = int64_t(1) << graph.tape.draw(3);
  bool drops = graph.tape.oneIn(2);
  Value any = graph.getConformed(graph.addArgument(axes, type));
  auto map = MapOp::create(graph.builder, graph.loc, graph.getType(axes, type), any, {}, /*positions=*/true);
  OpBuilder b = OpBuilder::atBlockEnd(map.getBodyBlock());
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, graph.loc, b.getIntegerAttr(type, value));
  };
  Value element = map.getElementArguments().front();
  Value place = arith::IndexCastOp::create(b, graph.loc, type, map.getPositions()[position]);
  Value offset = arith::AndIOp::create(b, graph.loc, element, number(stride - 1));
  Value index = arith::AddIOp::create(b, graph.loc, arith::MulIOp::create(b, graph.loc, place, number(stride)), offset);
  if (drops) {
    Value bits = arith::AndIOp::create(b, graph.loc, element, number(24));
    Value none = arith::CmpIOp::create(b, graph.loc, arith::CmpIPredicate::eq, bits, number(0));
    index = arith::SelectOp::create(b, graph.loc, none, number(-1), index);
  }
  fusion::YieldOp::create(b, graph.loc, index);
  graph.addWork(10 * graph.countElements(axes));
  return map.getResult();
}

/// What the scatter keeps: an argument, or one number.
static Value addKept(GraphBuilder &graph, const Axes &axes, Type type) {
  if (graph.tape.oneIn(4))
    return graph.getConformed(graph.addConstant(axes, type));
  return graph.getConformed(graph.addArgument(axes, type));
}

static void addScatter(GraphBuilder &graph, const Node &updates) {
  unsigned dim = graph.tape.draw(updates.axes.size());
  Type type = graph.builder.getIntegerType(graph.tape.draw(2) == 0 ? 32 : 64);
  Axes axes = pickIndexAxes(graph, updates.axes, dim), result = updates.axes;
  Value indices = addIndices(graph, axes, dim - (updates.axes.size() - axes.size()), type);
  result[dim] = graph.pickAxis(updates.axes);
  graph.setMixed({updates.axes[dim], result[dim]});
  Value kept = addKept(graph, result, updates.getElementType());
  bool unique = graph.tape.oneIn(2);
  graph.add(ScatterOp::create(graph.builder, graph.loc, kept.getType(), graph.getConformed(updates), indices, kept, dim,
                              unique),
            result);
}

/// The last dimension, if its size is known, as heads of one size.
static Node splitHeads(GraphBuilder &graph, const Node &node) {
  Axis whole = graph.getAxis(node.axes.back());
  int64_t heads = int64_t(1) << graph.tape.draw(4);
  if (whole.dynamic || whole.size % heads != 0 || node.axes.size() > 3)
    return node;
  graph.setMixed({node.axes.back()});
  Axes axes = node.axes;
  axes.back() = graph.addAxis({heads, /*dynamic=*/false, /*mixed=*/true});
  axes.push_back(graph.addAxis({whole.size / heads, /*dynamic=*/false, /*mixed=*/true}));
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < int64_t(node.axes.size()); ++dim)
    groups.push_back({dim});
  groups.back().push_back(node.axes.size());
  Value split = tensor::ExpandShapeOp::create(graph.builder, graph.loc, graph.getType(axes, node.getElementType()),
                                              graph.getConformed(node), groups, graph.getSizes(axes));
  return graph.add(split, axes);
}

static Node addComputed(GraphBuilder &graph) {
  switch (graph.tape.draw(4)) {
  default:
    return multiplyAny(graph);
  case 2:
    return reduceAny(graph);
  case 3:
    return graph.addRandomArgument();
  }
}

/// What is computed of a product, of rows or of elements goes to places, some of it whole besides.
static void growScatter(GraphBuilder &graph) {
  Node first = addComputed(graph);
  if (!graph.tape.oneIn(4))
    EpilogueWriter(graph, first).grow();
  for (unsigned count = 1 + graph.tape.draw(3); count > 0; --count) {
    Node updates = graph.pickNode([&](const Node &node) {
      return node.axes == first.axes && node.value.getDefiningOp() && !node.value.getDefiningOp<ScatterOp>();
    });
    if (updates.axes.empty())
      return;
    if (graph.tape.oneIn(3))
      updates = splitHeads(graph, updates);
    if (graph.tape.oneIn(3))
      updates = graph.createTranspose(updates, graph.shuffle(updates.axes));
    addScatter(graph, updates);
  }
}

ArrayRef<Production> fusion::smith::getScatterProductions() {
  static constexpr Production kProductions[] = {{"scatter", 0, growScatter, /*isWhole=*/true}};
  return kProductions;
}
