// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conditions as bits: gathered in words by each thread, joined among the threads that share a row, and stored.

#include "Epilogue.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// The i32 of the lane whose number differs by the bits of `distance`.
static Value shuffle(KernelBuilder &kb, Value word, int64_t distance) {
  return kb.create<NVVM::ShflOp>(kb.getI32Type(), kb.c32(-1), word, kb.c32(distance), kb.c32(31), NVVM::ShflKind::bfly,
                                 UnitAttr());
}

static Value packWords(KernelBuilder &kb, ArrayRef<Value> words) {
  if (words.size() == 1)
    return words.front();
  Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(words.size(), kb.getI32Type()));
  for (auto [index, word] : llvm::enumerate(words))
    vector = kb.create<LLVM::InsertElementOp>(vector, word, kb.c32(index));
  return vector;
}

static Value joinLanes(KernelBuilder &kb, Value word, ArrayRef<int64_t> distances) {
  for (int64_t distance : distances)
    word = kb.orI(word, shuffle(kb, word, distance));
  return word;
}

/// Of two lists of words those that this lane joins with the same of the lane at `distance`, which joins the others:
/// the second ones where `takesSecond` (i1) holds.
static SmallVector<Value> shareOut(KernelBuilder &kb, ArrayRef<Value> first, ArrayRef<Value> second, Value takesSecond,
                                   int64_t distance) {
  SmallVector<Value> joined;
  for (auto [one, other] : llvm::zip_equal(first, second)) {
    Value own = kb.select(takesSecond, other, one), given = kb.select(takesSecond, one, other);
    joined.push_back(kb.orI(own, shuffle(kb, given, distance)));
  }
  return joined;
}

void Epilogue::storeBits(unsigned output, int64_t block, int64_t column8, ArrayRef<Lanes> results) {
  if (frame.isSwapped())
    return storeSwappedBits(output, block, column8, results);
  // Words that are under way in a branch are lost behind it. Two groups are finished there at once.
  int64_t bytes = branches ? std::min<int64_t>(plan.outputs[output].bitRun, 2) : plan.outputs[output].bitRun;
  int64_t words = llvm::divideCeil(bytes, 4);
  for (int64_t next = column8; next < column8 + int64_t(results.size() / 2); ++next) {
    // Those of the upper row, then of the lower one.
    SmallVector<Value> &bits = bitWords[{output, block}];
    if (bits.empty())
      bits.assign(2 * words, kb.c32(0));
    for (int64_t half = 0; half < 2; ++half)
      for (auto [lane, condition] : llvm::enumerate(results[2 * (next - column8) + half])) {
        int64_t place = next % bytes;
        Value bit = kb.select(condition, kb.c32(int32_t(1u << (8 * (place % 4) + lane))), kb.c32(0));
        Value &word = bits[half * words + place / 4];
        word = kb.orI(word, bit);
      }
    if (next % bytes == bytes - 1) {
      storeBitRuns(output, block, next + 1 - bytes, bytes, bits);
      bits.clear();
    }
  }
}

// Of a row the four threads of a quad have two bits in each byte. They share the two rows out, and then, if there are
// several words, those of a row, so that each joins no more than it stores.
void Epilogue::storeBitRuns(unsigned output, int64_t block, int64_t column8, int64_t bytes, ArrayRef<Value> words) {
  Value quadLane = kb.rem(position.lane, 4), isOdd = kb.eq(kb.rem(quadLane, 2), 1),
        isLate = kb.eq(kb.div(quadLane, 2), 1);
  SmallVector<Value> placed = llvm::map_to_vector(words, [&](Value word) { return kb.shl(word, kb.mul(quadLane, 2)); });
  ArrayRef<Value> upper = ArrayRef(placed).take_front(words.size() / 2),
                  lower = ArrayRef(placed).drop_front(upper.size());
  SmallVector<Value> own = shareOut(kb, upper, lower, isOdd, 1);
  Value row = kb.select(isOdd, frame.rowOf(block, 1), frame.rowOf(block, 0)), column = frame.columnOfGroup(column8);
  Value stores = kb.lt(quadLane, kb.c32(2)), stored;
  if (int64_t half = own.size() / 2; half > 0) {
    own = shareOut(kb, ArrayRef(own).take_front(half), ArrayRef(own).drop_front(half), isLate, 2);
    stored = packWords(kb, own);
    column = kb.add(column, kb.select(isLate, kb.c32(32 * half), kb.c32(0)));
    stores = kb.cBool(true);
  } else {
    stored = joinLanes(kb, own[0], {2});
    if (bytes < 4)
      stored = kb.create<arith::TruncIOp>(kb.getIntegerType(8 * bytes), stored);
  }
  Value inside = kb.andI(kb.lt(row, sizes.m), kb.lt(column, sizes.n));
  kb.ifThen(kb.andI(stores, inside), [&] { kb.store(stored, outputs[output].address(kb, row, kb.div(column, 8))); });
}

// Columns of the output are rows of wgmma, of which eight quads of threads have one each.
void Epilogue::storeSwappedBits(unsigned output, int64_t block, int64_t column8, ArrayRef<Lanes> results) {
  Value own = kb.div(position.lane, 4);
  for (auto [index, lanes] : llvm::enumerate(results)) {
    Value row = frame.rowOf(block, index % 2);
    for (auto [lane, condition] : llvm::enumerate(lanes)) {
      Value byte = joinLanes(kb, kb.shl(kb.fromBool(condition), own), {4, 8, 16});
      Value column = frame.columnOf(column8 + index / 2, lane);
      Value inside = kb.andI(kb.lt(column, sizes.m), kb.lt(row, sizes.n));
      kb.ifThen(kb.andI(kb.eq(own, 0), inside), [&] {
        kb.store(kb.create<arith::TruncIOp>(kb.getI8Type(), byte), outputs[output].address(kb, column, kb.div(row, 8)));
      });
    }
  }
}
