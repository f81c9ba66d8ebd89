// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors that are joined, and parts that are changed one after the other: what is to be one memory.

#include "../Production.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion::smith;

namespace {
/// A place in a tensor: all of it but along dimension `at`.
struct Place {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  Place(GraphBuilder &graph, const Node &whole, unsigned at, int64_t offset, int64_t size)
      : offsets(whole.axes.size(), graph.builder.getIndexAttr(0)), sizes(graph.getSizes(whole.axes)),
        strides(whole.axes.size(), graph.builder.getIndexAttr(1)) {
    offsets[at] = graph.builder.getIndexAttr(offset);
    sizes[at] = graph.builder.getIndexAttr(size);
  }
};
} // namespace

/// A value with a dimension of known size, at `at`.
static std::optional<Node> pickStatic(GraphBuilder &graph, unsigned &at) {
  Node node = graph.pickNode([](const Node &node) { return !node.axes.empty(); });
  at = graph.tape.draw(node.axes.size());
  if (graph.getAxis(node.axes[at]).dynamic || graph.hasEmpty(node.axes))
    return std::nullopt;
  graph.setMixed({node.axes[at]});
  return node;
}

/// The same, or twice as much.
static Node compute(GraphBuilder &graph, const Node &node) {
  if (graph.tape.draw(2) == 0 || node.getElementType().isInteger(1))
    return node;
  Value init = graph.empty(node.axes, node.getElementType());
  Value sum = graph.createGeneric({node}, {init}, node.axes, node.axes,
                                  [](OpBuilder &builder, Location loc, ValueRange values) {
                                    Value twice;
                                    if (isa<FloatType>(values[0].getType()))
                                      twice = arith::AddFOp::create(builder, loc, values[0], values[0]);
                                    else
                                      twice = arith::AddIOp::create(builder, loc, values[0], values[0]);
                                    linalg::YieldOp::create(builder, loc, twice);
                                  })[0];
  return graph.add(sum, node.axes);
}

/// tensor.concat of values that others may read too, some of them joined before.
static void growConcat(GraphBuilder &graph) {
  unsigned at;
  std::optional<Node> first = pickStatic(graph, at);
  if (!first)
    return;
  SmallVector<Value> parts;
  for (unsigned left = 2 + graph.tape.draw(3); left > 0; --left) {
    Node part = graph.tape.draw(3) == 0 ? *first : graph.pickOperand(first->axes, first->getElementType());
    parts.push_back(graph.getConformed(compute(graph, part)));
  }
  Axes axes = first->axes;
  int64_t size = graph.getAxis(axes[at]).size * static_cast<int64_t>(parts.size());
  axes[at] = graph.addAxis({size, false, /*mixed=*/true});
  if (graph.countElements(axes) > 1e5)
    return;
  RankedTensorType type = graph.getType(axes, first->getElementType());
  graph.add(tensor::ConcatOp::create(graph.builder, graph.loc, type, at, parts), axes);
}

/// tensor.insert_slice of arguments and of what is computed of the tensor itself, one after the other.
static void growInsert(GraphBuilder &graph) {
  unsigned at;
  std::optional<Node> node = pickStatic(graph, at);
  if (!node)
    return;
  int64_t whole = graph.getAxis(node->axes[at]).size;
  for (unsigned left = 1 + graph.tape.draw(12); left > 0; --left) {
    int64_t size = 1 + graph.tape.draw(whole), offset = graph.tape.draw(whole - size + 1);
    Axes axes = node->axes;
    axes[at] = graph.addAxis({size, false, /*mixed=*/true});
    Place from(graph, *node, at, graph.tape.draw(whole - size + 1), size), to(graph, *node, at, offset, size);
    Node part = graph.tape.draw(2) == 0
                    ? graph.addArgument(axes, node->getElementType())
                    : graph.add(tensor::ExtractSliceOp::create(graph.builder, graph.loc, graph.getConformed(*node),
                                                               from.offsets, from.sizes, from.strides),
                                axes);
    Value changed = tensor::InsertSliceOp::create(graph.builder, graph.loc, graph.getConformed(compute(graph, part)),
                                                  graph.getConformed(*node), to.offsets, to.sizes, to.strides);
    node = graph.add(changed, node->axes);
  }
}

ArrayRef<Production> fusion::smith::getJoinProductions() {
  // Without weight, so that graphs of the other productions stay what they are.
  static constexpr Production kProductions[] = {{"concat", 0, growConcat}, {"insert", 0, growInsert}};
  return kProductions;
}
