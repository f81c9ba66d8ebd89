// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise operations whose bodies mix scalars of all types, positions and lookups: linalg.generic and fusion.map.

#include "Bodies.h"
#include "../BodyWriter.h"
#include "../Production.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

//===----------------------------------------------------------------------===//
// What a body is about
//===----------------------------------------------------------------------===//

/// Bodies are long, so that few elements are enough.
static constexpr double kMostElements = 2048;

/// Of a value that is there or new ones; sizes of 0 and 1 among them.
static Axes pickSpace(GraphBuilder &graph) {
  static constexpr unsigned kRanks[] = {2, 1, 3, 2, 0};
  Axes space;
  if (graph.tape.draw(3) < 2 && !graph.getNodes().empty()) {
    space = graph.pickNode([](const Node &) { return true; }).axes;
    llvm::erase_if(space, [&](int axis) { return graph.getAxis(axis).repeated; });
  } else {
    for (unsigned rank = kRanks[graph.tape.draw(std::size(kRanks))]; space.size() < rank;)
      space.push_back(graph.pickAxis(space));
  }
  while (space.size() > 1 && graph.countElements(space) > kMostElements)
    space.erase(space.begin());
  return space;
}

/// Any value with dimensions, or a new one, also of size 1 or 0.
static Node pickTable(GraphBuilder &graph) {
  static constexpr int64_t kSizes[] = {3, 1, 2, 7, 0, 16, 1};
  auto isTable = [&](const Node &node) { return !node.axes.empty(); };
  Node table;
  if (graph.tape.draw(2) == 0 && !graph.getNodes().empty()) {
    table = graph.pickNode(isTable);
  } else {
    Axes axes;
    for (unsigned rank = 1 + graph.tape.draw(3); axes.size() < rank;)
      axes.push_back(graph.addAxis({kSizes[graph.tape.draw(std::size(kSizes))], graph.tape.oneIn(4), /*mixed=*/true}));
    Type type = pickElementType(graph);
    table = graph.tape.oneIn(3) ? graph.addConstant(axes, type) : graph.addArgument(axes, type);
  }
  graph.setMixed(table.axes);
  return table;
}

static SmallVector<Node> pickTables(GraphBuilder &graph) {
  SmallVector<Node> tables;
  for (unsigned count = graph.tape.draw(4); tables.size() < count;)
    tables.push_back(pickTable(graph));
  return tables;
}

static unsigned pickLength(GraphBuilder &graph) {
  return graph.tape.oneIn(24) ? 40 + graph.tape.draw(80) : 1 + graph.tape.draw(16);
}

static Value getConstantSize(GraphBuilder &graph, OpBuilder &builder, Location loc, const Node &table, int64_t dim) {
  return arith::ConstantIndexOp::create(builder, loc, graph.getAxis(table.axes[dim]).size);
}

//===----------------------------------------------------------------------===//
// linalg.generic
//===----------------------------------------------------------------------===//

namespace {
class GenericSite : public BodySite {
public:
  GenericSite(GraphBuilder &graph, Block *body, ArrayRef<Node> tables) : graph(graph), body(body), tables(tables) {}

  Value getPosition(OpBuilder &builder, Location loc, int64_t dim) override {
    // It has to stand in the operation's own block.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(body);
    return linalg::IndexOp::create(builder, loc, dim);
  }
  Value getSize(OpBuilder &builder, Location loc, unsigned table, int64_t dim) override {
    const Node &node = tables[table];
    if (!node.getType().isDynamicDim(dim))
      return getConstantSize(graph, builder, loc, node, dim);
    return tensor::DimOp::create(builder, loc, node.value, dim);
  }
  Value lookup(OpBuilder &builder, Location loc, unsigned table, ValueRange indices, Value condition) override {
    Value tensor = tables[table].value;
    if (!condition)
      return tensor::ExtractOp::create(builder, loc, tensor, indices);
    Type type = tables[table].getElementType();
    auto branch = scf::IfOp::create(builder, loc, type, condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&branch.getThenRegion().front());
    scf::YieldOp::create(builder, loc, tensor::ExtractOp::create(builder, loc, tensor, indices).getResult());
    builder.setInsertionPointToEnd(&branch.getElseRegion().front());
    scf::YieldOp::create(builder, loc, arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)).getResult());
    return branch.getResult(0);
  }
  bool mayBranch() const override { return true; }

private:
  GraphBuilder &graph;
  Block *body;
  ArrayRef<Node> tables;
};

/// A tensor and how loops read it.
struct Read {
  Value value;
  AffineMap map;
};

class GenericBody {
public:
  explicit GenericBody(GraphBuilder &graph) : graph(graph), builder(graph.builder), space(pickSpace(graph)) {}

  void grow() {
    tables = pickTables(graph);
    for (unsigned count = graph.tape.draw(4); reads.size() < count;)
      reads.push_back(pickRead());
    for (unsigned count = graph.tape.oneIn(5) ? 2 : 1; results.size() < count;)
      addResult();
    unsigned length = pickLength(graph);
    SmallVector<AffineMap> maps;
    SmallVector<Value> inputs, inits;
    for (const Read &read : reads) {
      inputs.push_back(read.value);
      maps.push_back(read.map);
    }
    for (const Result &result : results) {
      inits.push_back(result.init);
      maps.push_back(getPlainMap(result.axes));
    }
    SmallVector<utils::IteratorType> iterators(space.size(), utils::IteratorType::parallel);
    graph.addWork(2 * length * graph.countElements(space));
    auto op = linalg::GenericOp::create(
        builder, graph.loc, ValueRange(inits).getTypes(), inputs, inits, maps, iterators,
        [&](OpBuilder &body, Location loc, ValueRange scalars) { write(body, loc, scalars, length); });
    bool asksForPositions = !op.getBody()->getOps<linalg::IndexOp>().empty();
    op.walk([&](linalg::IndexOp) { asksForPositions = true; });
    if (asksForPositions)
      graph.setMixed(space);
    for (auto [result, value] : llvm::zip_equal(results, op.getResults()))
      graph.add(value, result.axes);
  }

private:
  struct Result {
    Axes axes;
    Value init;
    bool readsInit;
  };

  AffineExpr getLoop(int axis) { return builder.getAffineDimExpr(llvm::find(space, axis) - space.begin()); }

  AffineMap getPlainMap(ArrayRef<int> axes) {
    auto exprs = llvm::map_to_vector(axes, [&](int axis) -> AffineExpr {
      return llvm::is_contained(space, axis) ? getLoop(axis) : builder.getAffineConstantExpr(0);
    });
    return AffineMap::get(space.size(), 0, exprs, builder.getContext());
  }

  /// By the loops, broadcast or permuted; or at other places.
  Read pickRead() {
    Type type = pickElementType(graph);
    if (graph.tape.oneIn(5))
      if (std::optional<Read> read = pickOddRead(type))
        return *read;
    Axes order = graph.tape.oneIn(4) ? graph.shuffle(space) : space;
    Node node = graph.pickBroadcastable(order, type);
    return {node.value, getPlainMap(node.axes)};
  }

  /// A diagonal, one row of several, every second element, a window. Sizes have to be known.
  std::optional<Read> pickOddRead(Type type) {
    Axes known;
    for (int axis : space)
      if (!graph.getAxis(axis).dynamic && graph.getAxis(axis).size > 0)
        known.push_back(axis);
    unsigned way = graph.tape.draw(4), choice = graph.tape.draw(16), other = graph.tape.draw(16);
    if (known.empty())
      return std::nullopt;
    int first = known[choice % known.size()], second = known[other % known.size()];
    graph.setMixed({first, second});
    int64_t size = graph.getAxis(first).size;
    auto addAxis = [&](int64_t size) { return graph.addAxis({size, /*dynamic=*/false, /*mixed=*/true}); };
    AffineExpr i = getLoop(first), j = getLoop(second);
    Axes axes;
    SmallVector<AffineExpr> exprs;
    switch (way) {
    case 0:
      axes = {addAxis(size), addAxis(size)};
      exprs = {i, i};
      break;
    case 1:
      axes = {addAxis(3), first};
      exprs = {builder.getAffineConstantExpr(int64_t(other) % 3), i};
      break;
    case 2:
      axes = {addAxis(2 * size + 1)};
      exprs = {i * 2 + int64_t(other) % 2};
      break;
    default:
      if (first == second)
        return std::nullopt;
      axes = {addAxis(size + graph.getAxis(second).size - 1)};
      exprs = {i + j};
    }
    Node node = graph.pickOperand(axes, type);
    return Read{node.value, AffineMap::get(space.size(), 0, exprs, builder.getContext())};
  }

  /// The first has the loops' order, as the others do mostly.
  void addResult() {
    Result result;
    result.axes = graph.tape.oneIn(4) ? graph.shuffle(space) : space;
    Type type = pickElementType(graph);
    result.readsInit = graph.tape.oneIn(8);
    result.init =
        result.readsInit ? graph.getConformed(graph.pickOperand(result.axes, type)) : graph.empty(result.axes, type);
    results.push_back(result);
  }

  void write(OpBuilder &body, Location loc, ValueRange scalars, unsigned length) {
    SmallVector<Value> known(scalars.take_front(reads.size()));
    for (auto [result, scalar] : llvm::zip_equal(results, scalars.drop_front(reads.size())))
      if (result.readsInit)
        known.push_back(scalar);
    GenericSite site(graph, body.getBlock(), tables);
    BodyWriter writer(graph, body, loc, site, space.size(), tables, known);
    writer.grow(length);
    SmallVector<Value> yielded;
    for (const Result &result : results) {
      Type type = getElementTypeOrSelf(result.init.getType());
      // Of two results one may be dead, and what it asserts is left alone then.
      bool asserts = graph.tape.oneIn(10) && results.size() == 1;
      yielded.push_back(asserts ? writer.getAsserted(type) : writer.get(type));
    }
    linalg::YieldOp::create(body, loc, yielded);
  }

  GraphBuilder &graph;
  OpBuilder &builder;
  Axes space;
  SmallVector<Node> tables;
  SmallVector<Read> reads;
  SmallVector<Result> results;
};
} // namespace

static void growGeneric(GraphBuilder &graph) { GenericBody(graph).grow(); }

//===----------------------------------------------------------------------===//
// fusion.map
//===----------------------------------------------------------------------===//

namespace {
class MapSite : public BodySite {
public:
  MapSite(GraphBuilder &graph, MapOp map, ArrayRef<Node> tables) : graph(graph), map(map), tables(tables) {}

  Value getPosition(OpBuilder &builder, Location loc, int64_t dim) override {
    return map.getPositions().empty() ? arith::ConstantIndexOp::create(builder, loc, 0).getResult()
                                      : Value(map.getPositions()[dim]);
  }
  Value getSize(OpBuilder &builder, Location loc, unsigned table, int64_t dim) override {
    return getConstantSize(graph, builder, loc, tables[table], dim);
  }
  Value lookup(OpBuilder &builder, Location loc, unsigned table, ValueRange indices, Value condition) override {
    return LookupOp::create(builder, loc, tables[table].getElementType(), map.getTableArguments()[table], indices,
                            condition);
  }
  bool mayBranch() const override { return false; }

private:
  GraphBuilder &graph;
  MapOp map;
  ArrayRef<Node> tables;
};
} // namespace

Node fusion::smith::addMap(GraphBuilder &graph, ArrayRef<Node> elements, ArrayRef<Node> tables, const MapShape &shape) {
  auto getValues = [](ArrayRef<Node> nodes) {
    return llvm::map_to_vector(nodes, [](const Node &node) { return node.value; });
  };
  auto map = MapOp::create(graph.builder, graph.loc, graph.getType(shape.space, shape.type), getValues(elements),
                           getValues(tables), shape.positions);
  if (shape.positions)
    graph.setMixed(shape.space);
  OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
  MapSite site(graph, map, tables);
  BodyWriter writer(graph, body, graph.loc, site, shape.space.size(), tables, map.getElementArguments());
  writer.grow(shape.length);
  YieldOp::create(body, graph.loc, writer.get(shape.type));
  graph.addWork(2 * shape.length * graph.countElements(shape.space));
  return graph.add(map.getResult(), shape.space);
}

static void growMap(GraphBuilder &graph) {
  Axes space = pickSpace(graph);
  SmallVector<Node> elements, tables = pickTables(graph);
  // The map has its dynamic sizes of operands.
  bool isDynamic = llvm::any_of(space, [&](int axis) { return graph.getAxis(axis).dynamic; });
  if (isDynamic) {
    Node whole = graph.pickOperand(space, pickElementType(graph));
    elements.push_back({graph.getConformed(whole), space});
  }
  for (unsigned count = elements.size() + graph.tape.draw(3); elements.size() < count;)
    elements.push_back(graph.pickBroadcastable(space, pickElementType(graph)));
  bool positions = graph.tape.draw(3) < 2;
  unsigned length = pickLength(graph);
  Type type = pickElementType(graph);
  addMap(graph, elements, tables, {space, type, positions, length});
}

ArrayRef<Production> fusion::smith::getBodyProductions() {
  static constexpr Production kProductions[] = {{"body", 4, growGeneric}, {"map", 2, growMap}};
  return kProductions;
}
