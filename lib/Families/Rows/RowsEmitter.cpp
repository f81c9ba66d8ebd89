// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a kernel step by step: walks, evaluates, reduces.

#include "RowsEmitter.h"

#include "Positions.h"
#include "fusion/Dialect/Fusion/IR/AlwaysRounded.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Steps of a kernel
//===----------------------------------------------------------------------===//

RowSteps::RowSteps(KernelOp kernel, const RowsSchedule &schedule)
    : space(getRowSpace(KernelPlan(kernel))), valueBytes(RowProblem::get(kernel).valueBytes),
      reduces(getRowSteps(kernel)) {
  bool readsAgain = schedule.reload || schedule.slices > 1;
  for (auto [value, ready, ofCrossing] :
       llvm::zip_equal(kernel.getComputed(), getStepsBeforeOutputs(kernel), getOutputsOfCrossings(kernel))) {
    full.push_back(space.isFull(typeOf(value)));
    outputs.push_back(ofCrossing ? kElsewhere : full.back() && readsAgain ? ready : reduces.size());
  }
  for (auto [reduce, ready] : llvm::zip_equal(getCrossings(kernel), getStepsBeforeCrossings(kernel)))
    crossings.push_back({reduce, ready});
}

RowSteps RowSteps::ofCrossings(KernelOp kernel) {
  RowSteps steps;
  steps.space = getCrossingSpace(kernel);
  steps.valueBytes = CrossingSums::kValueBytes;
  steps.reduces = {getCrossings(kernel)};
  for (bool ofCrossing : getOutputsOfCrossings(kernel)) {
    steps.full.push_back(false);
    steps.outputs.push_back(ofCrossing ? steps.reduces.size() : kElsewhere);
  }
  return steps;
}

bool RowSteps::readsElements(size_t step) const {
  return step < reduces.size() ||
         llvm::any_of(
             llvm::zip_equal(outputs, full),
             [&](auto output) { return std::get<0>(output) == step && std::get<1>(output); }) ||
         llvm::any_of(crossings, [&](auto crossing) { return crossing.second == step; });
}

//===----------------------------------------------------------------------===//
// The emitter
//===----------------------------------------------------------------------===//

RowsEmitter::RowsEmitter(KernelBuilder &kb, KernelOp kernel, RowSteps rowSteps, const RowsSchedule &schedule,
                         ArrayRef<MemRefArgument> arguments, const RowThread &at, int64_t piece, bool wide,
                         const RowMemory &memory, Value partials)
    : kb(kb), kernel(kernel), steps(std::move(rowSteps)), space(steps.space), schedule(schedule), at(at),
      reduction(schedule, at, steps.valueBytes, memory), walk(createRowWalk(schedule, at, space, piece, wide)),
      evaluator(kernel), strict(getNumerics(kernel) == Numerics::Strict), partials(partials),
      outputArguments(arguments.drop_front(kernel.getInputs().size())), computed(kernel.getComputed()),
      scattered(getScatterStores(kernel, outputArguments, space.shape.size())), wide(wide) {
  ArrayRef<MemRefArgument> read = arguments.take_front(kernel.getInputs().size());
  for (auto [argument, body] : llvm::zip_equal(read, kernel.getBodyBlock()->getArguments())) {
    if (KernelOp::isTable(body))
      tables.add(body, argument);
    if (isReadInPlace(body))
      inputs.try_emplace(body, RowOperand(kb, argument, space, at, wide));
  }
  for (const MemRefArgument &argument : outputArguments)
    outputs.push_back(RowOperand(kb, argument, space, at, wide));
}

void RowsEmitter::emit(CrossingSums *crossingSums) {
  sums = crossingSums;
  if (schedule.preload)
    preload();
  for (size_t step = 0; step + 1 < steps.size(); ++step)
    setResults(step, reduceElements(step));
  emitOutputs();
}

void RowsEmitter::emitLaunch(size_t step) {
  for (size_t before = 0; before < step; ++before)
    setResults(before, loadPartials(before));
  if (step + 1 < steps.size())
    storePartials(step, reduceElements(step));
  else
    emitOutputs();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// The places of an iteration's lanes, or of the rows.
class LanePlace : public ArgumentPlace {
public:
  LanePlace(const RowSpace &space, const RowThread &at, const RowPiece *piece, const TableArguments &tables)
      : ArgumentPlace(tables), space(space), at(at), piece(piece) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    int64_t dim = space.shape.size() - 1 - fromLast, rows = at.rows.size();
    Value place = kb.c32(0);
    if (!space.isColumn(dim))
      place = at.rows[lane % rows][space.getRowPlace(dim)];
    else if (piece)
      place = piece->positions[lane / rows][llvm::find(at.columnDims, dim) - at.columnDims.begin()];
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  }
  // Of each row the elements of a piece, which begins at a multiple of its size.
  AdjacentLanes getAdjacent() const override {
    int64_t rows = at.rows.size(), last = space.shape.size() - 1, size = piece ? piece->positions.size() : 0;
    if (size == 0 || !piece->beside || at.columnDims.back() != last || !llvm::isPowerOf2_64(size))
      return {};
    return {rows, size};
  }

private:
  const RowSpace &space;
  const RowThread &at;
  const RowPiece *piece;
};
} // namespace

RowsEmitter::Lanes RowsEmitter::evaluate(Operation *op, int64_t width, function_ref<Lanes(Value)> get,
                                         BodyPlace &place) {
  DenseMap<Value, Lanes> operands;
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
    for (auto [number, operand] : llvm::enumerate(elementwise.getElementOperands()))
      if (elementwise.readsElement(number))
        operands[operand] = get(operand);
  return evaluator.evaluateOp(kb, *op, operands, width, place);
}

const RowsEmitter::Lanes &RowsEmitter::getOfRow(Value value) {
  if (auto known = ofRow.find(value); known != ofRow.end())
    return known->second;
  Lanes lanes;
  if (isa<BlockArgument>(value)) {
    Type elementType = typeOf(value).getElementType();
    for (Value stored : inputs.find(value)->second.loadOnes(kb))
      lanes.push_back(BodyEvaluator::fromStored(kb, stored, elementType));
  } else {
    LanePlace place(space, at, nullptr, tables);
    lanes = evaluate(value.getDefiningOp(), at.rows.size(), [&](Value operand) { return getOfRow(operand); }, place);
  }
  return ofRow[value] = lanes;
}

RowsEmitter::Lanes RowsEmitter::getFull(Value value) {
  if (auto known = elements->find(value); known != elements->end())
    return known->second;
  int64_t width = iteration.piece.positions.size();
  Lanes lanes;
  if (!space.isFull(typeOf(value))) {
    for (int64_t i = 0; i < width; ++i)
      llvm::append_range(lanes, getOfRow(value));
    return lanes;
  }
  if (isa<BlockArgument>(value)) {
    Type elementType = typeOf(value).getElementType();
    for (Value stored : unpack(kb, load(value)))
      lanes.push_back(BodyEvaluator::fromStored(kb, stored, elementType));
  } else {
    LanePlace place(space, at, &iteration.piece, tables);
    auto get = [&](Value operand) { return getFull(operand); };
    lanes = evaluate(value.getDefiningOp(), width * at.rows.size(), get, place);
  }
  return (*elements)[value] = lanes;
}

void RowsEmitter::prepare(ArrayRef<Value> values) {
  SmallVector<Value> left(values);
  DenseSet<Value> seen;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (!seen.insert(value).second || (isa<BlockArgument>(value) && !inputs.contains(value)))
      continue;
    if (!space.isFull(typeOf(value)))
      getOfRow(value);
    else if (Operation *op = value.getDefiningOp())
      llvm::append_range(left, op->getOperands());
  }
}

void RowsEmitter::enterIteration(const Iteration &next) {
  iteration = next;
  if (next.number >= static_cast<int64_t>(known.size()))
    known.resize(next.number + 1);
  elements = &known[next.number].elements;
  loaded = &known[next.number].loaded;
}

SmallVector<Value> RowsEmitter::getLoads(ArrayRef<Value> values) {
  SmallVector<Value> left(values), loads;
  DenseSet<Value> seen;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (!seen.insert(value).second || elements->contains(value) || loaded->contains(value) ||
        !space.isFull(typeOf(value)))
      continue;
    if (Operation *op = value.getDefiningOp())
      llvm::append_range(left, op->getOperands());
    else if (inputs.contains(value))
      loads.push_back(value);
  }
  return loads;
}

SmallVector<Value> RowsEmitter::load(Value input) {
  SmallVector<Value> &packed = (*loaded)[input];
  if (packed.empty())
    packed = inputs.find(input)->second.load(kb, iteration.piece);
  return packed;
}

size_t RowsEmitter::loadAhead(ArrayRef<Iteration> iterations, ArrayRef<Value> needed) {
  // Registers of a thread, also where nothing says how many, and those for all but elements.
  constexpr int64_t others = 24;
  int64_t usual = schedule.reload ? 64 : 32;
  int64_t threads = schedule.blocksPerSM * schedule.getBlockThreads();
  int64_t registers = threads > 0 ? getTargetChip(kernel).registersPerSM / threads : usual;
  int64_t lanes = iterations.front().piece.positions.size() * at.rows.size();
  int64_t bytes = 4 * (registers - others - (iterations.front().kept ? lanes * int64_t(iterations.size()) : 0));
  for (auto [number, iteration] : llvm::enumerate(iterations)) {
    enterIteration(iteration);
    SmallVector<Value> loads = getLoads(needed);
    for (Value input : loads)
      bytes -= lanes * storedBytes(typeOf(input).getElementType());
    if (bytes < 0)
      return number;
    for (Value input : loads)
      load(input);
  }
  return iterations.size();
}

// Loads do not move ahead of stores, which may be to the same memory: if each iteration loaded its own, it would wait
// for these behind the stores of the iteration before.
void RowsEmitter::forEachIteration(ArrayRef<Iteration> iterations, ArrayRef<Value> needed,
                                   function_ref<void(const Iteration &)> body) {
  if (!iterations.front().kept)
    known.clear();
  while (!iterations.empty()) {
    size_t ahead = needed.empty() ? 0 : loadAhead(iterations, needed), count = std::max<size_t>(ahead, 1);
    for (const Iteration &iteration : iterations.take_front(count)) {
      enterIteration(iteration);
      body(iteration);
    }
    iterations = iterations.drop_front(count);
  }
}

SmallVector<Value> RowsEmitter::getReadInputs(bool full) {
  SmallVector<Value> read;
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments()) {
    // What gives a size alone is not there.
    bool isRead =
        KernelOp::isElementwiseOperand(argument) || llvm::any_of(argument.getUsers(), llvm::IsaPred<ReduceOp>);
    if (isRead && inputs.contains(argument) && space.isFull(typeOf(argument)) == full)
      read.push_back(argument);
  }
  return read;
}

void RowsEmitter::preload() {
  SmallVector<Value> full = getReadInputs(/*full=*/true);
  for (Value argument : getReadInputs(/*full=*/false))
    getOfRow(argument);
  walk->visit(kb, [&](ArrayRef<Iteration> iterations) {
    forEachIteration(iterations, {}, [&](const Iteration &) {
      for (Value argument : full)
        getFull(argument);
    });
  });
}

SmallVector<Value> RowsEmitter::loadInputs(bool ofRows) {
  SmallVector<Value> values;
  for (Value input : getReadInputs(/*full=*/false))
    if (space.variesByRow(typeOf(input)) == ofRows)
      llvm::append_range(values, inputs.find(input)->second.loadOnes(kb));
  walk->visit(kb, [&](ArrayRef<Iteration> iterations) {
    for (const Iteration &iteration : iterations)
      for (Value input : getReadInputs(/*full=*/true))
        if (space.variesByRow(typeOf(input)) == ofRows)
          llvm::append_range(values, inputs.find(input)->second.load(kb, iteration.piece));
  });
  return values;
}

void RowsEmitter::takeInputs(bool ofRows, ValueRange values) {
  auto take = [&](size_t count) {
    SmallVector<Value> taken(values.take_front(count));
    values = values.drop_front(count);
    return taken;
  };
  for (Value input : getReadInputs(/*full=*/false))
    if (space.variesByRow(typeOf(input)) == ofRows)
      for (Value stored : take(at.rows.size()))
        ofRow[input].push_back(BodyEvaluator::fromStored(kb, stored, typeOf(input).getElementType()));
  walk->visit(kb, [&](ArrayRef<Iteration> iterations) {
    for (const Iteration &iteration : iterations) {
      enterIteration(iteration);
      for (Value input : getReadInputs(/*full=*/true))
        if (space.variesByRow(typeOf(input)) == ofRows)
          (*loaded)[input] = take(inputs.find(input)->second.countLoads(iteration.piece));
    }
  });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

SmallVector<RowsEmitter::Reduction> RowsEmitter::getReductions(size_t step) {
  SmallVector<Reduction> reductions;
  for (ReduceOp op : steps.reduces[step]) {
    if (!op.getIndex() || !op.getResult().use_empty())
      reductions.push_back({op, false});
    if (op.getIndex())
      reductions.push_back({op, true});
  }
  return reductions;
}

Value RowsEmitter::getNeutral(const Reduction &reduction) {
  if (reduction.ofPositions)
    return kb.c64(kNoPosition);
  return kb.create<arith::ConstantOp>(ReduceOp(reduction.op).getNeutral());
}

Value RowsEmitter::combine(const Reduction &reduction, Value a, Value b) {
  if (reduction.ofPositions)
    return kb.create<arith::MaxUIOp>(a, b);
  Value combined = arith::getReductionOp(ReduceOp(reduction.op).getKind(), kb, kb.getLoc(), a, b);
  // A product may be fused into a sum.
  if (auto sum = combined.getDefiningOp<arith::AddFOp>(); sum && !strict)
    sum.setFastmath(arith::FastMathFlags::contract);
  return combined;
}

RowsEmitter::Lanes RowsEmitter::getElements(const Reduction &reduction) {
  ReduceOp op = reduction.op;
  Lanes values = getFull(op.getInput());
  if (!reduction.ofPositions)
    return values;
  for (auto [lane, value] : llvm::enumerate(values)) {
    Value place = kb.add(iteration.piece.first, static_cast<int64_t>(lane / at.rows.size()));
    value = rankOfPosition(kb, op.getKind(), value, place);
  }
  return values;
}

SmallVector<Value> RowsEmitter::getCrossed(size_t step) {
  SmallVector<Value> values;
  for (auto [reduce, ready] : steps.crossings)
    if (sums && ready == step)
      values.push_back(reduce.getInput());
  return values;
}

void RowsEmitter::sumCrossed(size_t step) {
  for (auto [number, crossing] : llvm::enumerate(steps.crossings))
    if (sums && crossing.second == step)
      sums->add(number, iteration.number, getFull(crossing.first.getInput()),
                [&, op = crossing.first](Value a, Value b) {
                  Value both = combine({op, /*ofPositions=*/false}, a, b);
                  return kb.select(at.inside, both, a);
                });
}

SmallVector<Value> RowsEmitter::meet(ArrayRef<Reduction> reductions, ArrayRef<SmallVector<Value>> parts) {
  int64_t rows = at.rows.size();
  SmallVector<RowReduction::Operation> operations;
  for (auto [number, own] : llvm::enumerate(parts)) {
    const Reduction &reduction = reductions[number / rows];
    operations.push_back({[this, &reduction](Value a, Value b) { return combine(reduction, a, b); }, own});
  }
  return reduction.reduce(kb, operations);
}

SmallVector<Value> RowsEmitter::reduceElements(size_t step) {
  SmallVector<Reduction> reductions = getReductions(step);
  SmallVector<Value> stored = getFullOutputs(step), needed = stored;
  SmallVector<Accumulator> accumulators;
  for (const Reduction &reduction : reductions) {
    needed.push_back(ReduceOp(reduction.op).getInput());
    accumulators.push_back(
        {getNeutral(reduction), [this, &reduction](Value a, Value b) { return combine(reduction, a, b); }});
  }
  llvm::append_range(needed, getCrossed(step));
  prepare(needed);
  auto parts = walk->accumulate(kb, accumulators, [&](ArrayRef<Iteration> iterations, RowWalk::Take take) {
    forEachIteration(iterations, schedule.cluster > 1 ? needed : stored, [&](const Iteration &iteration) {
      take(iteration,
           llvm::map_to_vector(reductions, [&](const Reduction &reduction) { return getElements(reduction); }));
      sumCrossed(step);
      storeFullOutputs(step);
    });
  });
  // What the outputs need besides comes while the blocks of a cluster wait for each other.
  if (!schedule.reload && schedule.cluster > 1 && step + 2 == steps.size())
    walk->visit(kb, [&](ArrayRef<Iteration> iterations) { loadAhead(iterations, getFullOutputs(step + 1)); });
  return meet(reductions, parts);
}

void RowsEmitter::setResults(size_t step, ArrayRef<Value> values) {
  int64_t rows = at.rows.size();
  for (auto [number, reduction] : llvm::enumerate(getReductions(step))) {
    ReduceOp op = reduction.op;
    Lanes results(values.slice(number * rows, rows));
    if (reduction.ofPositions) {
      for (Value &result : results)
        result = positionOfRank(kb, result, typeOf(op.getIndex()).getElementType());
      ofRow[op.getIndex()] = results;
      continue;
    }
    Type elementType = typeOf(op.getResult()).getElementType();
    if (isa<FloatType>(elementType))
      for (Value &result : results) {
        if (strict || isAlwaysRounded(elementType))
          result = convertFloat(kb, kb.getLoc(), result, elementType);
        result = convertFloat(kb, kb.getLoc(), result, getComputeType(elementType));
      }
    ofRow[op.getResult()] = results;
  }
}
