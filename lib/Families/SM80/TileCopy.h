// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An operand's tiles, from global to shared memory.

#ifndef FUSION_LIB_FAMILIES_SM80_TILECOPY_H
#define FUSION_LIB_FAMILIES_SM80_TILECOPY_H

#include "SharedTile.h"

namespace fusion::sm80 {

/// Copies one operand's tiles from global to shared memory, all threads together, along K. Elements outside the
/// matrix arrive as zeros. Copies of 4 bytes and more are cp.async; single elements go through registers, and so do
/// those of a crossed tile, which are turned there.
class TileCopy {
public:
  /// `mnOrigin` is the tile's first row or column of the output, `mnSize` the output's size in that direction.
  TileCopy(KernelBuilder &kb, const SharedTile &tile, const MatrixOperand &operand, int64_t vectorBytes,
           int64_t threads, Value thread, Value mnOrigin, Value mnSize);

  /// This thread's address in the tile of k = 0, and in the next one.
  Value firstSource() const { return source; }
  Value nextSource(KernelBuilder &kb, Value current) const { return kb.offsetPtr(current, tileStride); }

  /// Starts the copy of the tile at `current`, of which `kLeft` (i32, may be zero or negative) elements exist along K,
  /// into the buffer at `shared`.
  void emit(KernelBuilder &kb, Value current, Value kLeft, Value shared) const;

private:
  void emitVectors(KernelBuilder &kb, Value current, Value kLeft, Value shared) const;
  void emitElements(KernelBuilder &kb, Value current, Value kLeft, Value shared) const;
  void emitSquares(KernelBuilder &kb, Value current, Value kLeft, Value shared) const;
  Value elementAddress(KernelBuilder &kb, Value current, Value row, Value col) const;
  /// Bytes of a vector that lie within `left` elements.
  Value validBytes(KernelBuilder &kb, Value left) const;

  SharedTile tile;
  int64_t vectorBytes, threads;
  bool elementwise;
  Value thread, mnLeft; ///< mnLeft: rows or columns of the matrix from the tile's origin on; null if never short
  Value source, tileStride, pitchBytes, colBytes;
  Value row, col; ///< this thread's first unit: row, and first element within it
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_TILECOPY_H
