// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Handlers of the scf ops.

#include "Interpreter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

/// Rounds after which a loop counts as endless.
static constexpr unsigned maxRounds = 1u << 20;

static SmallVector<Datum> read(Thread &thread, ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return thread.get(value); });
}

static void write(Thread &thread, ValueRange values, ArrayRef<Datum> data) {
  for (auto [value, datum] : llvm::zip_equal(values, data))
    thread.set(value, datum);
}

static LogicalResult runIf(Thread &thread, const Instruction &inst) {
  auto op = cast<scf::IfOp>(inst.op);
  Datum condition = thread.get(op.getCondition());
  if (!condition.known) {
    // Data may choose between values, not between what is synchronised.
    if (thread.code.hasEffect(op.getThenRegion()) || thread.code.hasEffect(op.getElseRegion()))
      return thread.known(op, op.getCondition());
    write(thread, op.getResults(), SmallVector<Datum>(op.getNumResults()));
    return success();
  }
  Region &region = condition.bits ? op.getThenRegion() : op.getElseRegion();
  if (region.empty())
    return success();
  if (failed(thread.run(region.front())))
    return failure();
  write(thread, op.getResults(), read(thread, region.front().getTerminator()->getOperands()));
  return success();
}

static LogicalResult runFor(Thread &thread, const Instruction &inst) {
  auto op = cast<scf::ForOp>(inst.op);
  FailureOr<uint64_t> lower = thread.known(op, op.getLowerBound());
  FailureOr<uint64_t> upper = thread.known(op, op.getUpperBound());
  FailureOr<uint64_t> step = thread.known(op, op.getStep());
  if (failed(lower) || failed(upper) || failed(step))
    return failure();
  unsigned width = inst.operandWidth;
  int64_t begin = llvm::SignExtend64(*lower, width), end = llvm::SignExtend64(*upper, width);
  int64_t stride = llvm::SignExtend64(*step, width);
  if (stride <= 0)
    return op.emitOpError("has no positive step in the barrier check: ") << stride;
  SmallVector<Datum> carried = read(thread, op.getInitArgs());
  for (int64_t i = begin; i < end; i += stride) {
    thread.set(op.getInductionVar(), {uint64_t(i) & llvm::maskTrailingOnes<uint64_t>(width), true});
    write(thread, op.getRegionIterArgs(), carried);
    if (failed(thread.run(*op.getBody())))
      return failure();
    carried = read(thread, op.getBody()->getTerminator()->getOperands());
  }
  write(thread, op.getResults(), carried);
  return success();
}

static LogicalResult runWhile(Thread &thread, const Instruction &inst) {
  auto op = cast<scf::WhileOp>(inst.op);
  SmallVector<Datum> carried = read(thread, op.getInits());
  for (unsigned round = 0; round != maxRounds; ++round) {
    write(thread, op.getBeforeArguments(), carried);
    if (failed(thread.run(*op.getBeforeBody())))
      return failure();
    auto condition = op.getConditionOp();
    FailureOr<uint64_t> again = thread.known(condition, condition.getCondition());
    if (failed(again))
      return failure();
    carried = read(thread, condition.getArgs());
    if (!*again) {
      write(thread, op.getResults(), carried);
      return success();
    }
    write(thread, op.getAfterArguments(), carried);
    if (failed(thread.run(*op.getAfterBody())))
      return failure();
    carried = read(thread, op.getYieldOp()->getOperands());
  }
  return op.emitOpError("runs for more than ") << maxRounds << " rounds in the barrier check";
}

void protocol::addControlFlowHandlers(HandlerTable &table) {
  table.add<scf::IfOp>(runIf);
  table.add<scf::ForOp>(runFor);
  table.add<scf::WhileOp>(runWhile);
}
