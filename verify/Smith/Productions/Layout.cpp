// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What moves elements and computes nothing.

#include "../Production.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion::smith;

static bool hasRank(const Node &node) { return !node.axes.empty(); }

/// linalg.transpose, or a linalg.generic that copies.
static void growTranspose(GraphBuilder &graph) {
  Node input = graph.pickNode(hasRank);
  Axes order = graph.shuffle(input.axes);
  if (graph.tape.draw(2) == 0) {
    graph.createTranspose(input, order);
    return;
  }
  Value init = graph.empty(order, input.getElementType());
  graph.add(graph.createGeneric({input}, {init}, order, order,
                                [](OpBuilder &builder, Location loc, ValueRange values) {
                                  linalg::YieldOp::create(builder, loc, values[0]);
                                })[0],
            order);
}

/// linalg.broadcast along a new leading or inner dimension.
static void growBroadcast(GraphBuilder &graph) {
  Node input = graph.pickNode(hasRank);
  if (input.axes.size() > 3)
    return;
  int axis = graph.pickAxis(input.axes);
  unsigned position = graph.tape.draw(input.axes.size() + 1);
  Axes axes = input.axes;
  axes.insert(axes.begin() + position, axis);
  Value init = graph.empty(axes, input.getElementType());
  graph.add(linalg::BroadcastOp::create(graph.builder, graph.loc, graph.getConformed(input), init,
                                        ArrayRef<int64_t>{static_cast<int64_t>(position)})
                ->getResult(0),
            axes);
}

/// Two neighbouring dimensions become one.
static void growCollapse(GraphBuilder &graph) {
  Node input = graph.pickNode([](const Node &node) { return hasRank(node) && node.axes.size() >= 2; });
  unsigned at = graph.tape.draw(input.axes.size() - 1);
  int first = input.axes[at], second = input.axes[at + 1];
  if (graph.countElements({first, second}) > 1e5)
    return;
  graph.setMixed({first, second});
  Axis joined{graph.getAxis(first).size * graph.getAxis(second).size,
              graph.getAxis(first).dynamic || graph.getAxis(second).dynamic, /*mixed=*/true};
  Axes axes = input.axes;
  axes.erase(axes.begin() + at);
  axes[at] = graph.addAxis(joined);
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < int64_t(input.axes.size()); ++dim)
    if (dim == int64_t(at) + 1)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  graph.add(tensor::CollapseShapeOp::create(graph.builder, graph.loc, graph.getType(axes, input.getElementType()),
                                            graph.getConformed(input), groups),
            axes);
}

/// A static dimension becomes two.
static void growExpand(GraphBuilder &graph) {
  Node input = graph.pickNode(hasRank);
  unsigned at = graph.tape.draw(input.axes.size());
  Axis whole = graph.getAxis(input.axes[at]);
  int64_t factor = graph.tape.draw(2) == 0 ? 1 : 2;
  if (whole.dynamic || whole.size % factor != 0 || input.axes.size() > 3)
    return;
  graph.setMixed({input.axes[at]});
  Axes axes = input.axes;
  axes[at] = graph.addAxis({whole.size / factor, false, /*mixed=*/true});
  axes.insert(axes.begin() + at, graph.addAxis({factor, false, /*mixed=*/true}));
  if (graph.tape.draw(2) == 0)
    std::swap(axes[at], axes[at + 1]);
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0, own = 0; own < int64_t(input.axes.size()); ++own) {
    groups.push_back({dim++});
    if (own == int64_t(at))
      groups.back().push_back(dim++);
  }
  auto sizes = graph.getSizes(input.axes);
  sizes[at] = graph.builder.getIndexAttr(graph.getAxis(axes[at]).size);
  sizes.insert(sizes.begin() + at + 1, graph.builder.getIndexAttr(graph.getAxis(axes[at + 1]).size));
  graph.add(tensor::ExpandShapeOp::create(graph.builder, graph.loc, graph.getType(axes, input.getElementType()),
                                          graph.getConformed(input), groups, sizes),
            axes);
}

/// A slice of a static dimension.
static void growSlice(GraphBuilder &graph) {
  Node input = graph.pickNode(hasRank);
  unsigned at = graph.tape.draw(input.axes.size());
  Axis whole = graph.getAxis(input.axes[at]);
  if (whole.dynamic || whole.size < 2 || graph.hasEmpty(input.axes))
    return;
  graph.setMixed({input.axes[at]});
  int64_t offset = graph.tape.draw(2), stride = 1 + graph.tape.oneIn(4);
  int64_t size = (whole.size - offset + stride - 1) / stride;
  Axes axes = input.axes;
  axes[at] = graph.addAxis({size, false, /*mixed=*/true});
  SmallVector<OpFoldResult> offsets(axes.size(), graph.builder.getIndexAttr(0)),
      strides(axes.size(), graph.builder.getIndexAttr(1)), sizes = graph.getSizes(input.axes);
  offsets[at] = graph.builder.getIndexAttr(offset);
  strides[at] = graph.builder.getIndexAttr(stride);
  sizes[at] = graph.builder.getIndexAttr(size);
  graph.add(
      tensor::ExtractSliceOp::create(graph.builder, graph.loc, graph.getConformed(input), offsets, sizes, strides),
      axes);
}

ArrayRef<Production> fusion::smith::getLayoutProductions() {
  static constexpr Production kProductions[] = {{"transpose", 4, growTranspose},
                                                {"broadcast", 3, growBroadcast},
                                                {"collapse", 3, growCollapse},
                                                {"expand", 3, growExpand},
                                                {"slice", 2, growSlice}};
  return kProductions;
}
