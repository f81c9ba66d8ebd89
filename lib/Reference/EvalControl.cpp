// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls, assertions, structured control flow, and affine arithmetic on indices.

#include "Evaluator.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::fusion::reference;

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

static LogicalResult evaluateWhile(Evaluator &e, Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  SmallVector<Tensor> carried = llvm::map_to_vector(loop.getInits(), [&](Value v) { return e.get(v); });
  while (true) {
    for (auto [argument, tensor] : llvm::zip(loop.getBeforeArguments(), carried))
      e.set(argument, tensor);
    FailureOr<SmallVector<Tensor>> before = e.runBlock(*loop.getBeforeBody());
    if (failed(before))
      return failure();
    bool goesOn = before->front().value()->i; // scf.condition: the condition, then what is passed on
    before->erase(before->begin());
    if (!goesOn)
      return setResults(e, op, before);
    for (auto [argument, tensor] : llvm::zip(loop.getAfterArguments(), *before))
      e.set(argument, tensor);
    FailureOr<SmallVector<Tensor>> after = e.runBlock(*loop.getAfterBody());
    if (failed(after))
      return failure();
    carried = std::move(*after);
  }
}

static LogicalResult evaluateAffineApply(Evaluator &e, Operation *op) {
  auto apply = cast<affine::AffineApplyOp>(op);
  Type index = IndexType::get(op->getContext());
  SmallVector<Attribute> operands = llvm::map_to_vector(
      op->getOperands(), [&](Value v) -> Attribute { return IntegerAttr::get(index, e.getInt(v)); });
  SmallVector<Attribute> results;
  if (failed(apply.getAffineMap().constantFold(operands, results)))
    return op->emitOpError("divides by a number that is not positive");
  return e.finish(op, Tensor::splat(index, {}, makeInt(cast<IntegerAttr>(results.front()).getInt())));
}

const llvm::StringMap<Handler> &mlir::fusion::reference::getControlHandlers() {
  static const llvm::StringMap<Handler> handlers = [] {
    llvm::StringMap<Handler> table;
    table["affine.apply"] = evaluateAffineApply;
    table["func.call"] = evaluateCall;
    table["cf.assert"] = evaluateAssert;
    table["scf.execute_region"] = evaluateExecuteRegion;
    table["scf.if"] = evaluateIf;
    table["scf.index_switch"] = evaluateSwitch;
    table["scf.for"] = evaluateFor;
    table["scf.while"] = evaluateWhile;
    return table;
  }();
  return handlers;
}
