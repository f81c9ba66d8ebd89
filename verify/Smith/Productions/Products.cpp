// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matrix products in all layouts and spellings.

#include "Products.h"
#include "../Production.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

namespace {
/// Operands as they lie, and the axes that play the parts.
struct Product {
  Node lhs, rhs;
  Axes batch;
  int m, n, k;

  Axes getResult() const {
    Axes axes = batch;
    axes.append({m, n});
    return axes;
  }
  Axes getLhs(bool transposed) const { return join(lhs.axes.size() > 2, transposed ? k : m, transposed ? m : k); }
  Axes getRhs(bool transposed) const { return join(rhs.axes.size() > 2, transposed ? n : k, transposed ? k : n); }

private:
  Axes join(bool batched, int first, int second) const {
    Axes axes = batched ? batch : Axes();
    axes.append({first, second});
    return axes;
  }
};
} // namespace

static bool isFloat8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

/// The type of a factor beside one of `type`.
static Type pickOtherFactor(GraphBuilder &graph, Type type) {
  if (!isFloat8(type))
    return type;
  MLIRContext *context = graph.builder.getContext();
  return graph.tape.draw(2) == 0 ? Type(Float8E4M3FNType::get(context)) : Type(Float8E5M2Type::get(context));
}

/// A product's element type: that of the operands or a wider one.
static Type pickAccumulator(GraphBuilder &graph, Type type) {
  if (type.getIntOrFloatBitWidth() >= 32)
    return type;
  if (isFloat8(type)) {
    OpBuilder &b = graph.builder;
    const Type types[] = {b.getF32Type(), b.getF16Type(), b.getF32Type(), b.getBF16Type()};
    return types[graph.tape.draw(std::size(types))];
  }
  return graph.tape.draw(2) == 0 ? Type(graph.builder.getF32Type()) : type;
}

/// The operand in the order that the flags want; a transposition in front where its batch is not outermost.
static Value arrange(GraphBuilder &graph, const Node &node, const Axes &plain, const Axes &swapped, bool &transposed) {
  transposed = node.axes == swapped;
  return graph.createTranspose(node, transposed ? swapped : plain).value;
}

static Node addFusion(GraphBuilder &graph, const Product &product, Type accumulator) {
  bool transposeA, transposeB;
  Value lhs = arrange(graph, product.lhs, product.getLhs(false), product.getLhs(true), transposeA);
  Value rhs = arrange(graph, product.rhs, product.getRhs(false), product.getRhs(true), transposeB);
  RankedTensorType type = graph.getType(product.getResult(), accumulator);
  return graph.add(MatmulOp::create(graph.builder, graph.loc, type, lhs, rhs, transposeA, transposeB),
                   product.getResult());
}

/// What a sum starts with: zeros or a tensor of the graph.
static Value pickInit(GraphBuilder &graph, ArrayRef<int> axes, Type type) {
  if (!graph.tape.oneIn(4))
    return graph.zeros(axes, type);
  return graph.getConformed(graph.pickOperand(axes, type));
}

/// linalg.matmul or linalg.batch_matmul, operands brought into order.
static Node addNamed(GraphBuilder &graph, const Product &product, Type accumulator) {
  SmallVector<Value> inputs = {graph.createTranspose(product.lhs, product.getLhs(false)).value,
                               graph.createTranspose(product.rhs, product.getRhs(false)).value};
  Value init = pickInit(graph, product.getResult(), accumulator);
  Operation *op = product.batch.empty()
                      ? linalg::MatmulOp::create(graph.builder, graph.loc, inputs, init).getOperation()
                      : linalg::BatchMatmulOp::create(graph.builder, graph.loc, inputs, init).getOperation();
  return graph.add(op->getResult(0), product.getResult());
}

/// linalg.generic, whose loops and results may be in any order.
static Node addGeneric(GraphBuilder &graph, const Product &product, Type accumulator) {
  Axes result = graph.tape.draw(2) == 0 ? product.getResult() : graph.shuffle(product.getResult());
  Axes loops = product.getResult();
  loops.push_back(product.k);
  if (graph.tape.oneIn(2))
    loops = graph.shuffle(loops);
  Value init = pickInit(graph, result, accumulator);
  bool swapped = graph.tape.oneIn(4);
  Value value = graph.createGeneric(
      {product.lhs, product.rhs}, {init}, result, loops, [&](OpBuilder &builder, Location loc, ValueRange values) {
        auto widen = [&](Value x) -> Value {
          return x.getType() == accumulator ? x : arith::ExtFOp::create(builder, loc, accumulator, x).getResult();
        };
        Value a = widen(values[0]), b = widen(values[1]), sum = values[2];
        Value term = arith::MulFOp::create(builder, loc, swapped ? b : a, swapped ? a : b);
        linalg::YieldOp::create(
            builder, loc, arith::AddFOp::create(builder, loc, swapped ? term : sum, swapped ? sum : term).getResult());
      })[0];
  return graph.add(value, result);
}

static Node addTosa(GraphBuilder &graph, const Product &product, Type accumulator) {
  Node lhs = graph.createTranspose(product.lhs, product.getLhs(false));
  Node rhs = graph.createTranspose(product.rhs, product.getRhs(false));
  auto zeroType = RankedTensorType::get({1}, lhs.getElementType());
  Value zero = graph.create(
      "tosa.const", {}, zeroType,
      graph.builder.getNamedAttr(
          "values", DenseElementsAttr::get(zeroType, graph.builder.getFloatAttr(lhs.getElementType(), 0.0))));
  return graph.add(graph.create("tosa.matmul", {graph.getConformed(lhs), graph.getConformed(rhs), zero, zero},
                                graph.getType(product.getResult(), accumulator)),
                   product.getResult());
}

static Node addProduct(GraphBuilder &graph, const Product &product) {
  Type type = product.lhs.getElementType(), accumulator = pickAccumulator(graph, type);
  Axes space = product.getResult();
  space.push_back(product.k);
  graph.addWork(2 * graph.countElements(space));
  graph.setMixed({product.k});
  bool batched = !product.batch.empty(), bothBatched = batched && product.rhs.axes.size() > 2;
  switch (graph.tape.draw(8)) {
  default:
    return addFusion(graph, product, accumulator);
  case 4:
  case 5:
    return addGeneric(graph, product, accumulator);
  case 6:
    return !batched || bothBatched ? addNamed(graph, product, accumulator) : addGeneric(graph, product, accumulator);
  case 7:
    // TOSA's products are of one type, and those of 8-bit floats f16.
    if (isFloat8(type) && (product.rhs.getElementType() != type || !accumulator.isF16()))
      return addFusion(graph, product, accumulator);
    return bothBatched && type.getIntOrFloatBitWidth() <= 32 && !graph.hasEmpty(space)
               ? addTosa(graph, product, accumulator)
               : addFusion(graph, product, accumulator);
  }
}

/// The other factor and the parts of the axes.
static Product pickProduct(GraphBuilder &graph, const Node &lhs) {
  Product product;
  product.lhs = lhs;
  // The contracted axis is the last one, or another: then the operand lies transposed.
  Axes axes = lhs.axes;
  if (graph.tape.oneIn(3))
    axes = graph.shuffle(axes);
  product.k = axes.pop_back_val();
  product.m = axes.pop_back_val();
  product.batch = axes;
  product.n = graph.pickAxis(lhs.axes);
  bool shared = product.batch.empty() || graph.tape.oneIn(3);
  Axes rhs = shared ? Axes() : product.batch;
  if (graph.tape.draw(2) == 0)
    rhs.append({product.k, product.n});
  else
    rhs.append({product.n, product.k});
  product.rhs = graph.pickOperand(rhs, pickOtherFactor(graph, lhs.getElementType()));
  return product;
}

Node fusion::smith::multiply(GraphBuilder &graph, const Node &lhs) {
  return addProduct(graph, pickProduct(graph, lhs));
}

/// A product of bytes as linalg.generic, whose loops and results may be in any order.
static Node addGenericOfBytes(GraphBuilder &graph, const Product &product, bool unsignedA, bool unsignedB) {
  Type type = graph.builder.getI32Type();
  Axes result = graph.tape.draw(2) == 0 ? product.getResult() : graph.shuffle(product.getResult());
  Axes loops = product.getResult();
  loops.push_back(product.k);
  Value init = pickInit(graph, result, type);
  Value value = graph.createGeneric(
      {product.lhs, product.rhs}, {init}, result, loops, [&](OpBuilder &builder, Location loc, ValueRange values) {
        auto widen = [&](Value x, bool isUnsigned) -> Value {
          return isUnsigned ? arith::ExtUIOp::create(builder, loc, type, x).getResult()
                            : arith::ExtSIOp::create(builder, loc, type, x).getResult();
        };
        Value a = widen(values[0], unsignedA), b = widen(values[1], unsignedB);
        Value term = arith::MulIOp::create(builder, loc, a, b);
        linalg::YieldOp::create(builder, loc, arith::AddIOp::create(builder, loc, values[2], term).getResult());
      })[0];
  return graph.add(value, result);
}

Node fusion::smith::multiplyBytes(GraphBuilder &graph, const Node &lhs) {
  Product product = pickProduct(graph, lhs);
  bool unsignedA = graph.tape.oneIn(3), unsignedB = graph.tape.oneIn(3);
  Axes space = product.getResult();
  space.push_back(product.k);
  graph.addWork(2 * graph.countElements(space));
  graph.setMixed({product.k});
  if (graph.tape.oneIn(3))
    return addGenericOfBytes(graph, product, unsignedA, unsignedB);
  bool transposeA, transposeB;
  Value a = arrange(graph, product.lhs, product.getLhs(false), product.getLhs(true), transposeA);
  Value b = arrange(graph, product.rhs, product.getRhs(false), product.getRhs(true), transposeB);
  RankedTensorType type = graph.getType(product.getResult(), graph.builder.getI32Type());
  auto op = MatmulOp::create(graph.builder, graph.loc, type, a, b, transposeA, transposeB, unsignedA, unsignedB);
  return graph.add(op, product.getResult());
}

/// Of a factor.
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

Node fusion::smith::multiplyAny(GraphBuilder &graph) {
  Axes axes;
  for (uint32_t rank = graph.tape.oneIn(4) ? 3 : 2; axes.size() < rank;)
    axes.push_back(graph.pickAxis(axes));
  Node lhs = graph.addArgument(axes, pickFactor(graph));
  return lhs.getElementType().isInteger(8) ? multiplyBytes(graph, lhs) : multiply(graph, lhs);
}

static bool isMatrix(const Node &node) {
  return GraphBuilder::isFloat(node) && node.axes.size() >= 2 && node.axes.size() <= 3;
}

/// The product of a value that is there: a chain, or siblings of one operand.
static void growProduct(GraphBuilder &graph) { multiply(graph, graph.pickNode(isMatrix)); }

/// A product of a new argument.
static void growFreshProduct(GraphBuilder &graph) {
  Axes axes;
  for (uint32_t rank = graph.tape.oneIn(4) ? 3 : 2; axes.size() < rank;)
    axes.push_back(graph.pickAxis(axes));
  multiply(graph, graph.addArgument(axes, graph.pickFloat()));
}

ArrayRef<Production> fusion::smith::getProductProductions() {
  static constexpr Production kProductions[] = {{"product", 16, growProduct}, {"fresh-product", 6, growFreshProduct}};
  return kProductions;
}
