// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What follows from constants alone moves to a function beside its entry.

#include "ConstantParts.h"
#include "TransposeFactors.h"

#include "fusion/Analysis/Initialization.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace fusion {
#define GEN_PASS_DEF_INITIALIZEPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Moves values of an entry to its initialise step, which it makes if there is none.
class Splitter {
public:
  Splitter(func::FuncOp entry, func::FuncOp step) : entry(entry), step(step ? step : createStep()) { mapArguments(); }

  void move(ArrayRef<Value> values);
  /// Takes back values that the entry does not read.
  void dropUnread();

private:
  func::FuncOp createStep();
  void mapArguments();
  void copy(Value value);
  void addArgument(Value value);
  void setReturned(ArrayRef<Value> values);

  func::FuncOp entry, step;
  IRMapping copies; ///< of the entry's values in the step
  SmallVector<Value> returned;
};
} // namespace

func::FuncOp Splitter::createStep() {
  OpBuilder builder(entry->getContext());
  builder.setInsertionPointAfter(entry);
  SmallVector<Type> types;
  for (BlockArgument argument : entry.getArguments())
    if (isStepInput(entry, argument.getArgNumber()))
      types.push_back(argument.getType());
  auto function = func::FuncOp::create(builder, entry.getLoc(), getInitializeName(entry),
                                       builder.getFunctionType(types, TypeRange()));
  // The numerics of the entry are those of its parts, and its arguments lie where they lie there.
  for (StringRef name : {kNumericsAttrName, kF32PrecisionAttrName, kAlignedAttrName})
    if (Attribute attribute = entry->getAttr(name))
      function->setAttr(name, attribute);
  Block *block = function.addEntryBlock();
  for (unsigned i = 0; i < types.size(); ++i)
    function.setArgAttr(i, kConstantAttrName, builder.getUnitAttr());
  builder.setInsertionPointToStart(block);
  func::ReturnOp::create(builder, entry.getLoc());
  return function;
}

void Splitter::mapArguments() {
  llvm::append_range(returned, step.front().getTerminator()->getOperands());
  unsigned input = 0, value = 0;
  for (BlockArgument argument : entry.getArguments()) {
    if (isStepInput(entry, argument.getArgNumber()))
      copies.map(argument, step.getArgument(input++));
    else if (isInitialized(entry, argument.getArgNumber()))
      copies.map(argument, returned[value++]);
  }
}

/// Clones what `value` follows from to the end of the step.
void Splitter::copy(Value value) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (copies.contains(next) || !op || !needed.insert(op))
      continue;
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(pending, op->getOperands());
    llvm::append_range(pending, captured);
  }
  SmallVector<Operation *> order = needed.takeVector();
  llvm::sort(order, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  OpBuilder builder(step.front().getTerminator());
  for (Operation *op : order)
    builder.clone(*op, copies);
}

void Splitter::addArgument(Value value) {
  Builder builder(entry.getContext());
  DictionaryAttr attributes =
      builder.getDictionaryAttr({builder.getNamedAttr(kConstantAttrName, builder.getUnitAttr()),
                                 builder.getNamedAttr(kInitializedAttrName, builder.getUnitAttr())});
  unsigned index = entry.getNumArguments();
  (void)entry.insertArgument(index, value.getType(), attributes, value.getLoc());
  copies.map(entry.getArgument(index), copies.lookup(value));
  value.replaceAllUsesWith(entry.getArgument(index));
}

void Splitter::setReturned(ArrayRef<Value> values) {
  returned.assign(values.begin(), values.end());
  step.front().getTerminator()->setOperands(returned);
  step.setType(FunctionType::get(step.getContext(), step.getArgumentTypes(), ValueRange(returned).getTypes()));
}

/// Erases operations of the block that only those that are erased used.
static void eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

void Splitter::move(ArrayRef<Value> values) {
  SmallVector<Value> all = returned;
  for (Value value : values) {
    copy(value);
    all.push_back(copies.lookup(value));
  }
  for (Value value : values)
    addArgument(value);
  setReturned(all);
  eraseUnused(entry.front());
}

void Splitter::dropUnread() {
  llvm::BitVector unread(entry.getNumArguments());
  SmallVector<Value> kept;
  unsigned value = 0;
  for (BlockArgument argument : entry.getArguments()) {
    if (!isInitialized(entry, argument.getArgNumber()))
      continue;
    if (argument.use_empty())
      unread.set(argument.getArgNumber());
    else
      kept.push_back(returned[value]);
    ++value;
  }
  if (unread.none())
    return;
  (void)entry.eraseArguments(unread);
  if (kept.empty()) {
    step.erase();
    return;
  }
  setReturned(kept);
  eraseUnused(step.front());
}

/// Whether a function has what the pass may change: a body of one block, and no form of the host program.
static bool isGraph(func::FuncOp function) {
  auto isOutput = [&](BlockArgument argument) {
    return function.getArgAttr(argument.getArgNumber(), kOutputAttrName) != nullptr;
  };
  return function.isPublic() && !function.isDeclaration() && llvm::hasSingleElement(function.getBody()) &&
         llvm::none_of(function.getArguments(), isOutput);
}

/// Fails, with a diagnostic, where a text says that arguments are values of a step that does not give them.
static LogicalResult checkStep(func::FuncOp entry) {
  SmallVector<Type> inputs, values;
  bool isLast = true;
  for (BlockArgument argument : entry.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (isStepInput(entry, index))
      inputs.push_back(argument.getType());
    if (isInitialized(entry, index))
      values.push_back(argument.getType());
    else
      isLast &= values.empty();
  }
  if (values.empty())
    return success();
  func::FuncOp step = getInitializeStep(entry);
  if (isLast && step && isGraph(step) && step.getArgumentTypes() == ArrayRef<Type>(inputs) &&
      step.getResultTypes() == ArrayRef<Type>(values))
    return success();
  return entry.emitError() << "function '" << entry.getName() << "' has arguments with '" << kInitializedAttrName
                           << "', which must be its last ones, and the results of a function '"
                           << getInitializeName(entry) << "' of its arguments with '" << kConstantAttrName << "'";
}

namespace {
struct InitializePass : fusion::impl::InitializePassBase<InitializePass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<func::FuncOp> entries;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isGraph(function) && !getEntryOfStep(function))
        entries.push_back(function);
    for (func::FuncOp entry : entries) {
      if (failed(checkStep(entry)))
        return signalPassFailure();
      if (transposeFactors && canMove(entry))
        numTransposed += transposeConstantFactors(rewriter, entry);
      split(entry);
    }
  }

private:
  /// Whether the name of the step is free, or that of a step.
  bool canMove(func::FuncOp entry) {
    return getInitializeStep(entry) || !getOperation().lookupSymbol(getInitializeName(entry));
  }

  void split(func::FuncOp entry) {
    SmallVector<Value> values = ConstantParts(entry, hasProductChainFamily(getTargetChip(entry))).chooseValues();
    func::FuncOp step = getInitializeStep(entry);
    if (values.empty() && !step)
      return;
    if (!canMove(entry)) {
      entry.emitWarning() << "computes at each call what follows from constants alone: the name '"
                          << getInitializeName(entry) << "' of the function that would do it once is taken";
      return;
    }
    Splitter splitter(entry, step);
    splitter.move(values);
    splitter.dropUnread();
    numValues += values.size();
  }
};
} // namespace
