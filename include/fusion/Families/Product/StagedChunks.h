// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The chunks in which a warpgroup's results go through shared memory.

#ifndef FUSION_FAMILIES_PRODUCT_STAGEDCHUNKS_H
#define FUSION_FAMILIES_PRODUCT_STAGEDCHUNKS_H

#include "fusion/Families/Product/WarpgroupTile.h"
#include "fusion/Support/LLVM.h"

namespace fusion {

/// Swizzled buffers start at multiples of the pattern's size, bytes. A block's shared memory starts at any of 16.
inline constexpr int64_t kSwizzleAlignment = 1024;

/// How one warpgroup passes its part of the outputs through shared memory: chunk by chunk, each one TMA box per output.
/// A chunk is `columns` columns of all the warpgroup's rows; swapped, 64 of its rows and all columns, stored
/// transposed. With split-K the block's share of the columns counts alone. Rows of a chunk are a power of two of bytes,
/// as swizzling asks for; where chunks do not divide the columns, the last one begins within the one before and writes
/// what they share again.
struct StagedChunks {
  int64_t rows, columns; ///< of the output, in a chunk
  int64_t allColumns;    ///< of all chunks
  int64_t rowParts = 1;  ///< chunks below each other
  int64_t count;         ///< chunks of a warpgroup's part of a tile
  int64_t buffers;       ///< for each output

  /// Where a chunk begins, in rows and columns of the output behind the warpgroup's first.
  int64_t firstRow(int64_t chunk) const { return chunk % rowParts * rows; }
  int64_t firstColumn(int64_t chunk) const { return std::min(chunk / rowParts * columns, allColumns - columns); }

  /// Columns of one box of a chunk, of elements of so many bytes.
  int64_t boxColumns(int64_t elementBytes) const { return std::min(columns, 128 / elementBytes); }
  int64_t boxes(int64_t elementBytes) const { return columns / boxColumns(elementBytes); }

  /// Of one output's buffer, a multiple of 1024.
  int64_t bufferBytes(int64_t elementBytes) const;

  /// `outputBytes` are the sizes of the outputs' elements. Swapped, a chunk is 64 columns wide, in one or two boxes of
  /// 128 bytes; otherwise the columns of the widest staged output take at most 128 bytes. `buffers`
  /// are at most so many; 0: as many as are good.
  static StagedChunks get(const async::WarpgroupTile &own, int64_t buffers, ArrayRef<int64_t> outputBytes);
};

/// Whether outputs with elements of this size leave through shared memory. Transposed on the way, bytes do not.
bool canStage(const async::WarpgroupTile &own, int64_t elementBytes);

} // namespace fusion

#endif // FUSION_FAMILIES_PRODUCT_STAGEDCHUNKS_H
