// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The layout of an operand's tile in shared memory.

#ifndef FUSION_FAMILIES_SM80_SHAREDTILE_H
#define FUSION_FAMILIES_SM80_SHAREDTILE_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::sm80 {

/// One operand's tile in shared memory, stored as it is in global memory: a row of the tile is a row of the matrix.
///
///   K-major (A, or B stored [N, K]):  mn rows of 128 bytes along K, or of 64
///   MN-major (B, or A stored [K, M]): tileK rows of mn elements
///
/// But elements that no instruction transposes, nor threads load one by one, are turned on their way (`crossed`): their
/// tile is K-major, however the matrix lies.
///
/// Rows are cut into 16-byte chunks. Chunk c of row r lies at chunk c ^ (r % period) * scale of its row, so that the
/// eight rows which one ldmatrix phase reads, or the 4 x 8 words which a warp loads of an f32 MN-major tile, fall into
/// different banks.
struct SharedTile {
  int64_t mn, k;
  bool kMajor;
  int64_t elementBytes;
  bool crossed = false;     ///< rows of the tile are columns of the matrix
  bool interleaved = false; ///< k = 2 i and 2 i + 1 of each eight are multiplied as i and i + 4

  int64_t rows() const { return kMajor ? mn : k; }
  int64_t rowBytes() const { return (kMajor ? k : mn) * elementBytes; }
  int64_t bytes() const { return rows() * rowBytes(); }
  bool wordwise() const { return !kMajor && elementBytes == 4; }
  int64_t period() const { return wordwise() ? 4 : 8; }
  int64_t scale() const { return wordwise() ? 2 : 1; }
  /// Rows of 64 bytes lie two to a line of 128, and swizzle together.
  int64_t rowsOfLine() const { return kMajor && rowBytes() == 64 ? 2 : 1; }
};

/// Byte distance of `row`'s swizzle from its plain position, as a mask for xor.
Value swizzleMask(KernelBuilder &kb, const SharedTile &tile, Value row);

/// Where a thread stands: its number in its group of warps along k, warp-uniform origins of its warp's part of the
/// tile, and its lane.
struct ThreadPosition {
  Value thread, lane, warpRow, warpCol;
  /// lane / 4 and lane % 4: row and column pair of an mma accumulator.
  Value group, pair;
  Value warpK = {}; ///< number of the group along k; null if there is one
};

} // namespace fusion::sm80

#endif // FUSION_FAMILIES_SM80_SHAREDTILE_H
