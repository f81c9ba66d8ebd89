// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs operations in order, and forgets values that nobody needs any more.

#include "Evaluator.h"
#include "DirectedRounding.h"
#include "FloatFormat.h"
#include "Lanes.h"
#include "RowRelations.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion::reference;

static constexpr unsigned kMaxCallDepth = 64;
static constexpr int64_t kMaxElements = int64_t(1) << 31;

LogicalResult fusion::reference::checkSize(Operation *op, ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0)
      return op->emitOpError("has a negative size: [") << llvm::interleaved(shape) << "]";
    if (llvm::MulOverflow(count, size, count) || count > kMaxElements)
      return op->emitOpError("needs a tensor of [")
             << llvm::interleaved(shape) << "] elements, more than the reference interpreter holds";
  }
  return success();
}

LogicalResult Evaluator::finish(Operation *op, Tensor tensor) {
  set(op->getResult(0), std::move(tensor));
  return success();
}

SmallVector<int64_t> Evaluator::getInts(ArrayRef<OpFoldResult> mixed) const {
  return llvm::map_to_vector(mixed, [&](OpFoldResult item) {
    auto constant = getConstantIntValue(item);
    return constant ? *constant : getInt(cast<Value>(item));
  });
}

/// Whether an integer that says where, how much or which branch may be another one in a compiled program. Elementwise
/// ops on scalars bound their results themselves.
static bool isDecidedByUncertain(const Evaluator &evaluator, Operation *op) {
  if (lookupEncoder(op) && op->getNumRegions() == 0 && !isa<tensor::ExtractOp>(op))
    return false;
  unsigned data = isa<tensor::InsertOp>(op) ? 1 : 0; // what is put there
  if (isa<tensor::FromElementsOp, tensor::SplatOp, func::CallOp, linalg::LinalgOp, fusion::KernelOp>(op))
    return false;
  return llvm::any_of(op->getOperands().drop_front(data), [&](Value operand) {
    return operand.getType().isIntOrIndex() && !Evaluator::isCertain(evaluator.get(operand));
  });
}

/// Narrows what is held of the operands to what the op needs, runs it, and narrows its results to what is wanted.
LogicalResult Evaluator::runOp(Operation *op) {
  if (samples.empty() || isa<fusion::KernelOp>(op)) // a kernel narrows its inputs itself
    return runWhole(op);
  SmallVector<Sample> wanted = llvm::map_to_vector(op->getResults(), [&](Value v) { return getSample(samples, v); });
  Needs needs = getNeeds(op, wanted);
  SmallVector<std::pair<Value, Tensor>> held;
  for (auto [operand, need] : llvm::zip_equal(op->getOperands(), needs.operands))
    if (Tensor tensor = get(operand)) {
      held.push_back({operand, tensor});
      set(operand, take(tensor, getSample(samples, operand), need));
    }
  LogicalResult result = runWhole(op);
  for (auto &[operand, tensor] : llvm::reverse(held))
    set(operand, tensor);
  if (failed(result))
    return failure();
  for (auto [value, computed, want] : llvm::zip_equal(op->getResults(), needs.results, wanted))
    set(value, take(get(value), computed, want));
  return success();
}

void Evaluator::roundConstants(Operation *op) {
  if (!constants.add(op))
    return;
  for (Value result : op->getResults()) {
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(result));
    if (!type)
      continue;
    FloatFormat format = FloatFormat::get(type);
    Tensor rounded = get(result).copy();
    for (Scalar &scalar : MutableArrayRef(rounded.valueMut(), rounded.getNumElements()))
      scalar.f = format.round(scalar.f);
    set(result, rounded);
  }
}

int64_t Evaluator::countRow(fusion::ReduceOp reduce, const Tensor &tensor) {
  int64_t count = 1;
  for (int64_t d : reduce.getDimensions())
    count *= tensor.getDim(d);
  return count;
}

void Evaluator::noteRows(ReduceOp reduce) { rowLengths[reduce] = countRow(reduce, get(reduce.getInput())); }

bool Evaluator::isWholeRow(ReduceOp reduce, const Tensor &tensor) const {
  return countRow(reduce, tensor) == getRowLength(reduce);
}

LogicalResult Evaluator::runWhole(Operation *op) {
  if (failed(dispatch(op)))
    return failure();
  if (options.bounds)
    narrowByRow(*this, op);
  if (options.roundConstants)
    roundConstants(op);
  if (options.bounds && isDecidedByUncertain(*this, op))
    for (Value result : op->getResults())
      set(result, get(result).withoutBounds());
  return success();
}

LogicalResult Evaluator::dispatch(Operation *op) {
  for (Value operand : op->getOperands())
    if (!get(operand))
      return op->emitOpError("has an operand of type ")
             << operand.getType() << ", which the reference interpreter does not support";
  StringRef name = op->getName().getStringRef();
  for (const llvm::StringMap<Handler> *table : {&getGraphHandlers(), &getTensorHandlers(), &getControlHandlers()})
    if (Handler handler = table->lookup(name))
      return handler(*this, op);
  if (isa<linalg::LinalgOp>(op))
    return evaluateLinalg(*this, op);
  if (lookupEncoder(op) && op->getNumRegions() == 0 && op->getNumResults() > 0)
    return evaluateElementwise(*this, op);
  return op->emitOpError("is not supported by the reference interpreter");
}

/// The values of a block that are not needed after each of its ops.
static DenseMap<Operation *, SmallVector<Value>> findLastUses(Block &block) {
  DenseMap<Operation *, SmallVector<Value>> lastUses;
  auto record = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (ancestor && (!last || last->isBeforeInBlock(ancestor)))
        last = ancestor;
    }
    if (last)
      lastUses[last].push_back(value);
  };
  for (Operation &op : block)
    llvm::for_each(op.getResults(), record);
  llvm::for_each(block.getArguments(), record);
  return lastUses;
}

FailureOr<SmallVector<Tensor>> Evaluator::runBlock(Block &block, bool keep) {
  DenseMap<Operation *, SmallVector<Value>> lastUses = findLastUses(block);
  for (Operation &op : block.without_terminator()) {
    if (failed(runOp(&op)))
      return failure();
    for (Value value : lastUses.lookup(&op))
      values.erase(value);
  }
  Operation *terminator = block.getTerminator();
  SmallVector<Tensor> results;
  for (Value value : terminator->getOperands()) {
    results.push_back(get(value));
    if (!results.back())
      return terminator->emitOpError("returns a value that the reference interpreter has not computed");
  }
  if (!keep)
    for (Value value : lastUses.lookup(terminator))
      values.erase(value);
  return results;
}

/// Whether a tensor may be bound to a value of `type`.
static LogicalResult checkInput(func::FuncOp function, unsigned index, const Tensor &tensor) {
  Type type = function.getArgumentTypes()[index];
  auto shaped = dyn_cast<RankedTensorType>(type);
  Type element = shaped ? shaped.getElementType() : type;
  bool fits = shaped || tensor.getRank() == 0;
  if (shaped && failed(verifyCompatibleShape(shaped.getShape(), tensor.getShape())))
    fits = false;
  if (fits && tensor.getElementType() == element)
    return success();
  return function.emitError("input ") << index << " has type " << tensor.getType() << ", but the function takes "
                                      << type;
}

FailureOr<SmallVector<Tensor>> Evaluator::call(func::FuncOp function, ArrayRef<Tensor> inputs) {
  if (function.isExternal() || !function.getBody().hasOneBlock())
    return function.emitError("'") << function.getName()
                                   << "' must have a body of one block for the reference interpreter";
  if (inputs.size() != function.getNumArguments())
    return function.emitError("'") << function.getName() << "' takes " << function.getNumArguments() << " inputs, but "
                                   << inputs.size() << " are given";
  if (depth >= kMaxCallDepth)
    return function.emitError("'") << function.getName() << "' is called more than " << kMaxCallDepth << " deep";
  for (unsigned i = 0; i < inputs.size(); ++i) {
    if (failed(checkInput(function, i, inputs[i])))
      return failure();
    set(function.getArgument(i), inputs[i]);
  }
  ++depth;
  auto results = runBlock(function.getBody().front());
  --depth;
  return results;
}

FailureOr<SmallVector<Tensor>> fusion::reference::interpret(func::FuncOp function, ArrayRef<Tensor> inputs,
                                                            const InterpreterOptions &options) {
  DirectedRounding rounding(options.direction);
  return Evaluator(options).call(function, inputs);
}

OpInterpreter::OpInterpreter(const InterpreterOptions &options) : evaluator(std::make_unique<Evaluator>(options)) {}

OpInterpreter::~OpInterpreter() = default;

void OpInterpreter::set(Value value, Tensor tensor) { evaluator->set(value, std::move(tensor)); }

FailureOr<SmallVector<Tensor>> OpInterpreter::run(Operation *op, ArrayRef<Sample> wanted) {
  for (auto [result, sample] : llvm::zip(op->getResults(), wanted))
    if (!sample.isWhole())
      evaluator->getSamples()[result] = sample;
  if (failed(evaluator->runOp(op)))
    return failure();
  return llvm::map_to_vector(op->getResults(), [&](Value value) { return evaluator->get(value); });
}

FailureOr<SmallVector<Tensor>> OpInterpreter::run(Operation *op) { return run(op, {}); }
