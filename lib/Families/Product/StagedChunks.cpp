// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses chunks by the sizes of outputs.

#include "fusion/Families/Product/StagedChunks.h"

#include "fusion/Families/Async/Multiplicand.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// Chunks that overlap grow up to this size of an output's buffers, bytes: 8192 x 8192 x 1024 by tiles of 176 columns
/// takes 181.7 us with two buffers of 16 columns (4 KiB each), 175.5 of 32, 174.0 with one of 64, and 177.2 with two of
/// 64, which cost a stage.
static constexpr int64_t kOverlappingBuffers = 16384;

int64_t StagedChunks::bufferBytes(int64_t elementBytes) const {
  return llvm::alignTo(rows * columns * elementBytes, kSwizzleAlignment);
}

/// The most rows of a chunk, a multiple of 8, that `rows` are a multiple of, and whose 64 f32 fit a buffer twice.
static int64_t getSwappedRows(int64_t rows) {
  int64_t most = kOverlappingBuffers / (2 * 64 * 4);
  while (rows % most != 0)
    most -= 8;
  return most;
}

StagedChunks StagedChunks::get(const async::WarpgroupTile &own, int64_t buffers, ArrayRef<int64_t> outputBytes) {
  int64_t widestBytes = 2;
  for (int64_t bytes : outputBytes)
    if (canStage(own, bytes))
      widestBytes = std::max(widestBytes, bytes);
  StagedChunks chunks;
  chunks.buffers = buffers > 0 ? buffers : 2;
  if (own.swap) {
    chunks.rows = widestBytes == 4 ? getSwappedRows(own.finishedColumns) : own.finishedColumns;
    chunks.rowParts = own.finishedColumns / chunks.rows;
    chunks.columns = 64;
    chunks.allColumns = own.rows;
  } else {
    chunks.rows = own.rows;
    chunks.allColumns = own.finishedColumns;
    int64_t most = std::min<int64_t>(128 / widestBytes, llvm::bit_floor<uint64_t>(chunks.allColumns));
    chunks.columns = std::min(most, chunks.allColumns & -chunks.allColumns);
    while (chunks.columns < most &&
           2 * chunks.columns * chunks.rows * widestBytes * chunks.buffers <= kOverlappingBuffers)
      chunks.columns *= 2;
  }
  chunks.count = llvm::divideCeil(chunks.allColumns, chunks.columns) * chunks.rowParts;
  chunks.buffers = std::min(chunks.count, chunks.buffers);
  return chunks;
}

bool fusion::canStage(const async::WarpgroupTile &own, int64_t elementBytes) {
  return elementBytes == 2 || elementBytes == 4 || (elementBytes == 1 && !own.swap);
}
