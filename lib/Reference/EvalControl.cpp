// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls, assertions and structured control flow.

#include "Evaluator.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace fusion::reference;

static LogicalResult setResults(Evaluator &e, Operation *op, FailureOr<SmallVector<Tensor>> results) {
  if (failed(results))
    return failure();
  for (auto [result, tensor] : llvm::zip(op->getResults(), *results))
    e.set(result, tensor);
  return success();
}

static LogicalResult evaluateCall(Evaluator &e, Operation *op) {
  auto call = cast<func::CallOp>(op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr());
  if (!callee)
    return op->emitOpError("calls '") << call.getCallee() << "', which the reference interpreter cannot find";
  SmallVector<Tensor> inputs = llvm::map_to_vector(op->getOperands(), [&](Value v) { return e.get(v); });
  return setResults(e, op, e.call(callee, inputs));
}

static LogicalResult evaluateAssert(Evaluator &e, Operation *op) {
  auto assertOp = cast<cf::AssertOp>(op);
  if (e.getInt(assertOp.getArg()))
    return success();
  return op->emitOpError("failed in the reference interpreter: ") << assertOp.getMsg();
}

static LogicalResult evaluateIf(Evaluator &e, Operation *op) {
  auto ifOp = cast<scf::IfOp>(op);
  Block *block = e.getInt(ifOp.getCondition()) ? ifOp.thenBlock() : ifOp.elseBlock();
  return block ? setResults(e, op, e.runBlock(*block)) : success();
}

static LogicalResult evaluateSwitch(Evaluator &e, Operation *op) {
  auto switchOp = cast<scf::IndexSwitchOp>(op);
  ArrayRef<int64_t> cases = switchOp.getCases();
  const auto *chosen = llvm::find(cases, e.getInt(switchOp.getArg()));
  Block &block = chosen == cases.end() ? switchOp.getDefaultBlock() : switchOp.getCaseBlock(chosen - cases.begin());
  return setResults(e, op, e.runBlock(block));
}

static LogicalResult evaluateExecuteRegion(Evaluator &e, Operation *op) {
  Region &region = cast<scf::ExecuteRegionOp>(op).getRegion();
  if (!region.hasOneBlock())
    return op->emitOpError("has several blocks, which the reference interpreter does not run");
  return setResults(e, op, e.runBlock(region.front()));
}

static LogicalResult evaluateFor(Evaluator &e, Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  int64_t lower = e.getInt(loop.getLowerBound()), upper = e.getInt(loop.getUpperBound()),
          step = e.getInt(loop.getStep());
  if (step <= 0)
    return op->emitOpError("has step ") << step << ", but it must be positive";
  SmallVector<Tensor> carried = llvm::map_to_vector(loop.getInitArgs(), [&](Value v) { return e.get(v); });
  for (int64_t i = lower; i < upper; i += step) {
    e.set(loop.getInductionVar(), Tensor::splat(loop.getInductionVar().getType(), {}, makeInt(i)));
    for (auto [argument, tensor] : llvm::zip(loop.getRegionIterArgs(), carried))
      e.set(argument, tensor);
    FailureOr<SmallVector<Tensor>> results = e.runBlock(*loop.getBody());
    if (failed(results))
      return failure();
    carried = std::move(*results);
  }
  return setResults(e, op, carried);
}

/// Calls `run` for each point of the box, in row-major order, until one fails.
static LogicalResult forEachPoint(ArrayRef<int64_t> lower, ArrayRef<int64_t> upper, ArrayRef<int64_t> step,
                                  function_ref<LogicalResult(ArrayRef<int64_t>)> run) {
  SmallVector<int64_t> point(lower);
  auto isInside = [&](int64_t d) { return point[d] < upper[d]; };
  int64_t rank = point.size();
  if (!llvm::all_of(llvm::seq<int64_t>(0, rank), isInside))
    return success();
  while (true) {
    if (failed(run(point)))
      return failure();
    int64_t d = rank - 1;
    for (; d >= 0; --d) {
      point[d] += step[d];
      if (isInside(d))
        break;
      point[d] = lower[d];
    }
    if (d < 0)
      return success();
  }
}

static LogicalResult checkSteps(Operation *op, ArrayRef<int64_t> steps) {
  for (int64_t step : steps)
    if (step <= 0)
      return op->emitOpError("has step ") << step << ", but it must be positive";
  return success();
}

static void setIndices(Evaluator &e, ValueRange variables, ArrayRef<int64_t> point) {
  for (auto [variable, index] : llvm::zip(variables, point))
    e.set(variable, Tensor::splat(variable.getType(), {}, makeInt(index)));
}

/// What each point inserts is put into the outputs in the order of the points.
static LogicalResult evaluateForall(Evaluator &e, Operation *op) {
  auto forall = cast<scf::ForallOp>(op);
  SmallVector<int64_t> lower = e.getInts(forall.getMixedLowerBound()), upper = e.getInts(forall.getMixedUpperBound()),
                       step = e.getInts(forall.getMixedStep());
  if (failed(checkSteps(op, step)))
    return failure();
  SmallVector<Tensor> outputs = llvm::map_to_vector(forall.getOutputs(), [&](Value v) { return e.get(v); });
  auto run = [&](ArrayRef<int64_t> point) -> LogicalResult {
    setIndices(e, forall.getInductionVars(), point);
    for (auto [argument, tensor] : llvm::zip(forall.getRegionIterArgs(), outputs))
      e.set(argument, tensor);
    if (failed(e.runBlock(*forall.getBody(), /*keep=*/true)))
      return failure();
    for (auto insert : forall.getTerminator().getRegion().front().getOps<tensor::ParallelInsertSliceOp>()) {
      unsigned output = cast<BlockArgument>(insert.getDest()).getArgNumber() - point.size();
      FailureOr<Tensor> result =
          insertSlice(e, insert, e.get(insert.getSource()), outputs[output], insert.getDroppedDims());
      if (failed(result))
        return failure();
      outputs[output] = *result;
    }
    return success();
  };
  if (failed(forEachPoint(lower, upper, step, run)))
    return failure();
  return setResults(e, op, outputs);
}

static LogicalResult evaluateParallel(Evaluator &e, Operation *op) {
  auto parallel = cast<scf::ParallelOp>(op);
  auto getInts = [&](ValueRange values) { return e.getInts(getAsOpFoldResult(values)); };
  SmallVector<int64_t> step = getInts(parallel.getStep());
  if (failed(checkSteps(op, step)))
    return failure();
  SmallVector<Tensor> carried = llvm::map_to_vector(parallel.getInitVals(), [&](Value v) { return e.get(v); });
  auto reduce = cast<scf::ReduceOp>(parallel.getBody()->getTerminator());
  auto run = [&](ArrayRef<int64_t> point) -> LogicalResult {
    setIndices(e, parallel.getInductionVars(), point);
    FailureOr<SmallVector<Tensor>> terms = e.runBlock(*parallel.getBody());
    if (failed(terms))
      return failure();
    for (auto [i, region] : llvm::enumerate(reduce.getReductions())) {
      e.set(region.getArgument(0), carried[i]);
      e.set(region.getArgument(1), (*terms)[i]);
      FailureOr<SmallVector<Tensor>> result = e.runBlock(region.front());
      if (failed(result))
        return failure();
      carried[i] = result->front();
    }
    return success();
  };
  if (failed(forEachPoint(getInts(parallel.getLowerBound()), getInts(parallel.getUpperBound()), step, run)))
    return failure();
  return setResults(e, op, carried);
}

static LogicalResult evaluateWhile(Evaluator &e, Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  bool uncertain = false; // whether a compiled program may go round another number of times
  SmallVector<Tensor> carried = llvm::map_to_vector(loop.getInits(), [&](Value v) { return e.get(v); });
  while (true) {
    for (auto [argument, tensor] : llvm::zip(loop.getBeforeArguments(), carried))
      e.set(argument, tensor);
    FailureOr<SmallVector<Tensor>> before = e.runBlock(*loop.getBeforeBody());
    if (failed(before))
      return failure();
    Tensor condition = before->front(); // scf.condition: the condition, then what is passed on
    uncertain |= e.getOptions().bounds && !Evaluator::isCertain(condition);
    before->erase(before->begin());
    if (uncertain)
      for (Tensor &tensor : *before)
        tensor = tensor.withoutBounds();
    if (!condition.value()->i)
      return setResults(e, op, before);
    for (auto [argument, tensor] : llvm::zip(loop.getAfterArguments(), *before))
      e.set(argument, tensor);
    FailureOr<SmallVector<Tensor>> after = e.runBlock(*loop.getAfterBody());
    if (failed(after))
      return failure();
    carried = std::move(*after);
  }
}

const llvm::StringMap<Handler> &fusion::reference::getControlHandlers() {
  static const llvm::StringMap<Handler> handlers = [] {
    llvm::StringMap<Handler> table;
    table["func.call"] = evaluateCall;
    table["cf.assert"] = evaluateAssert;
    table["scf.execute_region"] = evaluateExecuteRegion;
    table["scf.if"] = evaluateIf;
    table["scf.index_switch"] = evaluateSwitch;
    table["scf.for"] = evaluateFor;
    table["scf.forall"] = evaluateForall;
    table["scf.parallel"] = evaluateParallel;
    table["scf.while"] = evaluateWhile;
    return table;
  }();
  return handlers;
}
