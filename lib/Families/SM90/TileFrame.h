// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From rows and columns of wgmma to those of the output.

#ifndef FUSION_LIB_FAMILIES_SM90_TILEFRAME_H
#define FUSION_LIB_FAMILIES_SM90_TILEFRAME_H

#include "Walk.h"
#include "fusion/Families/Common/OperandAccess.h"
#include "fusion/Families/SM90/ThreadPosition.h"

namespace fusion::sm90 {

/// A warpgroup's part of the tile at hand: from rows and columns of wgmma, as its threads hold them, to those of the
/// output. With a swapped schedule they are exchanged. All are i32.
class TileFrame {
public:
  TileFrame(KernelBuilder &kb, bool isSwapped, const OutputUnit &unit, const ProductSizes &sizes,
            const ConsumerPosition &position)
      : kb(kb), swap(isSwapped), unit(unit), sizes(sizes), position(position) {}

  /// The part begins at `row`, `col` of the output, in the batch with these indices.
  void enter(ValueRange batchIndices, Value row, Value col);
  /// The batch's indices as i64.
  ValueRange outerIndices() const { return outer; }

  /// The row, and a column, that this thread has in block `block` of 64 rows, half `half` of 8 rows of each 16, group
  /// `column8` of 8 columns, element `lane` of two.
  Value rowOf(int64_t block, int64_t half);
  Value columnOf(int64_t column8, int64_t lane);
  /// Where blocks of rows, and groups of columns, begin.
  Value rowOfBlock(int64_t block) { return kb.add(firstRow, 64 * block); }
  Value columnOfGroup(int64_t column8) { return kb.add(firstColumn, 8 * column8); }
  Value getFirstRow() const { return firstRow; }
  Value getFirstColumn() const { return firstColumn; }

  bool isSwapped() const { return swap; }
  Value outputRow(Value row, Value column) const { return swap ? column : row; }
  Value outputCol(Value row, Value column) const { return swap ? row : column; }
  /// Address of an operand's element there; places outside are moved to the last one inside. The same for the first of
  /// `width` adjacent columns of the output that are all inside or all outside.
  Value addressInside(const OperandAccess &access, Value row, Value column, int64_t width = 1);
  /// What the copy engine calls this place: column, row and batch indices of the output, the innermost first.
  SmallVector<Value> coordinatesOf(Value row, Value column) const;

private:
  KernelBuilder &kb;
  const bool swap;
  const OutputUnit unit;
  const ProductSizes &sizes;
  const ConsumerPosition &position;
  Value firstRow, firstColumn;
  SmallVector<Value> batch, outer;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_TILEFRAME_H
