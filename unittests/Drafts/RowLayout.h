// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums of which each thread has a whole row.

#ifndef FUSION_UNITTESTS_DRAFTS_ROWLAYOUT_H
#define FUSION_UNITTESTS_DRAFTS_ROWLAYOUT_H

#include "fusion/Families/Product/AccumulatorLayout.h"

namespace fusion::async {

/// One accumulator of 128 rows: thread t of the warpgroup has row t, and register c is its column c, as loads from
/// tensor memory give it. A fragment is eight columns. Nothing of a row is in another thread.
class RowLayout : public AccumulatorLayout {
public:
  explicit RowLayout(int64_t columns)
      : AccumulatorLayout({ConsumerPosition::kThreads, columns, columns, /*swap=*/false}) {}

  int64_t countAccumulators() const override { return 1; }
  int64_t countRows() const override { return 1; }
  int64_t countRegisters(int64_t columns) const override { return columns; }
  Pair getPair(int64_t accumulator, int64_t first) const override { return {accumulator, first, 0, first / 2}; }
  int64_t getSharedColumns() const override { return 2; }
  int64_t getOutputColumn(Pair pair) const override { return 2 * pair.column; }
  Pair getPairBehind(Pair pair, int64_t distance) const override { return getPair(0, pair.first + distance); }
  Value getFirstRow(KernelBuilder &, const ConsumerPosition &position) const override { return position.thread; }
  int64_t getRowOffset(int64_t row) const override { return 0; }
  Value getThreadOfRow(KernelBuilder &kb, const ConsumerPosition &) const override { return kb.c32(0); }
  Value getFirstColumn(KernelBuilder &kb, Value, int64_t) const override { return kb.c32(0); }
  int64_t getColumnOffset(int64_t column) const override { return 2 * column; }

  SmallVector<Fragment> getFragments(const StagedChunks &chunks, int64_t chunk) const override;
  void store(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk, const Fragment &fragment,
             ArrayRef<Value> packed) const override;
  SmallVector<Lanes> load(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                          const Fragment &fragment, Type type) const override;
  bool isOfQuad(const Fragment &) const override { return false; }
  Value getRowBehind(KernelBuilder &kb, Value) const override { return kb.c32(0); }
  Value getColumnBehind(KernelBuilder &kb, Value number) const override { return kb.mul(number, 2); }

  Value combineRow(KernelBuilder &, Value value, function_ref<Value(Value, Value)>) const override { return value; }
  void gatherRow(KernelBuilder &, Value, MutableArrayRef<Value>) const override {}
  Value getGatheredColumn(KernelBuilder &kb, Value, int64_t column) const override { return kb.c32(2 * column); }
  int64_t getBitAccess(int64_t run) const override { return std::min<int64_t>(run, 16); }
  SmallVector<JoinedBits> joinBits(KernelBuilder &kb, const ConsumerPosition &position, int64_t run,
                                   ArrayRef<Value> words, ArrayRef<Value> rows, Value column) const override;
  Value getRowOfEight(KernelBuilder &kb, const ConsumerPosition &position) const override;
  Value joinEightRows(KernelBuilder &kb, Value word) const override;

private:
  Value getAddress(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk, Pair pair) const;
};

} // namespace fusion::async

#endif // FUSION_UNITTESTS_DRAFTS_ROWLAYOUT_H
