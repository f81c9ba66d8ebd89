// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Gives memory new names in the middle of long histories.

#include "CutHistories.h"
#include "AliasedInputs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace fusion;

/// Most operations one after the other that change or view one memory, and most readers of one value, without a cut.
static constexpr int64_t kMaxLength = 8, kMaxReaders = 16;

namespace {
/// Values of a block that may be one memory.
struct History {
  int64_t length = 0; ///< operations one after the other
  int64_t last = 0;   ///< the number of the last operation that uses one of them
};

/// Finds and cuts the histories of the values of one block, from its begin to its end.
class HistoryCutter {
public:
  explicit HistoryCutter(Block &block) : block(block) {
    for (Operation &op : block)
      numbers.try_emplace(&op, numbers.size() + 1);
  }

  /// Takes note of what `op` makes of its operands, and cuts behind it where that is due.
  void visit(Operation *op);

  int64_t numCuts = 0;

private:
  History &find(Value value);
  /// Says that `result` may be the memory of `operand`, or a part of it.
  void join(Value operand, OpResult result);
  /// The number of the operation that uses `value`, or in which something does, last of all.
  int64_t getLastUse(Value value);
  void cut(OpResult result);

  Block &block;
  DenseMap<Operation *, int64_t> numbers;
  DenseMap<Value, unsigned> ids;
  SmallVector<unsigned> parents; ///< of a forest, whose trees are histories
  SmallVector<History> histories;
  DenseSet<Value> views; ///< parts of memory, and what is computed in them
};
} // namespace

int64_t HistoryCutter::getLastUse(Value value) {
  int64_t last = 0;
  for (Operation *user : value.getUsers())
    last = std::max(last, numbers.lookup(block.findAncestorOpInBlock(*user)));
  return last;
}

History &HistoryCutter::find(Value value) {
  auto [id, isNew] = ids.try_emplace(value, parents.size());
  unsigned root = id->second;
  if (isNew) {
    parents.push_back(root);
    histories.push_back({0, getLastUse(value)});
  }
  while (parents[root] != root)
    root = parents[root] = parents[parents[root]];
  return histories[root];
}

void HistoryCutter::join(Value operand, OpResult result) {
  (void)find(operand), (void)find(result); // both are there before one is referred to
  History &from = find(operand), &to = find(result);
  if (isa<tensor::ExtractSliceOp>(result.getOwner()) || views.contains(operand))
    views.insert(result);
  if (&from == &to)
    return;
  to.length = std::max(to.length, from.length + 1);
  to.last = std::max(to.last, from.last);
  parents[&from - histories.data()] = &to - histories.data();
}

/// The memory of `value`, where it is known that this is a tensor by itself.
static ToBufferOp createMemory(OpBuilder &builder, Value value, bool readOnly) {
  auto type = cast<RankedTensorType>(value.getType());
  return ToBufferOp::create(builder, value.getLoc(), MemRefType::get(type.getShape(), type.getElementType()), value,
                            readOnly);
}

/// Gives each kMaxReaders readers of `value`, which has no other users, a name of their own: each reader is asked about
/// all others of its name. Returns whether there are so many, and no others.
static bool nameForReaders(Value value) {
  bool isRead = llvm::all_of(value.getUses(), [&](OpOperand &use) {
    return isReadOnly(use) && use.getOwner()->getBlock() == value.getParentBlock();
  });
  if (!isRead || !value.hasNUsesOrMore(kMaxReaders))
    return false;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  SmallVector<OpOperand *> uses = llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  Value memory = createMemory(builder, value, /*readOnly=*/true), named;
  for (auto [number, use] : llvm::enumerate(uses)) {
    if (number % kMaxReaders == 0)
      named = ToTensorOp::create(builder, value.getLoc(), value.getType(), memory, /*restrict=*/true,
                                 /*writable=*/false);
    use->set(named);
  }
  return true;
}

void HistoryCutter::cut(OpResult result) {
  ++numCuts;
  if (nameForReaders(result))
    return;
  OpBuilder builder(block.getParentOp()->getContext());
  builder.setInsertionPointAfterValue(result);
  ToBufferOp memory = createMemory(builder, result, /*readOnly=*/false);
  auto named = ToTensorOp::create(builder, result.getLoc(), result.getType(), memory, /*restrict=*/true,
                                  /*writable=*/true);
  result.replaceAllUsesExcept(named, memory);
}

static bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Calls `join` with each operand of `op`, or of what is in it, whose memory a result may be.
static void forEachAlias(Operation *op, function_ref<void(Value, OpResult)> join) {
  if (isa<KernelOp, DestinationStyleOpInterface>(op)) {
    for (OpResult result : op->getResults())
      if (OpOperand *destination = isTensor(result) ? getDestination(result) : nullptr)
        join(destination->get(), result);
    return;
  }
  auto joinAll = [&](Operation *inner) {
    for (Value operand : llvm::make_filter_range(inner->getOperands(), isTensor))
      for (OpResult result : llvm::make_filter_range(op->getResults(), isTensor))
        if (operand.getParentBlock() == op->getBlock())
          join(operand, result);
  };
  op->walk(joinAll);
}

void HistoryCutter::visit(Operation *op) {
  int64_t number = numbers.lookup(op), last = 0, length = 0;
  forEachAlias(op, [&](Value operand, OpResult) { last = std::max(last, find(operand).last); });
  forEachAlias(op, [&](Value operand, OpResult result) {
    join(operand, result);
    length = std::max(length, find(result).length);
  });
  // A view is in a layout that the type of its memory does not tell.
  bool isWhole = op->getNumResults() == 1 && isTensor(op->getResult(0)) && !views.contains(op->getResult(0)) &&
                 !isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
                      ToTensorOp, tensor::EmptyOp>(op) &&
                 !op->hasTrait<OpTrait::ConstantLike>();
  bool isLong = length >= kMaxLength || (isWhole && op->getResult(0).hasNUsesOrMore(kMaxReaders));
  if (isWhole && isLong && last <= number)
    cut(op->getResult(0));
}

int64_t fusion::cutHistories(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return 0;
  Block &block = function.front();
  HistoryCutter cutter(block);
  for (BlockArgument argument : block.getArguments())
    if (isTensor(argument))
      cutter.numCuts += nameForReaders(argument);
  for (Operation &op : llvm::make_early_inc_range(block))
    if (op.getNumResults() > 0)
      cutter.visit(&op);
  return cutter.numCuts;
}
