// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places of wgmma's sums, and exchanges among the threads of a quad.

#include "fusion/Families/SM90/WgmmaLayout.h"

#include "fusion/Families/Async/Instructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// The value (32 bits) of the lane whose number differs by the bits of `distance`. All lanes of the warp take part.
static Value shuffle(KernelBuilder &kb, Value value, int64_t distance) {
  return kb.create<NVVM::ShflOp>(value.getType(), kb.c32(-1), value, kb.c32(distance), kb.c32(31), NVVM::ShflKind::bfly,
                                 UnitAttr());
}

//===----------------------------------------------------------------------===//
// Rows and columns of registers
//===----------------------------------------------------------------------===//

Pair WgmmaLayout::getPair(int64_t accumulator, int64_t first) const {
  return {accumulator, first, 2 * accumulator + first / 2 % 2, first / 4};
}

Pair WgmmaLayout::getPairBehind(Pair pair, int64_t distance) const {
  return isSwapped() ? getPair(pair.accumulator + distance / 64, pair.first)
                     : getPair(pair.accumulator, pair.first + distance / 8 * 4);
}

Value WgmmaLayout::getFirstRow(KernelBuilder &kb, const ConsumerPosition &position) const {
  return kb.mad(position.warp, 16, kb.div(position.lane, 4));
}

Value WgmmaLayout::getThreadOfRow(KernelBuilder &kb, const ConsumerPosition &position) const {
  return kb.rem(position.lane, 4);
}

Value WgmmaLayout::getFirstColumn(KernelBuilder &kb, Value threadOfRow, int64_t scale) const {
  return kb.mul(threadOfRow, 2 * scale);
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

SmallVector<Fragment> WgmmaLayout::getFragments(const StagedChunks &chunks, int64_t chunk) const {
  // Accumulators, and groups of 8 columns: those before `fresh` were computed with the chunk before, those from `next`
  // on are staged again with the next one.
  int64_t firstBlock = 0, endBlock = countAccumulators(), first = chunks.firstColumn(chunk) / 8, fresh, end, next;
  if (isSwapped()) {
    firstBlock = chunks.firstColumn(chunk) / 64, endBlock = firstBlock + 1;
    first = fresh = chunks.firstRow(chunk) / 8;
    end = next = first + chunks.rows / 8;
  } else {
    auto getEnd = [&](int64_t chunk) { return (chunks.firstColumn(chunk) + chunks.columns) / 8; };
    fresh = chunk == 0 ? 0 : getEnd(chunk - 1), end = getEnd(chunk);
    next = chunk + 1 == chunks.count ? end : chunks.firstColumn(chunk + 1) / 8;
  }
  SmallVector<Fragment> fragments;
  auto add = [&](int64_t block, int64_t begin, int64_t end, bool isComputed) {
    for (int64_t group = begin; group < end; group += 2) {
      Fragment fragment{{}, 64 * block, 8 * group, isComputed, !isComputed && group >= next};
      for (int64_t i = group; i < std::min(group + 2, end); ++i)
        for (int64_t half = 0; half < 2; ++half)
          fragment.pairs.push_back(getPair(block, 4 * i + 2 * half));
      fragments.push_back(std::move(fragment));
    }
  };
  for (int64_t block = firstBlock; block < endBlock; ++block) {
    add(block, first, fresh, /*isComputed=*/true);
    add(block, fresh, end, /*isComputed=*/false);
  }
  return fragments;
}

Value WgmmaLayout::getMatrixRow(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                                const Fragment &fragment) const {
  Value row, piece;
  if (isSwapped()) {
    // Lane l gives row l % 8 of matrix (column group l / 16, row half l / 8 % 2), transposed.
    row = kb.add(kb.mad(kb.div(position.lane, 16), 8, kb.rem(position.lane, 8)),
                 fragment.firstColumn - chunk.chunks.firstRow(chunk.number));
    piece = kb.mad(position.warp, 2, kb.rem(kb.div(position.lane, 8), 2));
  } else {
    row = kb.add(kb.mad(position.warp, 16, kb.rem(position.lane, 16)), fragment.firstRow);
    piece = kb.add(kb.div(position.lane, 16), (fragment.firstColumn - chunk.chunks.firstColumn(chunk.number)) / 8);
  }
  return chunk.getPiece(kb, row, piece);
}

Value WgmmaLayout::getPairAddress(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                                  Pair pair) const {
  int64_t bytes = chunk.elementBytes;
  Value row = kb.add(getFirstRow(kb, position), getRowOffset(pair.row));
  int64_t group = (getColumnOffset(pair.column) - chunk.chunks.firstColumn(chunk.number)) * bytes;
  Value inGroup = getFirstColumn(kb, getThreadOfRow(kb, position), bytes);
  Value piece = kb.add(kb.div(inGroup, 16), group / 16);
  return kb.offsetPtr(kb.offsetPtr(chunk.getPiece(kb, row, piece), kb.rem(inGroup, 16)), group % 16);
}

// The rows of a warp are 16 columns of the output, 64 bytes, so two warps have the columns of a box. Of four rows and
// eight columns each element lies in another bank: the swizzle turns row m by 4 (m % 8) elements, and rows 2 apart are
// stored at once.
Value WgmmaLayout::getSwappedAddress(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                                     Pair pair, int64_t lane) const {
  int64_t behind = getColumnOffset(pair.column) - chunk.chunks.firstRow(chunk.number) + lane;
  Value row = kb.add(getFirstColumn(kb, getThreadOfRow(kb, position)), behind);
  Value column = kb.add(kb.mad(kb.rem(position.warp, 2), 16, kb.div(position.lane, 4)), getRowOffset(pair.row) % 64);
  Value box = chunk.getBox(kb, kb.div(position.warp, 2));
  Value piece = kb.offsetPtr(box, getSwizzled(kb, row, kb.div(column, 4), 128));
  return kb.offsetPtr(piece, kb.mul(kb.rem(column, 4), 4));
}

void WgmmaLayout::store(KernelBuilder &kb, const ConsumerPosition &position, const StagedChunk &chunk,
                        const Fragment &fragment, ArrayRef<Value> packed) const {
  if (chunk.elementBytes == 2)
    return storeMatrices(kb, getMatrixRow(kb, position, chunk, fragment), packed, isSwapped());
  for (auto [pair, values] : llvm::zip_equal(fragment.pairs, packed)) {
    if (!isSwapped()) {
      kb.store(values, getPairAddress(kb, position, chunk, pair));
      continue;
    }
    for (auto [lane, value] : llvm::enumerate(splitPair(kb, values)))
      kb.store(value, getSwappedAddress(kb, position, chunk, pair, lane));
  }
}

SmallVector<AccumulatorLayout::Lanes> WgmmaLayout::load(KernelBuilder &kb, const ConsumerPosition &position,
                                                        const StagedChunk &chunk, const Fragment &fragment,
                                                        Type type) const {
  SmallVector<Lanes> loaded;
  auto pairType = VectorType::get(2, type);
  if (chunk.elementBytes == 2) {
    Value address = getMatrixRow(kb, position, chunk, fragment);
    for (Value pair : loadMatrices(kb, address, static_cast<int64_t>(fragment.pairs.size()), isSwapped()))
      loaded.push_back(splitPair(kb, kb.create<LLVM::BitcastOp>(pairType, pair)));
    return loaded;
  }
  for (Pair pair : fragment.pairs) {
    if (!isSwapped()) {
      loaded.push_back(splitPair(kb, kb.load(pairType, getPairAddress(kb, position, chunk, pair))));
      continue;
    }
    Lanes &lanes = loaded.emplace_back();
    for (int64_t lane = 0; lane < 2; ++lane)
      lanes.push_back(kb.load(type, getSwappedAddress(kb, position, chunk, pair, lane)));
  }
  return loaded;
}

// ldmatrix: lane l reads row l % 8 of matrix l / 8. The first and third matrix are of the warp's first 8 rows, the
// second and fourth of its others. Chunks of 16 bytes in a row of 128 lie at their number exclusive or the row's,
// modulo 8.
SmallVector<Value> WgmmaLayout::loadOperand(KernelBuilder &kb, const ConsumerPosition &position, Value stage,
                                            const Multiplicand &operand, int64_t columns) const {
  SmallVector<Value> pairs;
  Value inMatrix = kb.rem(position.lane, 8), matrix = kb.div(position.lane, 8);
  Value row = kb.add(kb.mad(position.warpgroup, 64, kb.mul(position.warp, 16)), kb.mad(kb.rem(matrix, 2), 8, inMatrix));
  Value line = kb.offsetPtr(stage, kb.mul(row, 128)), chunk = kb.xorI(kb.div(matrix, 2), inMatrix);
  for (int64_t column = 0; column < columns; column += 16) {
    int64_t inLine = column % operand.rowElements(), box = column / operand.rowElements();
    Value place = kb.xorI(chunk, kb.c32(inLine / 8));
    Value address = kb.offsetPtr(line, kb.mad(place, 16, kb.c32(box * operand.boxBytes())));
    llvm::append_range(pairs, loadMatrices(kb, address, 4, /*transpose=*/false));
  }
  return pairs;
}

bool WgmmaLayout::isOfQuad(const Fragment &fragment) const { return fragment.pairs.size() == 4 && !isSwapped(); }

Value WgmmaLayout::getRowBehind(KernelBuilder &kb, Value number) const { return kb.mul(kb.rem(number, 2), 8); }
Value WgmmaLayout::getColumnBehind(KernelBuilder &kb, Value number) const { return kb.mul(kb.div(number, 2), 8); }

//===----------------------------------------------------------------------===//
// What threads bring together
//===----------------------------------------------------------------------===//

Value WgmmaLayout::combineRow(KernelBuilder &kb, Value value, function_ref<Value(Value, Value)> combine) const {
  for (int64_t distance : {1, 2})
    value = combine(value, shuffle(kb, value, distance));
  return value;
}

// The four words of each lane, transposed: lane c of the quad gets word c of lanes 0 to 3. Selects are of values, not
// of places: of those LLVM would make an array in local memory.
void WgmmaLayout::gatherRow(KernelBuilder &kb, Value threadOfRow, MutableArrayRef<Value> pairs) const {
  for (int64_t distance : {1, 2}) {
    Value isUpper = kb.ne(kb.andI(threadOfRow, distance), kb.c32(0));
    for (int64_t first = 0; first < 4; ++first) {
      if (first & distance)
        continue;
      Value low = pairs[first], high = pairs[first + distance];
      Value other = shuffle(kb, kb.select(isUpper, low, high), distance);
      pairs[first] = kb.select(isUpper, other, low);
      pairs[first + distance] = kb.select(isUpper, high, other);
    }
  }
}

Value WgmmaLayout::getGatheredColumn(KernelBuilder &kb, Value threadOfRow, int64_t column) const {
  return kb.mul(kb.add(threadOfRow, column), 8);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

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

int64_t WgmmaLayout::getBitAccess(int64_t run) const {
  // Of runs of several words two threads have one half each.
  return run > 4 ? run / 2 : run;
}

// Of a row the four threads of a quad have two bits in each byte. They share the two rows out, and then, if there are
// several words, those of a row, so that each joins no more than it stores.
SmallVector<JoinedBits> WgmmaLayout::joinBits(KernelBuilder &kb, const ConsumerPosition &position, int64_t run,
                                              ArrayRef<Value> words, ArrayRef<Value> rows, Value column) const {
  Value quadLane = getThreadOfRow(kb, position), isOdd = kb.eq(kb.rem(quadLane, 2), 1),
        isLate = kb.eq(kb.div(quadLane, 2), 1);
  SmallVector<Value> placed = llvm::map_to_vector(words, [&](Value word) { return kb.shl(word, kb.mul(quadLane, 2)); });
  ArrayRef<Value> upper = ArrayRef(placed).take_front(words.size() / 2),
                  lower = ArrayRef(placed).drop_front(upper.size());
  SmallVector<Value> own = shareOut(kb, upper, lower, isOdd, 1);
  Value row = kb.select(isOdd, rows[1], rows[0]), stores = kb.lt(quadLane, kb.c32(2)), stored;
  if (int64_t half = own.size() / 2; half > 0) {
    own = shareOut(kb, ArrayRef(own).take_front(half), ArrayRef(own).drop_front(half), isLate, 2);
    stored = packWords(kb, own);
    column = kb.add(column, kb.select(isLate, kb.c32(32 * half), kb.c32(0)));
    stores = kb.cBool(true);
  } else {
    stored = joinLanes(kb, own[0], {2});
    if (run < 4)
      stored = kb.create<arith::TruncIOp>(kb.getIntegerType(8 * run), stored);
  }
  return {{row, column, stores, stored}};
}

// Eight quads have a row each.
Value WgmmaLayout::getRowOfEight(KernelBuilder &kb, const ConsumerPosition &position) const {
  return kb.div(position.lane, 4);
}

Value WgmmaLayout::joinEightRows(KernelBuilder &kb, Value word) const { return joinLanes(kb, word, {4, 8, 16}); }
