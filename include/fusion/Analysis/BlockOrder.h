// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The order of operations in a block, kept up to date while passes move them.

#ifndef FUSION_ANALYSIS_BLOCKORDER_H
#define FUSION_ANALYSIS_BLOCKORDER_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// The order of a block's operations, which stays known while some are moved: MLIR counts its own anew for the whole
/// block after every move. A block is numbered when it is first asked about; from then on, every operation that is
/// moved, erased or put in another's place must be told.
class BlockOrder {
public:
  /// Whether `a` stands before `b`, in one block.
  bool isBefore(Operation *a, Operation *b) { return getNumber(a) < getNumber(b); }

  /// `ops` have been moved behind `place`, in this order.
  void noteMoved(ArrayRef<Operation *> ops, Operation *place);
  /// `op` stands where `old` does, which is about to be erased.
  void noteReplaced(Operation *old, Operation *op);
  /// `op` is about to be erased.
  void noteErased(Operation *op) { numbers.erase(op); }

  /// Operations that were numbered so far.
  int64_t getNumNumbered() const { return numNumbered; }

private:
  uint64_t getNumber(Operation *op);
  void number(Block *block);

  llvm::DenseMap<Operation *, uint64_t> numbers; // with gaps, for what is moved
  int64_t numNumbered = 0;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_BLOCKORDER_H
