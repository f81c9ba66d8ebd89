// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conditions as bits: gathered in words by each thread, joined among the threads that share a row, and stored.

#include "Epilogue.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

void Epilogue::storeBits(unsigned output, const Fragment &fragment, ArrayRef<Lanes> results) {
  if (layout.isSwapped())
    return storeSwappedBits(output, fragment, results);
  // Words that are under way in a branch are lost behind it.
  int64_t bytes = plan.outputs[output].bitRun;
  if (branches)
    bytes = std::min(bytes, (layout.getColumnOffset(fragment.pairs.back().column + 1) - fragment.firstColumn) / 8);
  int64_t words = llvm::divideCeil(bytes, 4);
  SmallVector<int64_t> rows;
  for (Pair pair : fragment.pairs)
    if (!llvm::is_contained(rows, pair.row))
      rows.push_back(pair.row);
  // Words of the first row, then of the next one.
  SmallVector<Value> &bits = bitWords[{output, rows.front()}];
  for (auto [pair, lanes] : llvm::zip_equal(fragment.pairs, results)) {
    if (bits.empty())
      bits.assign(rows.size() * words, kb.c32(0));
    int64_t column = layout.getColumnOffset(pair.column), inRun = column % (8 * bytes);
    Value &word = bits[(pair.row - rows.front()) * words + inRun / 32];
    for (auto [lane, condition] : llvm::enumerate(lanes)) {
      Value bit = kb.select(condition, kb.c32(int32_t(1u << (inRun % 32 + lane))), kb.c32(0));
      word = kb.orI(word, bit);
    }
    int64_t end = layout.getColumnOffset(pair.column + 1);
    if (end % (8 * bytes) == 0 && pair.row == rows.back()) {
      storeBitRuns(output, rows, end - 8 * bytes, bytes, bits);
      bits.clear();
    }
  }
}

void Epilogue::storeBitRuns(unsigned output, ArrayRef<int64_t> rows, int64_t column, int64_t bytes,
                            ArrayRef<Value> words) {
  SmallVector<Value> ownRows = llvm::map_to_vector(rows, [&](int64_t row) { return frame.rowOf(row); });
  for (const JoinedBits &bits : layout.joinBits(kb, position, bytes, words, ownRows, frame.columnBehind(column))) {
    Value inside = frame.isInside({bits.row, bits.column});
    kb.ifThen(kb.andI(bits.isStored, inside),
              [&] { kb.store(bits.words, outputs[output].address(kb, bits.row, kb.div(bits.column, 8))); });
  }
}

// Columns of the output are rows of accumulators, of which threads have one each.
void Epilogue::storeSwappedBits(unsigned output, const Fragment &fragment, ArrayRef<Lanes> results) {
  Value own = layout.getRowOfEight(kb, position);
  for (auto [pair, lanes] : llvm::zip_equal(fragment.pairs, results))
    for (auto [lane, condition] : llvm::enumerate(lanes)) {
      Value byte = layout.joinEightRows(kb, kb.shl(kb.fromBool(condition), own));
      OutputPlace place = frame.placeOf(pair, lane);
      kb.ifThen(kb.andI(kb.eq(own, 0), frame.isInside(place)), [&] {
        Value address = outputs[output].address(kb, place.row, kb.div(place.col, 8));
        kb.store(kb.create<arith::TruncIOp>(kb.getI8Type(), byte), address);
      });
    }
}
