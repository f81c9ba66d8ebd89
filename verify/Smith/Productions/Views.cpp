// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that read and write by access maps.

#include "../Production.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

namespace {
/// A view that changes one dimension of a tensor, or all.
struct Move {
  explicit Move(GraphBuilder &graph, const Axes &axes);

  AccessMap build(Type elementType) const;

  GraphBuilder &graph;
  MLIRContext *context;
  Axes axes; ///< of the result
  SmallVector<AffineExpr> sizes, places, guarded, limits;

private:
  AffineExpr getDim(unsigned loop) const { return getAffineDimExpr(loop, context); }
  AffineExpr getSize(unsigned dim) const { return getAffineSymbolExpr(dim, context); }
  /// Loop `at` has another size.
  void resize(unsigned at, AffineExpr size, int64_t number) {
    sizes[at] = size;
    axes[at] = graph.addAxis({number, graph.getAxis(axes[at]).dynamic, /*mixed=*/true});
  }
  void guard(unsigned at) {
    guarded.push_back(places[at]);
    limits.push_back(getSize(at));
  }
  void moveWhole(unsigned at, int64_t size);
  void moveStatic(unsigned at, int64_t size);
  void mergeAll();
};
} // namespace

Move::Move(GraphBuilder &graph, const Axes &from) : graph(graph), context(graph.builder.getContext()), axes(from) {
  for (unsigned dim = 0; dim < from.size(); ++dim) {
    sizes.push_back(getSize(dim));
    places.push_back(getDim(dim));
  }
  unsigned at = graph.tape.draw(from.size());
  Axis axis = graph.getAxis(from[at]);
  bool isStatic = llvm::none_of(from, [&](int other) { return graph.getAxis(other).dynamic; });
  graph.setMixed(from);
  if (isStatic && from.size() > 1 && graph.countElements(from) < 1e4 && graph.tape.oneIn(4))
    mergeAll();
  else if (axis.dynamic || axis.size < 3 || graph.tape.draw(2) == 0)
    moveWhole(at, axis.size);
  else
    moveStatic(at, axis.size);
}

AccessMap Move::build(Type elementType) const {
  Builder &builder = graph.builder;
  TypedAttr padding = guarded.empty()               ? TypedAttr()
                      : isa<FloatType>(elementType) ? TypedAttr(builder.getFloatAttr(elementType, 0.5))
                                                    : TypedAttr(builder.getIntegerAttr(elementType, 0));
  return AccessMap::get(sizes, places, context, guarded, limits, padding);
}

/// Sizes may be dynamic.
void Move::moveWhole(unsigned at, int64_t size) {
  switch (graph.tape.draw(4)) {
  case 0: // reversed
    places[at] = getSize(at) - 1 - getDim(at);
    break;
  case 1: // padded
    resize(at, getSize(at) + 3, size + 3);
    places[at] = getDim(at) - 1;
    guard(at);
    break;
  case 2: // each element twice
    resize(at, getSize(at) * 2, size * 2);
    places[at] = getDim(at).floorDiv(2);
    break;
  default: // windows of three, one apart
    sizes.push_back(getAffineConstantExpr(3, context));
    axes[at] = graph.addAxis({size, graph.getAxis(axes[at]).dynamic, /*mixed=*/true});
    axes.push_back(graph.addAxis({3, false, /*mixed=*/true}));
    places[at] = getDim(at) + getDim(sizes.size() - 1) - 1;
    guard(at);
  }
}

/// Of at least three elements.
void Move::moveStatic(unsigned at, int64_t size) {
  switch (graph.tape.draw(3)) {
  case 0: // a slice
    resize(at, getAffineConstantExpr((size - 1) / 2, context), (size - 1) / 2);
    places[at] = getDim(at) * 2 + 1;
    break;
  case 1: // rolled
    places[at] = (getDim(at) + 1 + graph.tape.draw(size - 1)) % size;
    break;
  default: { // windows of three, two apart, with a border
    int64_t count = (size + 1) / 2;
    resize(at, getAffineConstantExpr(count, context), count);
    sizes.push_back(getAffineConstantExpr(3, context));
    axes.push_back(graph.addAxis({3, false, /*mixed=*/true}));
    places[at] = getDim(at) * 2 + getDim(sizes.size() - 1) - 1;
    guard(at);
  }
  }
}

/// One dimension is left.
void Move::mergeAll() {
  int64_t all = 1;
  for (unsigned dim = axes.size(); dim-- > 0;) {
    int64_t size = std::max<int64_t>(graph.getAxis(axes[dim]).size, 1);
    places[dim] = getDim(0).floorDiv(all) % size;
    all *= size;
  }
  all = graph.hasEmpty(axes) ? 0 : all;
  sizes.assign(1, getAffineConstantExpr(all, context));
  axes = {graph.addAxis({all, false, /*mixed=*/true})};
}

/// A kernel: a view of an input, an elementwise operation, and perhaps a view of its result.
static void growView(GraphBuilder &graph) {
  auto isGood = [&](const Node &node) {
    return !node.axes.empty() && node.axes.size() <= 3 && GraphBuilder::isFloat(node) &&
           graph.countElements(node.axes) < 1e4;
  };
  Node input = graph.pickNode(isGood);
  if (!isGood(input))
    return;
  Move first(graph, input.axes);
  std::optional<Move> second;
  if (first.axes.size() <= 3 && graph.tape.oneIn(3))
    second.emplace(graph, first.axes);
  const Axes &axes = second ? second->axes : first.axes;
  RankedTensorType type = graph.getType(axes, input.getElementType());
  Value value = graph.getConformed(input);
  auto kernel = KernelOp::create(graph.builder, graph.loc, type, value);
  OpBuilder body = OpBuilder::atBlockEnd(kernel.getBodyBlock());
  auto view = [&](Value of, const Move &move) -> Value {
    return ViewOp::create(body, graph.loc, of, AccessAttr::get(move.build(input.getElementType())));
  };
  Value moved = view(kernel.getBodyArgument(0), first);
  moved = graph.tape.draw(2) == 0 ? Value(ReluOp::create(body, graph.loc, moved))
                                  : Value(AddOp::create(body, graph.loc, moved.getType(), moved, moved));
  if (second)
    moved = view(moved, *second);
  YieldOp::create(body, graph.loc, moved);
  graph.add(kernel.getResult(0), axes);
}

ArrayRef<Production> fusion::smith::getViewProductions() {
  static constexpr Production kProductions[] = {{"view", 0, growView}};
  return kProductions;
}
