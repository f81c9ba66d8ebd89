// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An operand's tiles, from global to shared memory.

#ifndef FUSION_FAMILIES_SM80_TILECOPY_H
#define FUSION_FAMILIES_SM80_TILECOPY_H

#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Families/SM80/SharedTile.h"

namespace fusion {

/// A stored matrix of one batch: address of its first element (address space 1) and strides in elements (i64).
struct MatrixOperand {
  Value pointer, rowStride, colStride;
};

/// The matrix of one batch, by its indices (i64). Batch dimensions of size 1 are repeated.
MatrixOperand getMatrix(KernelBuilder &kb, const MemRefArgument &argument, ArrayRef<Value> batch);

namespace sm80 {

/// Copies one operand's tiles from global to shared memory, all threads together, along K. Elements outside the
/// matrix arrive as zeros. Copies of 4 bytes and more are cp.async; single elements go through registers, and so do
/// those of a crossed tile, which are turned there.
class TileCopy {
public:
  /// `mnOrigin` is the tile's first row or column of the output, `mnLeft` how many there are from there on; null if
  /// never fewer than the tile has.
  TileCopy(KernelBuilder &kb, const SharedTile &tile, const MatrixOperand &operand, int64_t vectorBytes,
           int64_t threads, Value thread, Value mnOrigin, Value mnLeft);

  /// `mnLeft` of a tile that begins at a multiple of its rows or columns, of an output of size `mnSize`.
  static Value getLeft(KernelBuilder &kb, const SharedTile &tile, Value mnOrigin, Value mnSize);

  /// This thread's address in the tile of k = 0, and in the next one.
  Value firstSource() const { return source; }
  Value nextSource(KernelBuilder &kb, Value current) const { return kb.offsetPtr(current, tileStride); }

  /// Starts the copy of the tile at `current`, of which `kLeft` (i32, may be zero or negative) elements exist along K,
  /// into the buffer at `shared`. Where `kLeft` is null, copies of 4 bytes and more take all of the tile to exist.
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
  Value row, col;  ///< this thread's first unit: row, and first element within it
  Value sourceRow; ///< the matrix's row that comes to that row
};

} // namespace sm80
} // namespace fusion

#endif // FUSION_FAMILIES_SM80_TILECOPY_H
