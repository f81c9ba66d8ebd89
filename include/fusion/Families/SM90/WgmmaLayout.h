// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How wgmma leaves its sums in registers.

#ifndef FUSION_FAMILIES_SM90_WGMMALAYOUT_H
#define FUSION_FAMILIES_SM90_WGMMALAYOUT_H

#include "fusion/Families/Async/Multiplicand.h"
#include "fusion/Families/Product/AccumulatorLayout.h"

namespace fusion::async {

/// The accumulators of wgmma, one for each block of 64 rows. Thread t of the warpgroup holds, at position 4 j + 2 h + e
/// of an accumulator,
///
///   row 16 (t / 32) + 8 h + (t % 32) / 4, column 8 j + 2 (t % 4) + e.
///
/// So a thread has two rows of each block, h = 0 and 1, and a pair of each 8 columns; four threads, a *quad*, share its
/// rows. A fragment is 16 rows of each warp and one or two groups of 8 columns:
///
///   pair    columns 0 to 7   8 to 15
///   h = 0          0            2
///   h = 1          1            3
class WgmmaLayout : public AccumulatorLayout {
public:
  using AccumulatorLayout::AccumulatorLayout;

  int64_t countAccumulators() const override { return tile.rows / 64; }
  int64_t countRows() const override { return 2 * countAccumulators(); }
  int64_t countRegisters(int64_t columns) const override { return columns / 2; }
  Pair getPair(int64_t accumulator, int64_t first) const override;
  int64_t getSharedColumns() const override { return isSwapped() ? 64 : 8; }
  int64_t getOutputColumn(Pair pair) const override { return isSwapped() ? 64 * pair.accumulator : 8 * pair.column; }
  Pair getPairBehind(Pair pair, int64_t distance) const override;
  Value getFirstRow(KernelBuilder &kb, const ConsumerPosition &position) const override;
  int64_t getRowOffset(int64_t row) const override { return row / 2 * 64 + row % 2 * 8; }
  Value getThreadOfRow(KernelBuilder &kb, const ConsumerPosition &position) const override;
  Value getFirstColumn(KernelBuilder &kb, Value threadOfRow, int64_t scale = 1) const override;
  int64_t getColumnOffset(int64_t column) const override { return 8 * column; }

  SmallVector<Fragment> getFragments(const StagedChunks &chunks, int64_t chunk) const override;
  void store(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk, const Fragment &fragment,
             ArrayRef<Value> packed) const override;
  SmallVector<Lanes> load(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                          const Fragment &fragment, Type type) const override;
  bool isOfQuad(const Fragment &fragment) const override;
  Value getRowBehind(KernelBuilder &kb, Value number) const override;
  Value getColumnBehind(KernelBuilder &kb, Value number) const override;

  Value combineRow(KernelBuilder &kb, Value value, function_ref<Value(Value, Value)> combine) const override;
  void gatherRow(KernelBuilder &kb, Value threadOfRow, MutableArrayRef<Value> pairs) const override;
  Value getGatheredColumn(KernelBuilder &kb, Value threadOfRow, int64_t column) const override;
  int64_t getBitAccess(int64_t run) const override;
  SmallVector<JoinedBits> joinBits(KernelBuilder &kb, const ConsumerPosition &position, int64_t run,
                                   ArrayRef<Value> words, ArrayRef<Value> rows, Value column) const override;
  Value getRowOfEight(KernelBuilder &kb, const ConsumerPosition &position) const override;
  Value joinEightRows(KernelBuilder &kb, Value word) const override;

  /// The elements of 16 bits of `operand`, a multiplicand whose rows lie along k, at the places of the first `columns`
  /// columns: pairs (i32). `stage` is its place in shared memory; warpgroups have 64 rows each.
  SmallVector<Value> loadOperand(KernelBuilder &kb, const ConsumerPosition &position, Value stage,
                                 const Multiplicand &operand, int64_t columns) const;

private:
  /// Where this lane points stmatrix and ldmatrix for a fragment.
  Value getMatrixRow(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                     const Fragment &fragment) const;
  /// Where this thread's pair of elements of 1 or 4 bytes lies.
  Value getPairAddress(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk, Pair pair) const;
  /// The same for an element of 4 bytes that leaves transposed.
  Value getSwappedAddress(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk, Pair pair,
                          int64_t lane) const;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_SM90_WGMMALAYOUT_H
