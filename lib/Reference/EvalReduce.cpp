// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.reduce, as a program of lanes that combines one element after the other.

#include "Evaluator.h"
#include "Lanes.h"
#include "Loops.h"
#include "RoundingModel.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

using arith::AtomicRMWKind;

/// Of no elements. Integers are kept sign-extended.
static Scalar getNeutral(AtomicRMWKind kind, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case AtomicRMWKind::addf:
    return makeFloat(0.0);
  case AtomicRMWKind::mulf:
    return makeFloat(1.0);
  case AtomicRMWKind::maximumf:
    return makeFloat(-HUGE_VAL);
  case AtomicRMWKind::minimumf:
    return makeFloat(HUGE_VAL);
  case AtomicRMWKind::maxnumf:
  case AtomicRMWKind::minnumf:
    return makeFloat(std::numeric_limits<double>::quiet_NaN());
  case AtomicRMWKind::muli:
    return makeInt(1);
  case AtomicRMWKind::andi:
  case AtomicRMWKind::minu:
    return makeInt(width == 1 ? 1 : -1);
  case AtomicRMWKind::maxs:
    return makeInt(width == 1 ? 1 : llvm::minIntN(width));
  case AtomicRMWKind::mins:
    return makeInt(width == 1 ? 0 : llvm::maxIntN(width));
  default:
    return makeInt(0);
  }
}

/// The predicate by which an element goes before the best so far.
static Value isBefore(OpBuilder &b, Location loc, AtomicRMWKind kind, Value x, Value best) {
  auto floats = [&](arith::CmpFPredicate predicate) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, x, best);
  };
  auto integers = [&](arith::CmpIPredicate predicate) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, x, best);
  };
  switch (kind) {
  case AtomicRMWKind::maximumf:
  case AtomicRMWKind::minimumf: {
    // Not "at most" for numbers, or a NaN in front of which there is none.
    Value beats = floats(kind == AtomicRMWKind::maximumf ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT);
    Value bestIsNumber = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, best, best);
    return arith::AndIOp::create(b, loc, beats, bestIsNumber);
  }
  case AtomicRMWKind::maxnumf:
  case AtomicRMWKind::minnumf: {
    // More than the best, or the first number.
    Value beats = floats(kind == AtomicRMWKind::maxnumf ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT);
    return arith::AndIOp::create(b, loc, beats, arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, x, x));
  }
  case AtomicRMWKind::maxs:
    return integers(arith::CmpIPredicate::sgt);
  case AtomicRMWKind::mins:
    return integers(arith::CmpIPredicate::slt);
  case AtomicRMWKind::maxu:
    return integers(arith::CmpIPredicate::ugt);
  default:
    return integers(arith::CmpIPredicate::ult);
  }
}

namespace {
/// What is done with each element: ^bb(element, result so far, position so far, position), which yields the next ones.
/// The third argument is only there if the op has positions.
class Body {
public:
  explicit Body(ReduceOp op) : op(op) {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getInput().getType()), accumulator = op.getAccumulatorType();
    Block &block = region.emplaceBlock();
    OpBuilder b(op.getContext());
    b.setInsertionPointToStart(&block);
    Value x = block.addArgument(element, loc), best = block.addArgument(accumulator, loc);
    if (element != accumulator)
      x = arith::ExtFOp::create(b, loc, accumulator, x);
    if (op.getKind() == AtomicRMWKind::addf) {
      term = x;
      results = {best};
    } else if (!op.getIndex()) {
      results = {arith::getReductionOp(op.getKind(), b, loc, best, x)};
    } else {
      Type type = getElementTypeOrSelf(op.getIndex().getType());
      Value bestPlace = block.addArgument(type, loc);
      Value place = arith::IndexCastOp::create(b, loc, type, block.addArgument(b.getIndexType(), loc));
      Value before = isBefore(b, loc, op.getKind(), x, best);
      results = {arith::SelectOp::create(b, loc, before, x, best),
                 arith::SelectOp::create(b, loc, before, place, bestPlace)};
    }
  }

  LogicalResult compile(LaneCompiler &compiler) {
    Block &block = region.front();
    LaneProgram &program = compiler.getProgram();
    for (BlockArgument argument : block.getArguments()) {
      bool isPlace = argument.getType().isIndex();
      int reg = isPlace ? compiler.getIndexRegister(op.getDimensions().front()) : compiler.newRegister();
      compiler.setRegister(argument, reg);
      if (!isPlace)
        program.arguments.push_back(reg);
    }
    if (failed(compiler.compileNested(block)))
      return failure();
    for (Value result : results)
      program.results.push_back(*compiler.getRegister(result, op));
    return success();
  }

  Value term; ///< of a sum

private:
  ReduceOp op;
  Region region;
  SmallVector<Value, 2> results;
};
} // namespace

/// Results narrower than what they are accumulated in are rounded once.
static void roundResult(Tensor &tensor, const Rounding &store) {
  if (store.isNone() || tensor.isExact())
    return;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    store.apply(Interval::decode(tensor.value()[i].f, tensor.lo()[i].f, tensor.hi()[i].f))
        .encode(tensor.loMut()[i].f, tensor.hiMut()[i].f);
}

LogicalResult fusion::reference::evaluateReduce(Evaluator &evaluator, Operation *operation) {
  auto op = cast<ReduceOp>(operation);
  Tensor input = evaluator.get(op.getInput());
  const InterpreterOptions &options = evaluator.getOptions();
  RoundingModel rounding(op, options);
  Body body(op);
  LaneCompiler compiler(rounding, [](Value) { return Tensor(); });
  if (failed(body.compile(compiler)))
    return failure();

  LoopNest loops;
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t dimension : op.getDimensions())
    shape[dimension] = 1;
  if (failed(checkSize(op, shape)))
    return failure();
  for (int64_t dim = 0; dim < input.getRank(); ++dim) {
    loops.ranges.push_back(input.getDim(dim));
    loops.isReduction.push_back(op.isReduced(dim));
  }
  loops.inputs.push_back({input, llvm::to_vector(input.getStrides()), 0});
  loops.readsOutputs = true;
  auto addOutput = [&](Type type, Scalar neutral) {
    Tensor output = Tensor::splat(type, shape, neutral).copy(options.bounds);
    SmallVector<int64_t> strides(output.getStrides());
    for (int64_t dimension : op.getDimensions())
      strides[dimension] = 0;
    loops.outputs.push_back({output, strides, 0});
    loops.sums.emplace_back();
  };
  Type accumulator = op.getAccumulatorType();
  addOutput(accumulator, getNeutral(op.getKind(), accumulator));
  if (op.getIndex())
    addOutput(getElementTypeOrSelf(op.getIndex().getType()), makeInt(0));
  if (body.term) {
    SumReduction &sum = loops.sums.front();
    sum.addend = *compiler.getRegister(body.term, op);
    sum.unit = rounding.getSum(accumulator);
    sum.store = rounding.get(accumulator, kExact);
  }
  if (failed(runLoops(loops, compiler.getProgram(), options.bounds, options.numThreads)))
    return failure();

  Type type = op.getResult().getType().getElementType();
  Tensor &result = loops.outputs.front().tensor;
  if (type != accumulator)
    roundResult(result, rounding.get(type, kExact));
  for (auto [value, output] : llvm::zip(op->getResults(), loops.outputs)) {
    output.tensor.dropTrivialBounds();
    evaluator.set(value, output.tensor.withElementType(getElementTypeOrSelf(value.getType())));
  }
  return success();
}
