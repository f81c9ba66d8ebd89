// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds what stands between a producer and a consumer, from both sides at once, so that large graphs stay cheap.

#include "fusion/Analysis/Dependence.h"
#include "fusion/Analysis/KernelGraph.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

static void sortInBlock(SmallVectorImpl<Operation *> &ops, BlockOrder &order) {
  llvm::sort(ops, [&](Operation *a, Operation *b) { return order.isBefore(a, b); });
}

namespace {
/// The dependents of a producer before a consumer, found one use at a time.
class Dependents {
public:
  Dependents(Operation *producer, Operation *consumer, BlockOrder &order, int64_t &numVisited)
      : consumer(consumer), order(order), numVisited(numVisited), use(producer->use_begin()) {
    found.insert(producer);
  }

  /// Follows one use. Returns false if there are no more.
  bool step() {
    while (use == found[next]->use_end()) {
      if (next + 1 == found.size())
        return false;
      use = found[++next]->use_begin();
    }
    ++numVisited;
    Operation *user = consumer->getBlock()->findAncestorOpInBlock(*use->getOwner());
    ++use;
    if (user && user != consumer && order.isBefore(user, consumer))
      found.insert(user);
    return true;
  }

  void findAll() {
    while (step()) {
    }
  }

  /// Whether `op` is a dependent, as far as is known by now.
  bool contains(Operation *op) const { return found.contains(op); }

  /// All that were found, in no order.
  ArrayRef<Operation *> get() const { return found.getArrayRef().drop_front(); }

private:
  Operation *consumer;
  BlockOrder &order;
  int64_t &numVisited;
  llvm::SmallSetVector<Operation *, 16> found; // the producer, and dependents in the order in which they were found
  size_t next = 0;                             // whose uses are followed
  Operation::use_iterator use;
};

/// Which operations before a consumer depend on a producer.
class DependentCheck {
public:
  DependentCheck(Operation *producer, Operation *consumer, BlockOrder &order, int64_t &numVisited)
      : producer(producer), dependents(producer, consumer, order, numVisited), order(order), numVisited(numVisited) {}

  /// Searches from `op` backwards, nearest first, and from the producer forwards, in turns.
  bool isDependent(Operation *op) {
    llvm::SmallSetVector<Operation *, 16> needed;
    needed.insert(op);
    for (size_t i = 0; i < needed.size(); ++i) {
      ++numVisited;
      if (dependents.contains(needed[i]) || addSources(needed[i], needed))
        return true;
      if (!dependents.step())
        return dependents.contains(op);
    }
    independent.insert_range(needed);
    return false;
  }

private:
  /// Adds the operations between the producer and `op` whose results `op` uses. Returns whether it uses the producer's.
  bool addSources(Operation *op, llvm::SmallSetVector<Operation *, 16> &sources) {
    auto visit = [&](Operation *user) {
      return llvm::any_of(user->getOperands(), [&](Value operand) { return addSource(op, operand, sources); })
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return visit(op).wasInterrupted();
    return op->walk(visit).wasInterrupted();
  }

  bool addSource(Operation *op, Value operand, llvm::SmallSetVector<Operation *, 16> &sources) {
    Operation *source = operand.getDefiningOp();
    if (source == producer)
      return true;
    // What is defined in another block stands outside, or in a region of `op`.
    if (source && source->getBlock() == op->getBlock() && order.isBefore(producer, source) &&
        !independent.contains(source))
      sources.insert(source);
    return false;
  }

  Operation *producer;
  Dependents dependents;
  BlockOrder &order;
  int64_t &numVisited;
  llvm::SmallPtrSet<Operation *, 16> independent; // known not to depend on the producer
};
} // namespace

SmallVector<Operation *> Dependence::findDependents(Operation *producer, Operation *consumer) {
  Dependents dependents(producer, consumer, order, numVisited);
  dependents.findAll();
  SmallVector<Operation *> ops(dependents.get());
  sortInBlock(ops, order);
  return ops;
}

/// The operation, other than `producer`, whose result reaches `op` through reshapes alone.
static Operation *lookThroughReshapes(Operation *op, Operation *producer) {
  while (isReshape(op)) {
    Operation *source = op->getOperand(0).getDefiningOp();
    if (!source || source == producer)
      break;
    op = source;
  }
  return op;
}

Operation *Dependence::findCycle(Operation *producer, Operation *consumer, Operation *except) {
  DependentCheck check(producer, consumer, order, numVisited);
  llvm::SmallSetVector<Operation *, 16> sources;
  for (Value operand : consumer->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (source && source != except && source->getBlock() == consumer->getBlock() && isBefore(producer, source))
      sources.insert(source);
  }
  SmallVector<Operation *> ops = sources.takeVector();
  sortInBlock(ops, order);
  for (Operation *op : ops)
    if (check.isDependent(op))
      return lookThroughReshapes(op, producer);
  return nullptr;
}

ArrayRef<Operation *> Dependence::getEffects(Block *block) {
  auto [it, isNew] = effects.try_emplace(block);
  if (isNew)
    for (Operation &op : *block)
      if (!isMemoryEffectFree(&op))
        it->second.push_back(&op);
  return it->second;
}

Operation *Dependence::findPinned(Operation *producer, Operation *consumer) {
  SmallVector<Operation *> between;
  for (Operation *op : getEffects(producer->getBlock()))
    if (isBefore(producer, op) && isBefore(op, consumer))
      between.push_back(op);
  if (between.size() < 2)
    return nullptr;
  sortInBlock(between, order);
  Dependents dependents(producer, consumer, order, numVisited);
  dependents.findAll();
  Operation *pinned = nullptr;
  for (Operation *op : between) {
    if (!dependents.contains(op) && pinned)
      return pinned;
    if (dependents.contains(op) && !pinned)
      pinned = op;
  }
  return nullptr;
}

void Dependence::noteMerged(Operation *producer, Operation *consumer, Operation *merged) {
  order.noteErased(producer);
  order.noteReplaced(consumer, merged);
  if (!isMemoryEffectFree(merged))
    effects.erase(merged->getBlock());
}
