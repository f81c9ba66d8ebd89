// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_LIB_CONVERSION_FOREIGNTOGPU_ROWGROUP_H
#define FUSION_LIB_CONVERSION_FOREIGNTOGPU_ROWGROUP_H

#include "BlockReduction.h"
#include "RowPlace.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace mlir::fusion {

/// How an operation uses the memory of one of its operands, where it goes through rows: a row is what the operation's
/// first loops, `RowMember::rowLoops` of them, leave to the others.
struct RowAccess {
  RowPlace operand; ///< the memref as the operation reads or writes it
  RowPlace root;    ///< what that is a reshape of, with the same rows if `rows`
  bool rows;        ///< in a row it is the same row of the memref that is touched
  bool own;         ///< and the element of the same number in it: it is the same thread's
  bool writes;
};

/// An operation of a group: a reduction or an elementwise kernel.
struct RowMember {
  linalg::GenericOp reduction; ///< or null
  KernelOp kernel;             ///< or null
  int64_t rowLoops;            ///< that count its rows
  SmallVector<RowAccess> accesses;

  Operation *getOperation() const {
    return reduction ? linalg::GenericOp(reduction).getOperation() : KernelOp(kernel).getOperation();
  }
};

/// Operations that one launch runs row by row, in order. They have the same rows, but may count them by other loops.
struct RowGroup {
  int64_t rows = 0;    ///< dynamic if not known
  int64_t columns = 0; ///< of its reductions: elements of a row; dynamic if not known
  BlockShape shape;
  SmallVector<RowMember> members;
};

/// The groups of a block, of two operations at least, each with a reduction; a reduction's parallel loops come first.
/// What stands between the operations of a group neither needs nor is needed by those before it.
SmallVector<RowGroup> findRowGroups(Block &block);

/// The memory that only the group touches, and writes before it reads: allocations of which a block needs its own rows
/// alone, as many of the first as fit into `bytes`.
SmallVector<RowPlace> findPrivateMemory(const RowGroup &group, int64_t bytes);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FOREIGNTOGPU_ROWGROUP_H
