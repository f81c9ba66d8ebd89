// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowsEmitter.h"

#include "fusion/Support/SeededFault.h"

using namespace mlir;
using namespace mlir::fusion;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

RowsEmitter::RowsEmitter(KernelBuilder &kb, KernelOp kernel, const RowsSchedule &schedule,
                         ArrayRef<MemRefArgument> arguments, const RowThread &at, bool wide, Value sharedMemory)
    : kb(kb), kernel(kernel), space(getRowSpace(KernelPlan(kernel))), order(RowOrder::get(space.getLength())),
      schedule(schedule), at(at), reduction(order, schedule, at), evaluator(kernel),
      strict(getNumerics(kernel) == Numerics::Strict) {
  reduction.setMemory(sharedMemory);
  ArrayRef<MemRefArgument> read = arguments.take_front(kernel.getInputs().size());
  for (auto [argument, body] : llvm::zip_equal(read, kernel.getBodyBlock()->getArguments()))
    if (KernelOp::isTable(body))
      tables.add(body, argument);
    else
      inputs.try_emplace(body, RowOperand(kb, argument, space, at.row, wide));
  for (const MemRefArgument &argument : arguments.drop_front(read.size()))
    outputs.push_back(RowOperand(kb, argument, space, at.row, wide));
}

int64_t RowsEmitter::getSharedBytes(KernelOp kernel, const RowsSchedule &schedule) {
  RowOrder order = RowOrder::get(getRowSpace(KernelPlan(kernel)).getLength());
  int64_t reduces = llvm::range_size(kernel.getBodyBlock()->getOps<ReduceOp>());
  return reduces * RowReduction(order, schedule, {}).bytesOfOperation();
}

void RowsEmitter::emit() {
  if (schedule.preload)
    preload();
  for (MutableArrayRef<ReduceOp> reduces : getRowSteps(kernel))
    emitStep(reduces);
  emitOutputs();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// The places of a piece's elements, or of a row.
class LanePlace : public BodyPlace {
public:
  LanePlace(const RowSpace &space, ValueRange rows, const RowPiece *piece, const TableArguments &tables)
      : space(space), rows(rows), piece(piece), tables(tables) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    int64_t dim = space.shape.size() - 1 - fromLast;
    Value place = dim < space.numRowDims ? rows[dim]
                  : piece                ? piece->positions[lane][dim - space.numRowDims]
                                         : kb.c32(0);
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  }
  Value getTableSize(KernelBuilder &kb, BlockArgument table, int64_t dim) override {
    return tables.getSize(kb, table, dim);
  }
  Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices) override {
    return tables.load(kb, table, indices);
  }

private:
  const RowSpace &space;
  ValueRange rows;
  const RowPiece *piece;
  const TableArguments &tables;
};
} // namespace

/// Whether a value depends on nothing but constants.
static bool isOfConstants(Value value) {
  Operation *op = value.getDefiningOp();
  return op && !isa<ReduceOp>(op) && llvm::all_of(op->getOperands(), isOfConstants);
}

RowsEmitter::Lanes RowsEmitter::evaluate(Operation *op, int64_t width, function_ref<Lanes(Value)> get,
                                         BodyPlace &place) {
  DenseMap<Value, Lanes> operands;
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
    for (auto [number, operand] : llvm::enumerate(elementwise.getElementOperands()))
      if (elementwise.readsElement(number))
        operands[operand] = get(operand);
  Lanes lanes = evaluator.evaluateOp(kb, *op, operands, width, place);
  // See BodyEvaluator::evaluate.
  if (strict && !op->hasTrait<OpTrait::ConstantLike>() && isOfConstants(op->getResult(0)))
    for (Value &lane : lanes)
      if (lane.getType().isF32())
        lane = kb.hide(lane);
  return lanes;
}

Value RowsEmitter::getOfRow(Value value) {
  if (Value known = ofRow.lookup(value))
    return known;
  Type elementType = typeOf(value).getElementType();
  if (isa<BlockArgument>(value))
    return ofRow[value] = BodyEvaluator::fromStored(kb, inputs.find(value)->second.loadOne(kb), elementType);
  LanePlace place(space, at.row, nullptr, tables);
  auto get = [&](Value operand) { return Lanes{getOfRow(operand)}; };
  Value result = evaluate(value.getDefiningOp(), 1, get, place).front();
  return ofRow[value] = result;
}

RowsEmitter::Lanes RowsEmitter::getFull(Value value) {
  if (auto known = elements->find(value); known != elements->end())
    return known->second;
  int64_t width = piece.positions.size();
  if (!space.isFull(typeOf(value)))
    return Lanes(width, getOfRow(value));
  Lanes lanes;
  if (isa<BlockArgument>(value)) {
    Type elementType = typeOf(value).getElementType();
    for (Value stored : inputs.find(value)->second.load(kb, piece))
      lanes.push_back(BodyEvaluator::fromStored(kb, stored, elementType));
  } else {
    LanePlace place(space, at.row, &piece, tables);
    lanes = evaluate(value.getDefiningOp(), width, [&](Value operand) { return getFull(operand); }, place);
  }
  return (*elements)[value] = lanes;
}

void RowsEmitter::prepare(ArrayRef<Value> values) {
  SmallVector<Value> left(values);
  DenseSet<Value> seen;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (!seen.insert(value).second || (isa<BlockArgument>(value) && KernelOp::isTable(value)))
      continue;
    if (!space.isFull(typeOf(value)))
      getOfRow(value);
    else if (Operation *op = value.getDefiningOp())
      llvm::append_range(left, op->getOperands());
  }
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

void RowsEmitter::enterTurn(const Turn &turn) { piece = makePiece(kb, space, turn.first, schedule.width); }

SmallVector<Value> RowsEmitter::forEachTurn(ArrayRef<Value> state,
                                            function_ref<SmallVector<Value>(const Turn &, SmallVector<Value>)> body) {
  int64_t beside = schedule.getBeside(order), strides = schedule.getStrides(order), turns = order.turns();
  // In units of what a thread loads at once.
  int64_t loads = order.length / schedule.width, loadsOfTurn = order.lanes / beside;
  int64_t loadsOfBlock = loadsOfTurn / schedule.cluster;
  // From load `begin` (i32) on, for the lanes of the thread's stride `stride`.
  auto takeTurn = [&](Value begin, int64_t stride, bool partial, SmallVector<Value> carried) {
    Value number = kb.add(kb.add(begin, stride * schedule.threads), at.thread);
    if (schedule.cluster > 1)
      number = kb.add(number, kb.mul(at.rank, loadsOfBlock));
    Turn turn{{}, {}, stride * beside};
    if (partial) {
      turn.valid = kb.lt(number, kb.c32(loads));
      number = kb.select(turn.valid, number, kb.c32(loads - 1));
    }
    turn.first = kb.mul(number, schedule.width);
    enterTurn(turn);
    return body(turn, carried);
  };
  SmallVector<Value> carried(state);
  if (!schedule.reload) {
    known.resize(turns * strides);
    for (int64_t round = 0; round < turns; ++round)
      for (int64_t stride = 0; stride < strides; ++stride) {
        int64_t begin = round * loadsOfTurn, first = begin + stride * schedule.threads;
        int64_t end = begin + loadsOfTurn - loadsOfBlock + (stride + 1) * schedule.threads; // of the last block
        if (first >= loads)
          continue;
        elements = &known[round * strides + stride];
        carried = takeTurn(kb.c32(begin), stride, end > loads, carried);
      }
    return carried;
  }
  bool partial = loads % loadsOfTurn != 0;
  return kb.forLoop(kb.c32(0), kb.c32(turns * loadsOfTurn), loadsOfTurn, carried, [&](Value begin, ValueRange values) {
    SmallVector<Value> inner(values);
    for (int64_t stride = 0; stride < strides; ++stride) {
      DenseMap<Value, Lanes> own;
      elements = &own;
      inner = takeTurn(begin, stride, partial, inner);
    }
    return inner;
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void RowsEmitter::preload() {
  SmallVector<Value> full;
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments()) {
    // What gives a size alone is not there.
    bool read = KernelOp::isElementwiseOperand(argument) || llvm::any_of(argument.getUsers(), llvm::IsaPred<ReduceOp>);
    if (!read || !inputs.contains(argument))
      continue;
    if (space.isFull(typeOf(argument)))
      full.push_back(argument);
    else
      getOfRow(argument);
  }
  forEachTurn({}, [&](const Turn &, SmallVector<Value> carried) {
    for (Value argument : full)
      getFull(argument);
    return carried;
  });
}

Value RowsEmitter::combine(ReduceOp reduce, Value a, Value b) {
  Value combined = arith::getReductionOp(reduce.getKind(), kb, kb.getLoc(), a, b);
  // A product may be fused into a sum.
  if (auto sum = combined.getDefiningOp<arith::AddFOp>(); sum && !strict)
    sum.setFastmath(arith::FastMathFlags::contract);
  return combined;
}

void RowsEmitter::emitStep(MutableArrayRef<ReduceOp> reduces) {
  SmallVector<Value> factors = llvm::map_to_vector(reduces, [](ReduceOp reduce) { return Value(reduce.getInput()); });
  prepare(factors);
  int64_t lanes = reduction.lanesOfThread();
  SmallVector<Value> neutral, state;
  for (ReduceOp reduce : reduces)
    neutral.push_back(kb.create<arith::ConstantOp>(reduce.getNeutral()));
  for (Value value : neutral)
    state.append(lanes, value);
  state = forEachTurn(state, [&](const Turn &turn, SmallVector<Value> carried) {
    for (auto [number, reduce] : llvm::enumerate(reduces)) {
      for (auto [place, element] : llvm::enumerate(getFull(reduce.getInput()))) {
        Value &sum = carried[number * lanes + turn.lane + place / order.piece];
        Value next = combine(reduce, sum, element);
        sum = turn.valid && !seeded("row-clamped-terms-count") ? kb.select(turn.valid, next, sum) : next;
      }
    }
    return carried;
  });
  SmallVector<RowReduction::Operation> operations;
  for (auto [number, reduce] : llvm::enumerate(reduces))
    operations.push_back({[&, reduce = reduce](Value a, Value b) { return combine(reduce, a, b); },
                          SmallVector<Value>(ArrayRef(state).slice(number * lanes, lanes))});
  for (auto [reduce, result] : llvm::zip_equal(reduces, reduction.reduce(kb, operations))) {
    Type elementType = typeOf(reduce.getResult()).getElementType();
    if (isa<FloatType>(elementType)) {
      if (strict)
        result = convertFloat(kb, kb.getLoc(), result, elementType);
      result = convertFloat(kb, kb.getLoc(), result, getComputeType(elementType));
    }
    ofRow[reduce.getResult()] = result;
  }
}

void RowsEmitter::emitOutputs() {
  ValueRange yielded = kernel.getYield().getOperands();
  prepare(SmallVector<Value>(yielded));
  bool anyFull = llvm::any_of(outputs, [](const RowOperand &output) { return output.isFull(); });
  if (anyFull)
    forEachTurn({}, [&](const Turn &turn, SmallVector<Value> carried) {
      SmallVector<Lanes> results;
      for (auto [output, value] : llvm::zip_equal(outputs, yielded))
        results.push_back(output.isFull() ? getFull(value) : Lanes());
      Value stores = turn.valid ? kb.andI(turn.valid, at.inside) : at.inside;
      kb.ifThen(stores, [&] {
        for (auto [output, lanes] : llvm::zip_equal(outputs, results))
          if (output.isFull())
            output.store(kb, piece, lanes);
      });
      return carried;
    });
  Value first = kb.eq(at.thread, 0);
  if (schedule.cluster > 1)
    first = kb.andI(first, kb.eq(at.rank, 0));
  kb.ifThen(kb.andI(at.inside, first), [&] {
    for (auto [output, value] : llvm::zip_equal(outputs, yielded))
      if (!output.isFull())
        output.storeOne(kb, getOfRow(value));
  });
}
