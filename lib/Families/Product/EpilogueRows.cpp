// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Outputs whose rows TMA cannot write: through the same buffers, and out by ordinary stores.

#include "Epilogue.h"
#include "fusion/Families/Async/Instructions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {

/// How the four warps of a warpgroup share a chunk: the lanes of a warp take units of a row, side by side, so that one
/// store of a warp writes contiguous bytes of one row, or of several where rows are short.
struct RowShares {
  int64_t unitBytes, lanes, passes; ///< lanes of a row, and units of a lane
  int64_t rows, rowsAtOnce;         ///< of the chunk; of all warps in one step

  RowShares(const StagedChunks &chunks, int64_t elementBytes, int64_t unitBytes)
      : unitBytes(unitBytes), rows(chunks.rows) {
    int64_t units = chunks.columns * elementBytes / unitBytes;
    lanes = std::min<int64_t>(units, 32);
    passes = units / lanes;
    rowsAtOnce = 4 * (32 / lanes);
  }
  int64_t steps() const { return llvm::divideCeil(rows, rowsAtOnce); }
  /// Steps whose loads are under way together: four loads of a lane.
  int64_t unrolled() const { return steps() % 4 == 0 ? 4 / passes : 1; }
};

} // namespace

void Epilogue::storeRows(unsigned output, int64_t chunk) {
  int64_t elementBytes = plan.outputs[output].elementBytes,
          rowBytes = plan.chunks.boxColumns(elementBytes) * elementBytes;
  RowShares shares(plan.chunks, elementBytes, plan.outputs[output].rowAccess);
  Type unit = kb.getIntegerType(8 * shares.unitBytes);
  SmallVector<Value> coordinates = frame.coordinatesOf(plan.chunks, chunk);
  Value firstCol = coordinates[0], firstRow = coordinates[1];
  // What is computed of the lane is not kept in registers, beside the accumulators, from one chunk to the next.
  Value lane = kb.hide(position.lane);
  Value ownRow = kb.mad(position.warp, 32 / shares.lanes, kb.div(lane, shares.lanes));
  // Columns of each pass, and whether they are inside.
  SmallVector<Value> bytes, columns, inside;
  for (int64_t pass = 0; pass < shares.passes; ++pass) {
    Value number = kb.add(kb.rem(lane, shares.lanes), pass * shares.lanes);
    bytes.push_back(kb.mul(number, shares.unitBytes));
    columns.push_back(kb.add(firstCol, kb.mul(number, shares.unitBytes / elementBytes)));
    inside.push_back(kb.lt(columns.back(), sizes.n));
  }
  Value limit = kb.minS(kb.sub(sizes.m, firstRow), kb.c32(shares.rows));
  auto store = [&](Value step, ValueRange) {
    SmallVector<Value> rows, values;
    for (int64_t i = 0; i < shares.unrolled(); ++i) {
      rows.push_back(kb.add(kb.mul(kb.add(step, i), shares.rowsAtOnce), ownRow));
      Value row = shares.rows % shares.rowsAtOnce ? kb.minS(rows.back(), kb.c32(shares.rows - 1)) : rows.back();
      for (Value byte : bytes) {
        Value box = staging.getChunk(output, chunk).getBox(kb, kb.div(byte, rowBytes));
        Value piece = kb.offsetPtr(box, getSwizzled(kb, row, kb.div(kb.rem(byte, rowBytes), 16), rowBytes));
        values.push_back(kb.load(unit, kb.offsetPtr(piece, kb.rem(byte, 16))));
      }
    }
    for (auto [index, value] : llvm::enumerate(values)) {
      Value row = rows[index / shares.passes], column = columns[index % shares.passes];
      kb.ifThen(kb.andI(kb.lt(row, limit), inside[index % shares.passes]),
                [&, value = value] { kb.store(value, outputs[output].address(kb, kb.add(firstRow, row), column)); });
    }
    return SmallVector<Value>();
  };
  // Single elements take many steps. ptxas would unroll them all and start them beside whatever else there is to do.
  if (plan.anyAddress)
    kb.rolledLoop(kb.c32(0), kb.c32(shares.steps()), shares.unrolled(), {}, store);
  else
    kb.forLoop(kb.c32(0), kb.c32(shares.steps()), shares.unrolled(), {}, store);
}
