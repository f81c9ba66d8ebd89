// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scales of blocks: those of the sums that a thread of a warpgroup has of a chain.

#ifndef FUSION_LIB_FAMILIES_SM90_CHAINSCALES_H
#define FUSION_LIB_FAMILIES_SM90_CHAINSCALES_H

#include "fusion/Families/Common/BlockScale.h"
#include "fusion/Families/SM90/ThreadPosition.h"
#include "fusion/Families/SM90/WarpgroupTile.h"

namespace fusion::sm90 {

/// The scales of a product's operands in the frame of wgmma.
struct OperandScales {
  BlockScale rows, columns;
};

/// Whether `scaled` columns (rows of A, if swapped) that share a scale let a tile have few enough of them.
bool fitsScaledColumns(int64_t scaled, int64_t columns);

/// Of each 64 rows a thread has two, and of the tile's columns pairs in each 8. So it loads two scales of rows, and one
/// of columns, or two where a tile lies in two blocks.
class ChainScales {
public:
  /// Of the warpgroup's tile that starts at `row` and `column` (i32), in the frame of wgmma.
  ChainScales(KernelBuilder &kb, const WarpgroupTile &own, const OperandScales &scales,
              const ConsumerPosition &position, Value row, Value column);

  /// Those of element `k` along k (i32); of one behind the end, the last.
  SmallVector<Value> load(KernelBuilder &kb, Value k) const;
  /// partial · scales + total, of register `index` of block number `block` of 64 rows; `loaded` is what load()
  /// returned.
  SmallVector<Value> add(KernelBuilder &kb, ArrayRef<Value> loaded, ArrayRef<Value> partial, ArrayRef<Value> totals,
                         int64_t block) const;

private:
  /// Of the loaded scales of columns, the one of 8 columns, times each of a row's: `ofRow[c]` is that of number c.
  Value select(KernelBuilder &kb, ArrayRef<Value> ofRow, int64_t column8) const;

  OperandScales scales;
  SmallVector<Value> rows, columns; ///< where their scales begin
  int64_t columnsOfScale = 0;       ///< where a tile's columns begin with a block
  SmallVector<Value> isSecond;      ///< where they do not: whether each 8 of them are of the second block
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_CHAINSCALES_H
