// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scales of blocks: those of the sums that a thread of a warpgroup has of a chain.

#ifndef FUSION_FAMILIES_PRODUCT_CHAINSCALES_H
#define FUSION_FAMILIES_PRODUCT_CHAINSCALES_H

#include "fusion/Families/Common/BlockScale.h"
#include "fusion/Families/Product/AccumulatorLayout.h"

namespace fusion::async {

/// The scales of a product's operands along rows and columns of accumulators.
struct OperandScales {
  BlockScale rows, columns;
};

/// Whether `scaled` columns (rows of A, if swapped) that share a scale let a tile have few enough of them.
bool fitsScaledColumns(int64_t scaled, int64_t columns);

/// A thread loads the scales of its rows, and one of columns, or two where a tile lies in two blocks.
class ChainScales {
public:
  /// Of the warpgroup's part of a tile that starts at `row` and `column` (i32) of accumulators. `layout` must live on.
  ChainScales(KernelBuilder &kb, const AccumulatorLayout &layout, const OperandScales &scales,
              const ConsumerPosition &position, Value row, Value column);

  /// Those of element `k` along k (i32); of one behind the end, the last.
  SmallVector<Value> load(KernelBuilder &kb, Value k) const;
  /// partial · scales + total, of the registers of accumulator number `accumulator`; `loaded` is what load() returned.
  SmallVector<Value> add(KernelBuilder &kb, ArrayRef<Value> loaded, ArrayRef<Value> partial, ArrayRef<Value> totals,
                         int64_t accumulator) const;

private:
  /// Of the loaded scales of columns, times that of a row, the one of pair number `column` of a thread's columns.
  Value select(KernelBuilder &kb, ArrayRef<Value> ofRow, int64_t column) const;

  const AccumulatorLayout &layout;
  OperandScales scales;
  SmallVector<Value> rows, columns; ///< where their scales begin
  int64_t columnsOfScale = 0;       ///< where a tile's columns begin with a block
  SmallVector<Value> isSecond;      ///< where they do not: whether each pair is of the second block
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_CHAINSCALES_H
