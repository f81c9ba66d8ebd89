// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads scales of blocks, and multiplies the sums of a chain with them.

#include "ChainScales.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// Whether tiles of so many columns begin where blocks do, or within one that has all of a tile.
static bool isAligned(int64_t scaled, int64_t columns) { return scaled % columns == 0 || columns % scaled == 0; }

bool sm90::fitsScaledColumns(int64_t scaled, int64_t columns) {
  constexpr int64_t most = 2;
  return scaled % 8 == 0 && (isAligned(scaled, columns) ? columns <= most * scaled : columns < scaled);
}

ChainScales::ChainScales(KernelBuilder &kb, const WarpgroupTile &own, const OperandScales &scales,
                         const ConsumerPosition &position, Value row, Value column)
    : scales(scales) {
  if (scales.rows) {
    Value first = kb.add(row, kb.add(kb.mul(position.warp, 16), kb.div(position.lane, 4)));
    for (int64_t eight = 0; eight < own.rows / 8; eight += 8)
      for (int64_t half = 0; half < 2; ++half)
        rows.push_back(scales.rows.locate(kb, kb.add(first, 8 * (eight + half))));
  }
  if (!scales.columns)
    return;
  int64_t count = own.columns, scaled = scales.columns.isForAll() ? count : scales.columns.outer;
  columnsOfScale = std::min(scaled, count);
  columns.push_back(scales.columns.locate(kb, column));
  if (scaled % count == 0)
    return;
  // A tile ends before a third block begins.
  columns.push_back(scales.columns.locate(kb, kb.add(column, count - 1)));
  if (isAligned(scaled, count))
    return;
  Value ofFirst = kb.sub(kb.c32(scaled), kb.rem(column, scaled));
  for (int64_t column8 = 0; column8 < count / 8; ++column8)
    isSecond.push_back(kb.lt(ofFirst, kb.c32(8 * column8 + 1)));
}

SmallVector<Value> ChainScales::load(KernelBuilder &kb, Value k) const {
  SmallVector<Value> loaded;
  for (Value row : rows)
    loaded.push_back(scales.rows.load(kb, row, k));
  for (Value column : columns)
    loaded.push_back(scales.columns.load(kb, column, k));
  return loaded;
}

Value ChainScales::select(KernelBuilder &kb, ArrayRef<Value> ofRow, int64_t column8) const {
  if (!isSecond.empty())
    return kb.select(isSecond[column8], ofRow[1], ofRow[0]);
  return ofRow.size() == 1 ? ofRow[0] : ofRow[8 * column8 / columnsOfScale];
}

// Registers 4 j to 4 j + 3 are of columns 8 j to 8 j + 7: two of the first row, two of the one 8 below.
SmallVector<Value> ChainScales::add(KernelBuilder &kb, ArrayRef<Value> loaded, ArrayRef<Value> partial,
                                    ArrayRef<Value> totals, int64_t block) const {
  ArrayRef<Value> ofColumns = loaded.drop_front(rows.size());
  SmallVector<Value> ofHalf[2];
  for (int64_t half = 0; half < 2; ++half) {
    Value row = rows.empty() ? Value() : loaded[2 * block + half];
    for (size_t i = 0; i < std::max<size_t>(ofColumns.size(), 1); ++i)
      ofHalf[half].push_back(multiplyScales(kb, row, ofColumns.empty() ? Value() : ofColumns[i]));
  }
  SmallVector<Value> sums;
  Value scale;
  for (auto [index, value] : llvm::enumerate(partial)) {
    if (index % 2 == 0)
      scale = select(kb, ofHalf[index / 2 % 2], static_cast<int64_t>(index / 4));
    sums.push_back(addScaled(kb, value, scale, totals[index]));
  }
  return sums;
}
