// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An operand's k block by the threads of a warp.

#ifndef FUSION_LIB_FAMILIES_SM90_THREADLOADER_H
#define FUSION_LIB_FAMILIES_SM90_THREADLOADER_H

#include "Producer.h"

namespace fusion::sm90 {

/// Loads one operand's part of a k block by the threads of a warp (cp.async), to where TMA with 128-byte swizzle puts
/// it: of row r (128 bytes) the 16-byte piece c lies at piece c ^ (r % 8). What is outside of the matrix becomes zero.
///
/// A thread copies `access` bytes at a time. Adjacent threads copy adjacent bytes of a row, and the warp some rows at
/// once, in passes:
///
///   access       16  8  4 bytes
///   rows a pass   4  2  1
///
/// So a thread has one place in its rows, for good, and from pass to pass only constants are added to its addresses.
class ThreadLoader {
public:
  /// A thread's own part of a tile.
  struct Part {
    Value pointer; ///< its first bytes of a k block
    Value left;    ///< rows (columns) of the matrix from the tile's first on (i32)
  };

  /// `shared` is the operand's first stage, `lane` the number in the warp.
  ThreadLoader(KernelBuilder &kb, const Walk &walk, const Multiplicand &multiplicand, const OperandSource &source,
               Value shared, Value lane);

  /// Of the tile whose first row (column) is `position`, in k block 0.
  Part begin(KernelBuilder &kb, Value position, ValueRange batch) const;
  /// Starts the copies of k block `number` (i32).
  void load(KernelBuilder &kb, Value stage, const Part &part, Value number) const;

private:
  int64_t unitsPerRow() const { return 128 / source.access; }
  int64_t rowsPerPass() const { return 32 / unitsPerRow(); }
  int64_t passes() const { return multiplicand.boxRows() / rowsPerPass(); }

  /// How much of a thread's piece of a row the matrix has: all of it or nothing, where `inside` (i1) is set; else
  /// `bytes` (i32); all of it where both are null.
  struct Piece {
    Value inside, bytes;
  };
  /// What the passes of a k block share.
  struct Block {
    Value outerLeft;              ///< rows of the matrix from the thread's first row on; null if all are there
    SmallVector<Piece, 4> pieces; ///< in each box
  };
  Piece getPiece(KernelBuilder &kb, Value left, int64_t box) const;
  /// `count` passes, the first of them `first` (i32, a multiple of the swizzle's period), from `from` to `to`.
  void copy(KernelBuilder &kb, const Block &block, Value from, Value to, Value first, int64_t count) const;
  /// The bytes to be read of a piece in a row that is there where `inside`, if not null, says so.
  Value getBytes(KernelBuilder &kb, Value inside, const Piece &piece) const;

  const Multiplicand &multiplicand;
  const OperandSource &source;
  Value innerSize, outerSize;      ///< of the matrix: along its rows, and rows (i32)
  bool innerIsShort, outerIsShort; ///< whether a k block can hang over the edge
  Value pitch;                     ///< bytes from row to row (i64)
  Value row, column;               ///< the thread's first row, and its first element there
  Value stages;                    ///< its first row in the first stage
  SmallVector<Value, 8> places;    ///< its place (bytes, i32) in the rows of a pass, which repeat
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_THREADLOADER_H
