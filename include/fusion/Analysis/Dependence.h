// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What depends on what between two operations of one block: whether the two can be merged, and what moves if they are.

#ifndef FUSION_ANALYSIS_DEPENDENCE_H
#define FUSION_ANALYSIS_DEPENDENCE_H

#include "fusion/Analysis/BlockOrder.h"

namespace fusion {

/// Answers about two operations of one block, a producer and a consumer that stands behind it. A search goes along
/// uses, from both ends by turns, so it takes as long as the smaller of what the producer reaches and what the consumer
/// needs; how far apart they stand does not matter.
///
/// The order of operations and those with side effects are kept from one question to the next, so whoever changes the
/// block in between says so.
class Dependence {
public:
  /// Operations between the two that depend on the producer, in order. To merge the two at the place of the consumer,
  /// these move behind it.
  SmallVector<Operation *> findDependents(Operation *producer, Operation *consumer);
  /// One of them on which the consumer depends in turn, so that merging would make a cycle, or null.
  /// With `except`: other than that one, which would be merged too.
  Operation *findCycle(Operation *producer, Operation *consumer, Operation *except = nullptr);
  /// One of them that must not move past another operation with side effects, or null.
  Operation *findPinned(Operation *producer, Operation *consumer);

  bool isBefore(Operation *a, Operation *b) { return order.isBefore(a, b); }

  /// `ops` have been moved behind `place`, in this order.
  void noteMoved(ArrayRef<Operation *> ops, Operation *place) { order.noteMoved(ops, place); }
  /// `merged` stands where `consumer` does; both others are about to be erased.
  void noteMerged(Operation *producer, Operation *consumer, Operation *merged);

  /// Operations and uses that have been visited so far.
  int64_t getNumVisited() const { return numVisited + order.getNumNumbered(); }

private:
  ArrayRef<Operation *> getEffects(Block *block);

  BlockOrder order;
  llvm::DenseMap<Block *, SmallVector<Operation *, 0>> effects; // of blocks that were asked about
  int64_t numVisited = 0;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_DEPENDENCE_H
