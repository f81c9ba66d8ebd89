// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes rows, columns and addresses of the output from those of accumulators.

#include "TileFrame.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

void TileFrame::enter(ValueRange batchIndices, Value row, Value col, Value rowEnd) {
  endOfRows = rowEnd;
  batch.assign(batchIndices.begin(), batchIndices.end());
  firstRow = layout.getTile().ofRows(row, col);
  firstColumn = layout.getTile().ofColumns(row, col);
  outer = llvm::map_to_vector(batch, [&](Value index) { return kb.toI64(index); });
}

Value TileFrame::rowOf(int64_t row) {
  Value own = layout.getFirstRow(kb, position);
  return kb.add(kb.add(firstRow, own), layout.getRowOffset(row));
}

Value TileFrame::columnOf(int64_t column, int64_t lane) {
  Value own = layout.getFirstColumn(kb, layout.getThreadOfRow(kb, position));
  return kb.add(kb.add(firstColumn, own), layout.getColumnOffset(column) + lane);
}

OutputPlace TileFrame::toOutput(Value row, Value column) const {
  return {layout.getTile().ofRows(row, column), layout.getTile().ofColumns(row, column)};
}

OutputPlace TileFrame::placeOf(Pair pair, int64_t lane) {
  Value row = rowOf(pair.row), column = columnOf(pair.column, lane);
  return toOutput(row, column);
}

Value TileFrame::isInside(const OutputPlace &place) const {
  Value inRows = kb.lt(place.row, endOfRows ? endOfRows : sizes.m), inColumns = kb.lt(place.col, sizes.n);
  return kb.andI(inRows, inColumns);
}

Value TileFrame::addressInside(const OperandAccess &access, const OutputPlace &place, int64_t width) {
  auto inside = [&](Value index, Value size, int64_t tile, int64_t span) {
    auto constant = KernelBuilder::asConstant(size);
    return constant && *constant % tile == 0 ? index : kb.minS(index, kb.sub(size, span));
  };
  Value m = access.rowStride ? inside(place.row, sizes.m, unit.m, 1) : Value();
  Value n = access.colStride ? inside(place.col, sizes.n, unit.n, width) : Value();
  return access.address(kb, m, n);
}

SmallVector<Value> TileFrame::coordinatesOf(const StagedChunks &chunks, int64_t chunk) {
  OutputPlace first = toOutput(firstRow, firstColumn);
  SmallVector<Value> coordinates = {kb.add(first.col, chunks.firstColumn(chunk)),
                                    kb.add(first.row, chunks.firstRow(chunk))};
  llvm::append_range(coordinates, llvm::reverse(batch));
  return coordinates;
}
