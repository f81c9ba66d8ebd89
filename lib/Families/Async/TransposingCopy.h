// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A copy of an operand with its last two dimensions exchanged.

#ifndef FUSION_LIB_FAMILIES_ASYNC_TRANSPOSINGCOPY_H
#define FUSION_LIB_FAMILIES_ASYNC_TRANSPOSINGCOPY_H

#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion::async {

/// Copies one operand, of elements of 4 bytes or of one, with its last two dimensions exchanged. A block of 256 threads
/// takes a tile of 64 x 64 elements through shared memory, so that it reads and writes whole lines (of bytes: halves).
/// Each thread turns one of the tile's squares of 4 x 4 in registers, and writes another to the copy:
///
///              source                  shared memory                  copy
///   row  r+0  a0 a1 a2 a3                                      row  c+0  a0 b0 d0 e0
///   row  r+1  b0 b1 b2 b3    ->    16 bytes: a0 b0 d0 e0   ->  row  c+1  a1 b1 d1 e1
///   row  r+2  d0 d1 d2 d3          16 bytes: a1 b1 d1 e1       row  c+2  a2 b2 d2 e2
///   row  r+3  e0 e1 e2 e3          ...                         row  c+3  a3 b3 d3 e3
///
/// Shared memory has the tile's columns as lines of 256 bytes (of 64, with words in the place of these 16 bytes, where
/// elements are bytes). The 16 bytes of rows 4i ... 4i+3 in line 4j+n are at
/// place i ^ j of the line: eight adjacent threads differ in j when they store and in i when they load, and never meet
/// in a bank.
class TransposingCopy {
public:
  static constexpr int64_t tileSide = 64, sharedBytes = tileSide * tileSide * 4;

  /// `shared` is the address of `sharedBytes`, a multiple of 16.
  TransposingCopy(KernelBuilder &kb, const MemRefArgument &source, const MemRefArgument &target, Value shared);

  Value blocks(KernelBuilder &) const { return tiles; } ///< i32, unsigned
  /// What a thread (0 ... 255) of a block does; all threads of the block call it.
  void copyBlock(KernelBuilder &kb, Value block, Value thread) const;

private:
  SmallVector<Value> loadSquare(KernelBuilder &kb, Value matrix, Value row, Value column) const;
  SmallVector<Value> loadSide(KernelBuilder &kb, Value address) const;
  Value pack(KernelBuilder &kb, ArrayRef<Value> elements) const;
  int64_t sideBytes() const { return 4 * elementBytes; }

  const MemRefArgument &source, &target;
  int64_t elementBytes;
  Value shared;
  Value rows, columns, tilesDown, tilesAcross, tiles;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_ASYNC_TRANSPOSINGCOPY_H
