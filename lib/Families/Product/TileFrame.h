// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From rows and columns of accumulators to those of the output.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_TILEFRAME_H
#define FUSION_LIB_FAMILIES_PRODUCT_TILEFRAME_H

#include "fusion/Families/Common/OperandAccess.h"
#include "fusion/Families/Product/AccumulatorLayout.h"
#include "fusion/Families/Product/Walk.h"

namespace fusion::async {

/// An element of the output (i32).
struct OutputPlace {
  Value row, col;
};

/// A warpgroup's part of the tile at hand: from rows and columns of accumulators, as its threads hold them, to those of
/// the output. All are i32.
class TileFrame {
public:
  TileFrame(KernelBuilder &kb, const AccumulatorLayout &layout, const OutputUnit &unit, const ProductSizes &sizes,
            const ConsumerPosition &position)
      : kb(kb), layout(layout), unit(unit), sizes(sizes), position(position) {}

  /// The part begins at `row`, `col` of the output, in the batch with these indices; rows from `rowEnd` on, where it is
  /// not null, are not inside.
  void enter(ValueRange batchIndices, Value row, Value col, Value rowEnd = {});
  bool hasRowEnd() const { return bool(endOfRows); }
  /// The batch's indices as i64.
  ValueRange outerIndices() const { return outer; }

  /// Rows and columns of accumulators: row number `row` of this thread, element `lane` of its pair of columns number
  /// `column`, and those that lie so far behind the first ones of the part.
  Value rowOf(int64_t row);
  Value columnOf(int64_t column, int64_t lane);
  Value rowBehind(int64_t offset) { return kb.add(firstRow, offset); }
  Value columnBehind(int64_t offset) { return kb.add(firstColumn, offset); }
  Value getFirstRow() const { return firstRow; }
  Value getFirstColumn() const { return firstColumn; }

  /// Where these lie in the output.
  OutputPlace toOutput(Value row, Value column) const;
  OutputPlace placeOf(Pair pair, int64_t lane);
  /// i1: whether a place is in the output, and the tile's.
  Value isInside(const OutputPlace &place) const;
  /// Address of an operand's element there; places outside are moved to the last one inside. The same for the first of
  /// `width` adjacent columns of the output that are all inside or all outside.
  Value addressInside(const OperandAccess &access, const OutputPlace &place, int64_t width = 1);
  /// What the copy engine calls the place of a chunk: column, row and batch indices of the output, the innermost first.
  SmallVector<Value> coordinatesOf(const StagedChunks &chunks, int64_t chunk);

private:
  KernelBuilder &kb;
  const AccumulatorLayout &layout;
  const OutputUnit unit;
  const ProductSizes &sizes;
  const ConsumerPosition &position;
  Value firstRow, firstColumn, endOfRows;
  SmallVector<Value> batch, outer;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_TILEFRAME_H
