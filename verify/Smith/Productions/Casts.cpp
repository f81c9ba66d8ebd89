// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Changes of element type.

#include "../Formula.h"
#include "../Production.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// Between floats: fusion.cast, or arith.truncf and arith.extf.
static void growFloatCast(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  Type from = input.getElementType(), to = graph.pickFloat();
  unsigned fromBits = from.getIntOrFloatBitWidth(), toBits = to.getIntOrFloatBitWidth();
  if (graph.tape.draw(2) == 0 || fromBits == toBits) {
    graph.add(CastOp::create(graph.builder, graph.loc, input.getType().clone(to), input.value), input.axes);
    return;
  }
  addFormula(graph, {input}, input.axes, [&](FormulaWriter &w, ValueRange values) {
    return w.op(toBits < fromBits ? "arith.truncf" : "arith.extf", values, to);
  });
}

/// A float of a quantized tensor, or of a predicate.
static void growFromInteger(GraphBuilder &graph) {
  static constexpr unsigned kBits[] = {8, 32, 1, 16, 64};
  Type from = graph.builder.getIntegerType(kBits[graph.tape.draw(std::size(kBits))]), to = graph.pickFloat();
  Node like = graph.pickFloatNode();
  Node input = graph.pickBroadcastable(like.axes, from);
  Node result;
  if (graph.tape.draw(2) == 0)
    result = graph.add(CastOp::create(graph.builder, graph.loc, input.getType().clone(to), input.value), input.axes);
  else
    result = addFormula(graph, {input}, input.axes, [&](FormulaWriter &w, ValueRange values) {
      return w.op(from.isInteger(1) ? "arith.uitofp" : "arith.sitofp", values, to);
    });
  if (like.getElementType() != to)
    return;
  addFormula(graph, {like, result}, like.axes,
             [&](FormulaWriter &w, ValueRange values) { return w.op("arith.mulf", values); });
}

/// Quantization: a float, limited to what the integer holds, becomes an integer.
static void growToInteger(GraphBuilder &graph) {
  Node input = graph.pickFloatNode();
  Type to = graph.builder.getIntegerType(graph.tape.draw(2) == 0 ? 8 : 32);
  Builder &b = graph.builder;
  Value limited =
      graph.create("fusion.clamp", input.value, input.getType(),
                   {b.getNamedAttr("min", b.getF64FloatAttr(-100)), b.getNamedAttr("max", b.getF64FloatAttr(100)),
                    b.getNamedAttr("ignore_nan", b.getUnitAttr())});
  Node node = graph.add(limited, input.axes);
  if (graph.tape.draw(2) == 0) {
    graph.add(CastOp::create(graph.builder, graph.loc, input.getType().clone(to), limited), input.axes);
    return;
  }
  addFormula(graph, {node}, node.axes,
             [&](FormulaWriter &w, ValueRange values) { return w.op("arith.fptosi", values, to); });
}

ArrayRef<Production> fusion::smith::getCastProductions() {
  static constexpr Production kProductions[] = {
      {"float-cast", 6, growFloatCast}, {"from-integer", 3, growFromInteger}, {"to-integer", 1, growToInteger}};
  return kProductions;
}
