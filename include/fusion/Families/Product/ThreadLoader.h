// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A factor's k block by the threads of a warp.

#ifndef FUSION_FAMILIES_PRODUCT_THREADLOADER_H
#define FUSION_FAMILIES_PRODUCT_THREADLOADER_H

#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Families/Product/Source.h"

namespace fusion::async {

/// A factor that threads read.
struct ThreadSource : Source {
  SmallVector<bool> repeated; ///< per batch dimension that the factor has
  MemRefArgument memory;
  int64_t access = 0; ///< bytes that a thread copies at once: 16, 8 or 4

  bool isLoadedByThreads() const override { return true; }
  std::unique_ptr<Loader> createLoader(KernelBuilder &kb, const Delivery &delivery) const override;
};

/// Loads one factor's part of a k block by the threads of a warp (cp.async), to where TMA with 128-byte swizzle puts
/// it: of row r (128 bytes) the 16-byte piece c lies at piece c ^ (r % 8). What is outside of the matrix becomes zero.
///
/// A thread copies `access` bytes at a time. Adjacent threads copy adjacent bytes of a row, and the warp some rows at
/// once, in passes:
///
///   access       16  8  4 bytes
///   rows a pass   4  2  1
///
/// So a thread has one place in its rows, for good, and from pass to pass only constants are added to its addresses.
class ThreadLoader : public Loader {
public:
  ThreadLoader(KernelBuilder &kb, const ThreadSource &source, const Delivery &to);

  void begin(KernelBuilder &kb, Value position, ValueRange batch) override;
  void copy(KernelBuilder &kb, Value stage, Value kBlock) const override;

private:
  int64_t unitsPerRow() const { return 128 / source.access; }
  int64_t rowsPerPass() const { return 32 / unitsPerRow(); }
  int64_t passes() const { return multiplicand.boxRows() / rowsPerPass(); }

  /// A thread's own part of a tile.
  struct Part {
    Value pointer; ///< its first bytes of a k block
    Value left;    ///< rows (columns) of the matrix from the tile's first on (i32)
  };

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
  void copyPasses(KernelBuilder &kb, const Block &block, Value from, Value to, Value first, int64_t count) const;
  /// The bytes to be read of a piece in a row that is there where `inside`, if not null, says so.
  Value getBytes(KernelBuilder &kb, Value inside, const Piece &piece) const;

  const Multiplicand &multiplicand;
  const ThreadSource &source;
  Value innerSize, outerSize;      ///< of the matrix: along its rows, and rows (i32)
  bool innerIsShort, outerIsShort; ///< whether a k block can hang over the edge
  Value pitch;                     ///< bytes from row to row (i64)
  Value row, column;               ///< the thread's first row, and its first element there
  Value stages;                    ///< its first row in the first stage
  SmallVector<Value, 8> places;    ///< its place (bytes, i32) in the rows of a pass, which repeat
  Part part;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_THREADLOADER_H
