// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads scales of blocks, and multiplies the sums of a chain with them.

#include "fusion/Families/Product/ChainScales.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Whether tiles of so many columns begin where blocks do, or within one that has all of a tile.
static bool isAligned(int64_t scaled, int64_t columns) { return scaled % columns == 0 || columns % scaled == 0; }

bool async::fitsScaledColumns(int64_t scaled, int64_t columns) {
  constexpr int64_t most = 2;
  return scaled % 8 == 0 && (isAligned(scaled, columns) ? columns <= most * scaled : columns < scaled);
}

ChainScales::ChainScales(KernelBuilder &kb, const AccumulatorLayout &layout, const OperandScales &scales,
                         const ConsumerPosition &position, Value row, Value column)
    : layout(layout), scales(scales) {
  if (scales.rows) {
    Value first = kb.add(row, layout.getFirstRow(kb, position));
    for (int64_t number = 0; number < layout.countRows(); ++number)
      rows.push_back(scales.rows.locate(kb, kb.add(first, layout.getRowOffset(number))));
  }
  if (!scales.columns)
    return;
  int64_t count = layout.getTile().columns, scaled = scales.columns.isForAll() ? count : scales.columns.outer;
  columnsOfScale = std::min(scaled, count);
  columns.push_back(scales.columns.locate(kb, column));
  if (scaled % count == 0)
    return;
  // A tile ends before a third block begins.
  columns.push_back(scales.columns.locate(kb, kb.add(column, count - 1)));
  if (isAligned(scaled, count))
    return;
  Value ofFirst = kb.sub(kb.c32(scaled), kb.rem(column, scaled));
  for (int64_t number = 0; layout.getColumnOffset(number) < count; ++number)
    isSecond.push_back(kb.lt(ofFirst, kb.c32(layout.getColumnOffset(number) + 1)));
}

SmallVector<Value> ChainScales::load(KernelBuilder &kb, Value k) const {
  SmallVector<Value> loaded;
  for (Value row : rows)
    loaded.push_back(scales.rows.load(kb, row, k));
  for (Value column : columns)
    loaded.push_back(scales.columns.load(kb, column, k));
  return loaded;
}

Value ChainScales::select(KernelBuilder &kb, ArrayRef<Value> ofRow, int64_t column) const {
  if (!isSecond.empty())
    return kb.select(isSecond[column], ofRow[1], ofRow[0]);
  return ofRow.size() == 1 ? ofRow[0] : ofRow[layout.getColumnOffset(column) / columnsOfScale];
}

SmallVector<Value> ChainScales::add(KernelBuilder &kb, ArrayRef<Value> loaded, ArrayRef<Value> partial,
                                    ArrayRef<Value> totals, int64_t accumulator) const {
  ArrayRef<Value> ofColumns = loaded.drop_front(rows.size());
  SmallVector<Pair> pairs = layout.getPairs(accumulator, static_cast<int64_t>(partial.size()));
  llvm::SmallDenseMap<int64_t, SmallVector<Value>> ofRows;
  for (Pair pair : pairs) {
    auto [ofRow, isNew] = ofRows.try_emplace(pair.row);
    if (!isNew)
      continue;
    Value row = rows.empty() ? Value() : loaded[pair.row];
    for (size_t i = 0; i < std::max<size_t>(ofColumns.size(), 1); ++i)
      ofRow->second.push_back(multiplyScales(kb, row, ofColumns.empty() ? Value() : ofColumns[i]));
  }
  SmallVector<Value> sums;
  for (Pair pair : pairs) {
    Value scale = select(kb, ofRows[pair.row], pair.column);
    for (int64_t i = pair.first; i < pair.first + 2; ++i)
      sums.push_back(addScaled(kb, partial[i], scale, totals[i]));
  }
  return sums;
}
