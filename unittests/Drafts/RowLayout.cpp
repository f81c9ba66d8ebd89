// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places of sums of which each thread has a whole row.

#include "RowLayout.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

SmallVector<Fragment> RowLayout::getFragments(const StagedChunks &chunks, int64_t chunk) const {
  auto getEnd = [&](int64_t chunk) { return chunks.firstColumn(chunk) + chunks.columns; };
  int64_t fresh = chunk == 0 ? 0 : getEnd(chunk - 1), end = getEnd(chunk);
  int64_t next = chunk + 1 == chunks.count ? end : chunks.firstColumn(chunk + 1);
  SmallVector<Fragment> fragments;
  for (int64_t column = chunks.firstColumn(chunk); column < end; column += 8) {
    bool isComputed = column < fresh;
    fragments.push_back({{}, 0, column, isComputed, !isComputed && column >= next});
    for (int64_t i = 0; i < 8; i += 2)
      fragments.back().pairs.push_back(getPair(0, column + i));
  }
  return fragments;
}

Value RowLayout::getAddress(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                            Pair pair) const {
  int64_t bytes = (pair.first - chunk.chunks.firstColumn(chunk.number)) * chunk.elementBytes;
  return kb.offsetPtr(chunk.getPiece(kb, position.thread, kb.c32(bytes / 16)), bytes % 16);
}

void RowLayout::store(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                      const Fragment &fragment, ArrayRef<Value> packed) const {
  for (auto [pair, values] : llvm::zip_equal(fragment.pairs, packed))
    kb.store(values, getAddress(kb, position, chunk, pair));
}

SmallVector<AccumulatorLayout::Lanes> RowLayout::load(KernelBuilder &kb, const ConsumerPosition &position,
                                                      const StagedChunk &chunk, const Fragment &fragment,
                                                      Type type) const {
  SmallVector<Lanes> loaded;
  for (Pair pair : fragment.pairs)
    loaded.push_back(splitPair(kb, kb.load(VectorType::get(2, type), getAddress(kb, position, chunk, pair))));
  return loaded;
}

SmallVector<JoinedBits> RowLayout::joinBits(KernelBuilder &kb, const ConsumerPosition &, int64_t run,
                                            ArrayRef<Value> words, ArrayRef<Value> rows, Value column) const {
  Value isStored = kb.cBool(true);
  if (run < 4)
    return {{rows[0], column, isStored, kb.create<arith::TruncIOp>(kb.getIntegerType(8 * run), words[0])}};
  SmallVector<JoinedBits> joined;
  int64_t together = std::min<int64_t>(static_cast<int64_t>(words.size()), 4);
  for (size_t first = 0; first < words.size(); first += together) {
    Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(together, kb.getI32Type()));
    for (auto [i, word] : llvm::enumerate(words.slice(first, together)))
      vector = kb.create<LLVM::InsertElementOp>(vector, word, kb.c32(static_cast<int64_t>(i)));
    joined.push_back({rows[0], kb.add(column, 32 * static_cast<int64_t>(first)), isStored, vector});
  }
  return joined;
}

Value RowLayout::getRowOfEight(KernelBuilder &kb, const ConsumerPosition &position) const {
  return kb.rem(position.lane, 8);
}

Value RowLayout::joinEightRows(KernelBuilder &kb, Value word) const {
  for (int64_t distance : {1, 2, 4})
    word = kb.orI(word, kb.create<NVVM::ShflOp>(word.getType(), kb.c32(-1), word, kb.c32(distance), kb.c32(31),
                                                NVVM::ShflKind::bfly, UnitAttr()));
  return word;
}
