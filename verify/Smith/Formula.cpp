// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes a formula as a body, on tensors, as a chain or as a map.

#include "Formula.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fusion::smith;

Value FormulaWriter::op(StringRef name, ValueRange operands) {
  return op(name, operands, getElementTypeOrSelf(operands.front().getType()));
}

Value FormulaWriter::constant(double value, Value like) {
  return constant(value, getElementTypeOrSelf(like.getType()));
}

Value FormulaWriter::compare(uint32_t predicate, Value lhs, Value rhs) {
  MLIRContext *context = lhs.getContext();
  auto attr = arith::CmpFPredicateAttr::get(context, static_cast<arith::CmpFPredicate>(predicate));
  return op("arith.cmpf", {lhs, rhs}, IntegerType::get(context, 1), NamedAttribute("predicate", attr));
}

static TypedAttr getConstant(double value, Type type) {
  Builder builder(type.getContext());
  if (isa<FloatType>(type))
    return builder.getFloatAttr(type, value);
  return builder.getIntegerAttr(type, static_cast<int64_t>(value));
}

namespace {
/// In the body of a linalg operation.
struct ScalarWriter : FormulaWriter {
  ScalarWriter(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}
  using FormulaWriter::constant;
  using FormulaWriter::op;
  Value op(StringRef name, ValueRange operands, Type elementType, ArrayRef<NamedAttribute> attributes) override {
    OperationState state(loc, name, operands, elementType, attributes);
    return builder.create(state)->getResult(0);
  }
  Value constant(double value, Type elementType) override {
    return arith::ConstantOp::create(builder, loc, getConstant(value, elementType));
  }
  OpBuilder &builder;
  Location loc;
};

/// On tensors that all have one shape.
struct TensorWriter : FormulaWriter {
  TensorWriter(GraphBuilder &graph, ArrayRef<int> space) : graph(graph), space(space) {}
  using FormulaWriter::constant;
  using FormulaWriter::op;
  Value op(StringRef name, ValueRange operands, Type elementType, ArrayRef<NamedAttribute> attributes) override {
    return graph.create(name, operands, graph.getType(space, elementType), attributes);
  }
  Value constant(double value, Type elementType) override {
    RankedTensorType type = graph.getType(space, elementType);
    TypedAttr attr = getConstant(value, elementType);
    if (type.hasStaticShape())
      return arith::ConstantOp::create(graph.builder, graph.loc, DenseElementsAttr::get(type, Attribute(attr)));
    Value scalar = arith::ConstantOp::create(graph.builder, graph.loc, attr);
    return linalg::FillOp::create(graph.builder, graph.loc, scalar, graph.empty(space, elementType)).getResult(0);
  }
  GraphBuilder &graph;
  ArrayRef<int> space;
};

/// One linalg.generic for each operation.
struct ChainWriter : FormulaWriter {
  ChainWriter(GraphBuilder &graph, ArrayRef<Node> inputs, ArrayRef<int> space) : graph(graph), space(space) {
    for (const Node &input : inputs)
      axes[input.value] = input.axes;
  }
  using FormulaWriter::constant;
  using FormulaWriter::op;
  Value op(StringRef name, ValueRange operands, Type elementType, ArrayRef<NamedAttribute> attributes) override {
    SmallVector<Node> inputs;
    for (Value operand : operands)
      inputs.push_back({operand, axes.lookup(operand)});
    Value result = graph.createGeneric(
        inputs, {graph.empty(space, elementType)}, space, space,
        [&](OpBuilder &builder, Location loc, ValueRange values) {
          Value value = ScalarWriter(builder, loc).op(name, values.take_front(inputs.size()), elementType, attributes);
          linalg::YieldOp::create(builder, loc, value);
        })[0];
    axes[result] = Axes(space);
    return result;
  }
  Value constant(double value, Type elementType) override {
    auto type = RankedTensorType::get({}, elementType);
    Value tensor = arith::ConstantOp::create(graph.builder, graph.loc,
                                             DenseElementsAttr::get(type, Attribute(getConstant(value, elementType))));
    axes[tensor] = {};
    return tensor;
  }
  GraphBuilder &graph;
  ArrayRef<int> space;
  llvm::DenseMap<Value, Axes> axes;
};
} // namespace

/// The element type that a formula has, found by writing it to a place that is thrown away.
static Type getElementType(GraphBuilder &graph, ArrayRef<Node> inputs, Formula formula) {
  Block scratch;
  OpBuilder builder(graph.builder.getContext());
  builder.setInsertionPointToStart(&scratch);
  for (const Node &input : inputs)
    scratch.addArgument(input.getElementType(), graph.loc);
  ScalarWriter writer(builder, graph.loc);
  return formula(writer, scratch.getArguments()).getType();
}

static Value writeGeneric(GraphBuilder &graph, ArrayRef<Node> inputs, ArrayRef<int> space, Formula formula) {
  Value init = graph.empty(space, getElementType(graph, inputs, formula));
  // The loops may run in another order than the result's dimensions.
  Axes loops = graph.tape.oneIn(4) ? graph.shuffle(space) : Axes(space);
  return graph.createGeneric(inputs, {init}, space, loops, [&](OpBuilder &builder, Location loc, ValueRange values) {
    ScalarWriter writer(builder, loc);
    linalg::YieldOp::create(builder, loc, formula(writer, values.take_front(inputs.size())));
  })[0];
}

/// The input repeated to the whole space.
static Value materialize(GraphBuilder &graph, const Node &input, ArrayRef<int> space) {
  if (ArrayRef<int>(input.axes) == space)
    return graph.getConformed(input);
  Value init = graph.empty(space, input.getElementType());
  return graph.createGeneric({input}, {init}, space, space, [](OpBuilder &builder, Location loc, ValueRange values) {
    linalg::YieldOp::create(builder, loc, values[0]);
  })[0];
}

static Value writeMap(GraphBuilder &graph, ValueRange values, ArrayRef<int> space, Type elementType, Formula formula) {
  Value init = graph.empty(space, elementType);
  return linalg::MapOp::create(graph.builder, graph.loc, values, init,
                               [&](OpBuilder &builder, Location loc, ValueRange scalars) {
                                 ScalarWriter writer(builder, loc);
                                 linalg::YieldOp::create(builder, loc,
                                                         formula(writer, scalars.take_front(values.size())));
                               })
      ->getResult(0);
}

Node fusion::smith::addFormula(GraphBuilder &graph, ArrayRef<Node> inputs, ArrayRef<int> space, Formula formula) {
  graph.addWork(10 * graph.countElements(space));
  uint32_t spelling = graph.tape.draw(8);
  if (spelling < 3)
    return graph.add(writeGeneric(graph, inputs, space, formula), space);
  if (spelling < 5) {
    SmallVector<Value> values;
    for (const Node &input : inputs)
      values.push_back(input.value);
    ChainWriter writer(graph, inputs, space);
    return graph.add(formula(writer, values), space);
  }
  SmallVector<Value> values;
  for (const Node &input : inputs)
    values.push_back(materialize(graph, input, space));
  if (spelling == 5)
    return graph.add(writeMap(graph, values, space, getElementType(graph, inputs, formula), formula), space);
  TensorWriter writer(graph, space);
  return graph.add(formula(writer, values), space);
}
