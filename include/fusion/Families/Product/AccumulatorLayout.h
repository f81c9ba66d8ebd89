// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which elements of a tile's sums a thread has, and in which registers.

#ifndef FUSION_FAMILIES_PRODUCT_ACCUMULATORLAYOUT_H
#define FUSION_FAMILIES_PRODUCT_ACCUMULATORLAYOUT_H

#include "fusion/Families/Async/ThreadPosition.h"
#include "fusion/Families/Product/StagedChunks.h"
#include "fusion/Families/Product/WarpgroupTile.h"

namespace fusion::async {

/// Two sums of a thread that are adjacent in a row, in two registers that follow each other. Its rows have numbers, and
/// so do the pairs of columns that it has of each row.
struct Pair {
  int64_t accumulator, first; ///< which accumulator, and the register of the first of the two
  int64_t row, column;        ///< numbers

  /// A number of its own for each pair of a thread, whose rows have no more than 256 columns.
  int64_t key() const { return row * 128 + column; }
};

/// Pairs that a thread computes, stages and loads at once. Those of all threads are a block of the warpgroup's part.
struct Fragment {
  SmallVector<Pair, 4> pairs;
  int64_t firstRow, firstColumn; ///< where that block begins
  bool isComputed = false;       ///< with the chunk before
  bool isStagedAgain = false;    ///< with the next chunk
};

/// A chunk of an output in shared memory.
struct StagedChunk {
  const StagedChunks &chunks;
  int64_t number;
  Value memory;   ///< of the warpgroup's buffers
  int64_t offset; ///< of the chunk's buffer, bytes
  int64_t elementBytes;

  /// Address of box `box` (i32).
  Value getBox(KernelBuilder &kb, Value box) const;
  /// Address of 16-byte piece `piece` (i32) of row `row` (i32) of a chunk in one box.
  Value getPiece(KernelBuilder &kb, Value row, Value piece) const;
};

/// Bits of a row, a byte for eight columns, that one thread stores.
struct JoinedBits {
  Value row, column;
  Value isStored; ///< i1: by this thread
  Value words;
};

/// How a warpgroup holds the sums of its part of a tile: which row and column of the part each register of a thread
/// has, and how threads bring what belongs together into one place. Code that is emitted with a layout knows fragments,
/// pairs and registers, and asks it for the rest. Rows and columns are i32 and those of the part.
///
/// Row number r of a thread is getFirstRow + getRowOffset(r); the first of pair number c of its columns is
/// getFirstColumn + getColumnOffset(c).
class AccumulatorLayout {
public:
  using Lanes = SmallVector<Value>; ///< the elements of a pair

  explicit AccumulatorLayout(const WarpgroupTile &tile) : tile(tile) {}
  AccumulatorLayout(const AccumulatorLayout &) = delete;
  virtual ~AccumulatorLayout();

  const WarpgroupTile &getTile() const { return tile; }
  /// Whether rows lie along the columns of the output, and columns along its rows.
  bool isSwapped() const { return tile.swap; }

  //===--------------------------------------------------------------------===//
  // Rows and columns of registers
  //===--------------------------------------------------------------------===//

  /// Accumulators of a warpgroup, for each product; rows of a thread in all of them.
  virtual int64_t countAccumulators() const = 0;
  virtual int64_t countRows() const = 0;
  /// Registers of a thread for so many columns, of each accumulator.
  virtual int64_t countRegisters(int64_t columns) const = 0;
  /// An LLVM struct of these.
  Type getAccumulatorType(Type sumType, int64_t columns) const;
  /// The pair that begins with an even register of an accumulator.
  virtual Pair getPair(int64_t accumulator, int64_t first) const = 0;
  /// So many columns of the output, from a multiple of it on, are one of each thread's pairs, or with swap one of its
  /// rows in an accumulator, shared out among threads.
  virtual int64_t getSharedColumns() const = 0;
  /// The first of these columns of a pair, behind those of the warpgroup's part.
  virtual int64_t getOutputColumn(Pair pair) const = 0;
  /// The pair of the same thread whose columns of the output lie `distance` behind, a multiple of getSharedColumns().
  virtual Pair getPairBehind(Pair pair, int64_t distance) const = 0;
  /// The row of a register of the first accumulator, by its number.
  int64_t getRow(size_t index) const { return getPair(0, static_cast<int64_t>(index) / 2 * 2).row; }
  /// The pairs of so many registers of an accumulator.
  SmallVector<Pair> getPairs(int64_t accumulator, int64_t registers) const;

  virtual Value getFirstRow(KernelBuilder &kb, const ConsumerPosition &position) const = 0;
  virtual int64_t getRowOffset(int64_t row) const = 0;
  /// The thread's number (i32) among those that share its rows.
  virtual Value getThreadOfRow(KernelBuilder &kb, const ConsumerPosition &position) const = 0;
  /// Of the thread with that number, times `scale`.
  virtual Value getFirstColumn(KernelBuilder &kb, Value threadOfRow, int64_t scale = 1) const = 0;
  virtual int64_t getColumnOffset(int64_t column) const = 0;

  //===--------------------------------------------------------------------===//
  // Fragments
  //===--------------------------------------------------------------------===//

  /// The fragments of a chunk, in the order in which they are computed.
  virtual SmallVector<Fragment> getFragments(const StagedChunks &chunks, int64_t chunk) const = 0;
  /// Stages the pairs of a fragment: elements of 16 bits in an i32, others in a vector of two.
  virtual void store(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                     const Fragment &fragment, ArrayRef<Value> packed) const = 0;
  /// The elements, of type `type`, at the places of a fragment.
  virtual SmallVector<Lanes> load(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                                  const Fragment &fragment, Type type) const = 0;

  /// Whether four threads have the fragment's four pairs in the same rows, eight columns of each (QuadGroup).
  virtual bool isOfQuad(const Fragment &fragment) const = 0;
  /// How far pair `number` (i32) of a fragment lies behind its first pair.
  virtual Value getRowBehind(KernelBuilder &kb, Value number) const = 0;
  virtual Value getColumnBehind(KernelBuilder &kb, Value number) const = 0;

  //===--------------------------------------------------------------------===//
  // What threads bring together
  //===--------------------------------------------------------------------===//

  /// A value of each thread of a row, combined, in all of them.
  virtual Value combineRow(KernelBuilder &kb, Value value, function_ref<Value(Value, Value)> combine) const = 0;
  /// Four pairs (i32) of a row with numbers that follow each other become eight adjacent columns. By all threads.
  virtual void gatherRow(KernelBuilder &kb, Value threadOfRow, MutableArrayRef<Value> pairs) const = 0;
  /// The first of these columns, if the first pair had number `column`.
  virtual Value getGatheredColumn(KernelBuilder &kb, Value threadOfRow, int64_t column) const = 0;

  /// Bytes of a thread's stores of runs of so many bytes of bits.
  virtual int64_t getBitAccess(int64_t run) const = 0;
  /// Of the bits of a fragment's rows, `words` (i32) for each row, in which the thread's are those of a first column
  /// that is a multiple of 8: all bits of `run` bytes that begin at `column`. `rows` gives the fragment's rows.
  virtual SmallVector<JoinedBits> joinBits(KernelBuilder &kb, const ConsumerPosition &position, int64_t run,
                                           ArrayRef<Value> words, ArrayRef<Value> rows, Value column) const = 0;
  /// The number of the thread's row among eight, from a multiple of 8 on, which as many threads have; and a word of
  /// each of these threads, joined.
  virtual Value getRowOfEight(KernelBuilder &kb, const ConsumerPosition &position) const = 0;
  virtual Value joinEightRows(KernelBuilder &kb, Value word) const = 0;

protected:
  const WarpgroupTile tile;
};

/// 16-byte piece `piece` (i32) of row `row` (i32) of a staged matrix with rows of `rowBytes`, as the copy engine
/// swizzles it: the piece's number is xor-ed with the number of the row's 128 bytes.
Value getSwizzled(KernelBuilder &kb, Value row, Value piece, int64_t rowBytes);

/// The elements of a vector of two.
SmallVector<Value> splitPair(KernelBuilder &kb, Value vector);

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_ACCUMULATORLAYOUT_H
