// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where a thread stands in rows, and its accesses to operands from there.

#ifndef FUSION_LIB_FAMILIES_ROWS_ROWOPERANDS_H
#define FUSION_LIB_FAMILIES_ROWS_ROWOPERANDS_H

#include "fusion/Analysis/RowSpace.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Common/BodyEvaluator.h"

namespace fusion {
struct RowsSchedule;

/// Where a thread of a block is.
struct RowThread {
  Value thread;   ///< number among the threads of its rows (i32)
  Value localRow; ///< number among the threads of a block that have other rows (i32)
  Value rank;     ///< number of its block among those that share the rows (i32); null if there is one
  Value inside;   ///< whether the rows are the thread's to store (i1)
  /// Of each of its rows, which exist, the positions along the row dimensions (i64). The rows lie side by side if they
  /// differ along the last dimension (RowSpace::getLastDim) alone.
  SmallVector<SmallVector<Value>> rows;
  Value number, numRows; ///< of the first of them among all rows, and how many these are (i64)
  /// Column dimensions that positions are told by, and the sizes of these (i32). One stands for those in front of it,
  /// too, of which all elements lie one behind the other in every operand.
  SmallVector<int64_t> columnDims;
  SmallVector<Value> columnSizes;
  Value length; ///< the product of the sizes (i32)
};

/// The place of the thread that is emitted in block `block` (i32) among those that have other rows of `space`, and
/// `rank` among those that share them, if any do.
RowThread makeRowThread(KernelBuilder &kb, KernelOp kernel, const RowSpace &space, const RowsSchedule &schedule,
                        ArrayRef<MemRefArgument> arguments, Value block, Value rank = {});

/// Elements of a row, one behind the other.
struct RowPiece {
  Value first; ///< number of the first one in the row (i32)
  /// Positions of each along RowThread::columnDims (i32).
  SmallVector<SmallVector<Value>> positions;
  bool beside; ///< they differ in the last position alone
};

/// Elements of `type` that lie side by side from `place` on, a multiple of `alignment` bytes: packed, as many in a
/// vector as are loaded at once.
SmallVector<Value> loadSideBySide(KernelBuilder &kb, Type type, Value place, int64_t size, int64_t alignment = 16);
/// The elements one by one.
SmallVector<Value> unpack(KernelBuilder &kb, ArrayRef<Value> packed);
/// The same of values as they are stored, packed by the caller.
void storeSideBySide(KernelBuilder &kb, Value place, ArrayRef<Value> values, int64_t alignment = 16);

/// An input or output of a kernel of rows, at the rows of a thread. Lanes are the elements of a piece, of each those of
/// all rows.
class RowOperand {
public:
  /// `space` is that of the kernel, whose dimensions the argument's are aligned with at the end. `wide`: what lies side
  /// by side in memory, of a row or of neighbouring rows, is loaded and stored at once.
  RowOperand(KernelBuilder &kb, const MemRefArgument &argument, const RowSpace &space, const RowThread &at, bool wide);

  Type getElementType() const { return elementType; }
  /// Whether elements differ along the columns.
  bool isFull() const { return full; }

  /// Elements as they are stored, packed: until they are needed they take fewer registers so.
  SmallVector<Value> load(KernelBuilder &kb, const RowPiece &piece) const;
  /// How many values that are.
  size_t countLoads(const RowPiece &piece) const;
  /// The one element of each row.
  SmallVector<Value> loadOnes(KernelBuilder &kb) const;
  /// Values in their compute type.
  void store(KernelBuilder &kb, const RowPiece &piece, ArrayRef<Value> lanes) const;
  void storeOnes(KernelBuilder &kb, ArrayRef<Value> values) const;

private:
  Value address(KernelBuilder &kb, Value base, ArrayRef<Value> position) const;
  bool isPieceWide(const RowPiece &piece) const { return !across && wide && piece.beside && columnStrides.back(); }
  SmallVector<Value> loadGroup(KernelBuilder &kb, Value place, int64_t size) const {
    return loadSideBySide(kb, storedType(elementType), place, size);
  }
  void storeGroup(KernelBuilder &kb, Value place, ArrayRef<Value> values) const;

  Type elementType;
  SmallVector<Value> bases;         ///< of each row
  SmallVector<Value> columnStrides; ///< in bytes (i64); null where it does not vary
  bool across, full = false, wide;
  bool rowsWide = false; ///< the rows' elements are loaded and stored at once
};

/// The piece of the elements from `first` (i32) on of a row. `beside`: they are known to differ in the last position
/// alone.
RowPiece makePiece(KernelBuilder &kb, const RowThread &at, Value first, int64_t size, bool beside);

/// Whether a kernel reads elements of its argument at their place, or its size alone. Else it is a table and no more;
/// some arguments are both.
bool isReadInPlace(BlockArgument argument);

/// Which size of an operand a dimension of the rows is, if types leave it open: that of one that varies along it,
/// and is not scattered along it.
AccessGuard::Size findSize(KernelOp kernel, const RowSpace &space, int64_t dim);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWOPERANDS_H
