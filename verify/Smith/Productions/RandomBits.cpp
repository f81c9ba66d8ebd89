// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes maps that draw by Philox.

#include "RandomBits.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

namespace {
/// What is made of an element and of its bits.
enum class Draw { Dropout, Mask, Round, Bits, Quantize, Uniform };

class RandomBody {
public:
  RandomBody(GraphBuilder &graph, MapOp map, const Axes &space)
      : graph(graph), map(map), space(space), builder(OpBuilder::atBlockEnd(map.getBodyBlock())), loc(graph.loc) {}

  void write(Draw draw, Type type) {
    Value bits = drawBits();
    Value result = writeResult(draw, type, bits);
    YieldOp::create(builder, loc, result);
  }

private:
  Value index(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
  Value constant(double value, Type type) {
    return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value));
  }
  Value integer(int64_t value) { return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(value)); }

  /// The number of the element's row, and its column.
  std::pair<Value, Value> getPlace() {
    Value row = index(0);
    auto positions = map.getPositions();
    for (auto [axis, position] : llvm::zip(llvm::drop_end(space), positions)) {
      // Of a dynamic size some number stands for the size: the bits are others then, and as good.
      int64_t size = graph.getAxis(axis).dynamic ? 257 : graph.getAxis(axis).size;
      row = arith::AddIOp::create(builder, loc, arith::MulIOp::create(builder, loc, row, index(size)), position);
    }
    return {row, positions.back()};
  }

  /// As docs/Random.md has it: neighbours share a counter; or a counter for each element.
  Value drawBits() {
    bool shares = graph.tape.draw(4) < 3;
    auto [row, column] = getPlace();
    const Axis &last = graph.getAxis(space.back());
    int64_t size = last.dynamic ? 64 : last.size, width = shares ? (size + 3) / 4 : size;
    Value within = shares ? arith::ShRUIOp::create(builder, loc, column, index(2)).getResult() : column;
    Value number = arith::AddIOp::create(builder, loc, arith::MulIOp::create(builder, loc, row, index(width)), within);
    Value counter = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number);
    auto scalars = map.getElementArguments();
    auto words = PhiloxOp::create(builder, loc, counter, scalars[1], scalars[2]).getResults();
    if (!shares)
      return words[graph.tape.draw(4)];
    Value place = arith::AndIOp::create(builder, loc, column, index(3)), bits = words[0];
    for (int64_t word : {1, 2, 3}) {
      Value isIt = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, place, index(word));
      bits = arith::SelectOp::create(builder, loc, isIt, words[word], bits);
    }
    return bits;
  }

  Value getWide() {
    Value x = map.getElementArguments()[0];
    return x.getType().isF32() ? x : arith::ExtFOp::create(builder, loc, builder.getF32Type(), x).getResult();
  }

  /// In [0, 1).
  Value getUniform(Value bits) {
    Value high = arith::ShRUIOp::create(builder, loc, bits, integer(8));
    Type f32 = builder.getF32Type();
    return arith::MulFOp::create(builder, loc, arith::UIToFPOp::create(builder, loc, f32, high),
                                 constant(0x1p-24, f32));
  }

  Value isKept(Value bits) {
    static constexpr uint32_t kLimits[] = {0x80000000, 0x40000000, 0x1999999a, 0, 0xffffffff};
    Value limit = integer(static_cast<int32_t>(kLimits[graph.tape.draw(std::size(kLimits))]));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, bits, limit);
  }

  Value writeResult(Draw draw, Type type, Value bits) {
    Value x = map.getElementArguments()[0];
    Type f32 = builder.getF32Type();
    switch (draw) {
    case Draw::Dropout: {
      Value scaled = arith::MulFOp::create(builder, loc, x, constant(2, x.getType()));
      return arith::SelectOp::create(builder, loc, isKept(bits), scaled, constant(0, x.getType()));
    }
    case Draw::Mask:
      return isKept(bits);
    case Draw::Round:
      return StochasticRoundOp::create(builder, loc, type, getWide(), bits);
    case Draw::Bits:
      return bits;
    case Draw::Quantize: { // floor(x + u), limited
      Value sum = arith::AddFOp::create(builder, loc, getWide(), getUniform(bits));
      Value whole = math::FloorOp::create(builder, loc, sum);
      Value above = arith::MaxNumFOp::create(builder, loc, whole, constant(-128, f32));
      Value limited = arith::MinNumFOp::create(builder, loc, above, constant(127, f32));
      return arith::FPToSIOp::create(builder, loc, type, limited);
    }
    case Draw::Uniform:
      return getUniform(bits);
    }
    llvm_unreachable("all that may be drawn");
  }

  GraphBuilder &graph;
  MapOp map;
  const Axes &space;
  OpBuilder builder;
  Location loc;
};
} // namespace

/// The element type of what is drawn for an input of type `type`.
static Type pickType(GraphBuilder &graph, Draw draw, Type type) {
  Builder &b = graph.builder;
  bool other = graph.tape.draw(2) == 1;
  switch (draw) {
  case Draw::Dropout:
    return type;
  case Draw::Mask:
    return b.getI1Type();
  case Draw::Round:
    return other ? Type(b.getF16Type()) : b.getBF16Type();
  case Draw::Bits:
    return b.getI32Type();
  case Draw::Quantize:
    return b.getI8Type();
  case Draw::Uniform:
    return b.getF32Type();
  }
  llvm_unreachable("all that may be drawn");
}

Node fusion::smith::addRandomMap(GraphBuilder &graph, const Node &input) {
  static constexpr Draw kDraws[] = {Draw::Dropout, Draw::Dropout, Draw::Mask,     Draw::Round,
                                    Draw::Bits,    Draw::Round,   Draw::Quantize, Draw::Uniform};
  Draw draw = kDraws[graph.tape.draw(std::size(kDraws))];
  Type type = pickType(graph, draw, input.getElementType());
  Node seed = graph.pickOperand({}, graph.builder.getI64Type());
  Node offset = graph.pickOperand({}, graph.builder.getI64Type());
  auto map = MapOp::create(graph.builder, graph.loc, graph.getType(input.axes, type),
                           {graph.getConformed(input), seed.value, offset.value}, {}, /*positions=*/true);
  graph.setMixed(input.axes);
  graph.addWork(60 * graph.countElements(input.axes));
  RandomBody(graph, map, input.axes).write(draw, type);
  return graph.add(map.getResult(), input.axes);
}
