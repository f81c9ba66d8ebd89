// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Orders writes of an input that is overwritten behind all that reads it.

#include "AliasedInputs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

OpOperand *fusion::getDestination(OpResult result) {
  Operation *op = result.getOwner();
  if (auto kernel = dyn_cast<KernelOp>(op))
    return kernel.getOuts().empty() ? nullptr : &kernel.getOutsMutable()[result.getResultNumber()];
  if (auto destinationOp = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationOp.getTiedOpOperand(result);
  // A cut in a long history.
  if (auto named = dyn_cast<bufferization::ToTensorOp>(op))
    if (auto memory = named.getBuffer().getDefiningOp<bufferization::ToBufferOp>())
      return &memory.getTensorMutable();
  return nullptr;
}

bool fusion::isReadOnly(OpOperand &use) {
  if (auto kernel = dyn_cast<KernelOp>(use.getOwner()))
    return use.getOperandNumber() < kernel.getInputs().size();
  auto destinations = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return destinations && destinations.isDpsInput(&use);
}

/// Whether the result of `op` is its first operand's memory, or a part of that.
static bool isView(Operation *op) {
  return isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp>(op);
}

Value fusion::findMemory(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (isView(op))
      value = op->getOperand(0);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      value = loop.getTiedLoopInit(result)->get();
    else if (OpOperand *destination = getDestination(result))
      value = destination->get();
    else
      break;
  }
  return value;
}

OpOperand *fusion::findEmpty(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    OpOperand *destination = getDestination(result);
    // A kernel names what it keeps among its inputs too.
    if (!destination ||
        !llvm::all_of(destination->get().getUsers(), [&](Operation *user) { return user == destination->getOwner(); }))
      return nullptr;
    if (destination->get().getDefiningOp<tensor::EmptyOp>())
      return destination;
    value = destination->get();
  }
  return nullptr;
}

/// The operations of the entry's block that read `argument`, or in which something does.
static SetVector<Operation *> findReaders(BlockArgument argument) {
  SetVector<Operation *> readers;
  SmallVector<Value> views{argument};
  for (size_t next = 0; next < views.size(); ++next)
    for (Operation *user : views[next].getUsers()) {
      readers.insert(argument.getOwner()->findAncestorOpInBlock(*user));
      if (isView(user))
        views.push_back(user->getResult(0));
    }
  readers.remove(argument.getOwner()->getTerminator());
  return readers;
}

/// The operations of a block that write the memory in which `value` is returned: that of `value`, and those before it
/// whose memory it takes over.
static SetVector<Operation *> findWriters(Value value, Block *block) {
  while (isa_and_nonnull<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  SetVector<Operation *> writers;
  while (auto result = dyn_cast<OpResult>(value)) {
    OpOperand *destination = getDestination(result);
    if (result.getOwner()->getBlock() != block || isa<tensor::EmptyOp>(result.getOwner()))
      break;
    writers.insert(result.getOwner());
    if (!destination)
      break;
    value = destination->get();
  }
  return writers;
}

bool fusion::isOverwrittenByOthers(Value value, Operation *op) {
  auto argument = dyn_cast<BlockArgument>(findMemory(value));
  auto entry = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  if (!entry || !argument.getOwner()->isEntryBlock())
    return false;
  auto alias = entry.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), kAliasesAttrName);
  if (!alias)
    return false;
  Value result = entry.front().getTerminator()->getOperand(alias.getInt());
  return !findWriters(result, &entry.front()).contains(op);
}

/// Adds all operations of the block that need results of `operations`, in the block's order.
static SmallVector<Operation *> addDependents(const SetVector<Operation *> &operations, Block &block) {
  DenseSet<Operation *> found(operations.begin(), operations.end());
  SmallVector<Operation *> ordered;
  for (Operation &op : block) {
    auto needs = [&](Operation *inner) {
      bool any = llvm::any_of(inner->getOperands(), [&](Value operand) {
        Operation *maker = operand.getDefiningOp();
        return maker && found.contains(maker);
      });
      return any ? WalkResult::interrupt() : WalkResult::advance();
    };
    if (!found.contains(&op) && op.walk(needs).wasInterrupted())
      found.insert(&op);
    if (found.contains(&op))
      ordered.push_back(&op);
  }
  return ordered;
}

static void writeAfterReads(BlockArgument argument, Value result) {
  Block &block = *argument.getOwner();
  SetVector<Operation *> writers = findWriters(result, &block);
  if (writers.empty())
    return;
  SmallVector<Operation *> moved = addDependents(writers, block);
  DenseSet<Operation *> isMoved(moved.begin(), moved.end());
  Operation *last = nullptr;
  for (Operation *reader : findReaders(argument))
    if (!isMoved.contains(reader) && (!last || last->isBeforeInBlock(reader)))
      last = reader;
  if (!last)
    return;
  llvm::erase_if(moved, [&](Operation *op) { return !op->isBeforeInBlock(last); });
  // A check that needs the result may guard what reads the input.
  if (!llvm::all_of(moved, isMemoryEffectFree))
    return;
  for (Operation *op : moved) {
    op->moveAfter(last);
    last = op;
  }
}

void fusion::writeAfterReads(func::FuncOp entry) {
  OperandRange results = entry.front().getTerminator()->getOperands();
  for (auto [argument, result] : llvm::zip_equal(getAliasedArguments(entry, results.size()), results))
    if (argument)
      ::writeAfterReads(argument, result);
}
