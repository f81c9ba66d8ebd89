// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_FAMILIES_ROWS_ROWOPERANDS_H
#define FUSION_LIB_FAMILIES_ROWS_ROWOPERANDS_H

#include "fusion/Analysis/RowSpace.h"
#include "fusion/Families/Common/BodyEvaluator.h"

namespace mlir::fusion {

/// Elements of a row side by side.
struct RowPiece {
  Value first; ///< number of the first one in the row (i32)
  /// Positions of each along the column dimensions (i32).
  SmallVector<SmallVector<Value>> positions;
  bool beside; ///< they differ in the last position alone
};

/// An input or output of a kernel of rows, at one row.
class RowOperand {
public:
  /// `space` is that of the kernel, whose dimensions the argument's are aligned with at the end; `rows` are the row's
  /// positions (i64). `wide`: pieces are loaded and stored at once where they lie side by side.
  RowOperand(KernelBuilder &kb, const MemRefArgument &argument, const RowSpace &space, ValueRange rows, bool wide);

  Type getElementType() const { return elementType; }
  /// Whether elements differ along the columns.
  bool isFull() const { return full; }

  /// What is stored of a piece: an element each, or the one that all of them are.
  SmallVector<Value> load(KernelBuilder &kb, const RowPiece &piece) const;
  /// The one element of a row.
  Value loadOne(KernelBuilder &kb) const;
  /// Values in their compute type.
  void store(KernelBuilder &kb, const RowPiece &piece, ArrayRef<Value> lanes) const;
  void storeOne(KernelBuilder &kb, Value value) const;

private:
  Value address(KernelBuilder &kb, ArrayRef<Value> position) const;
  /// Elements of one access to a piece of `size`.
  int64_t perAccess(const RowPiece &piece) const;

  Type elementType;
  Value base;                       ///< of the row
  SmallVector<Value> columnStrides; ///< in bytes (i64); null where it does not vary
  bool full = false, wide;
};

/// The piece of the elements from `first` (i32) on of a row of `space`.
RowPiece makePiece(KernelBuilder &kb, const RowSpace &space, Value first, int64_t size);

} // namespace mlir::fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWOPERANDS_H
