// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes rows, columns and addresses of the output from those of wgmma.

#include "TileFrame.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

void TileFrame::enter(ValueRange batchIndices, Value row, Value col) {
  batch.assign(batchIndices.begin(), batchIndices.end());
  firstRow = swap ? col : row;
  firstColumn = swap ? row : col;
  outer = llvm::map_to_vector(batch, [&](Value index) { return kb.toI64(index); });
}

Value TileFrame::rowOf(int64_t block, int64_t half) {
  Value row = kb.mad(position.warp, 16, kb.div(position.lane, 4));
  return kb.add(kb.add(firstRow, row), 64 * block + 8 * half);
}

Value TileFrame::columnOf(int64_t column8, int64_t lane) {
  return kb.add(kb.add(firstColumn, kb.mul(kb.rem(position.lane, 4), 2)), 8 * column8 + lane);
}

Value TileFrame::addressInside(const OperandAccess &access, Value row, Value column, int64_t width) {
  auto inside = [&](Value index, Value size, int64_t tile, int64_t span) {
    auto constant = KernelBuilder::asConstant(size);
    return constant && *constant % tile == 0 ? index : kb.minS(index, kb.sub(size, span));
  };
  Value m = access.rowStride ? inside(outputRow(row, column), sizes.m, unit.m, 1) : Value();
  Value n = access.colStride ? inside(outputCol(row, column), sizes.n, unit.n, width) : Value();
  return access.address(kb, m, n);
}

SmallVector<Value> TileFrame::coordinatesOf(Value row, Value column) const {
  SmallVector<Value> coordinates = {outputCol(row, column), outputRow(row, column)};
  llvm::append_range(coordinates, llvm::reverse(batch));
  return coordinates;
}
