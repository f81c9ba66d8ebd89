// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits copies of an operand's k block by the threads of a warp, in passes.

#include "fusion/Families/Product/ThreadLoader.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Rows after which the swizzle repeats, and bytes that it moves.
static constexpr int64_t swizzleRows = 8, pieceBytes = 16;
/// Passes that are written out one after the other; more are a loop, so that the code of narrow copies stays small.
static constexpr int64_t unrolledPasses = 8;

/// Whether blocks of `step` may hang over the end of `size` (i32).
static bool mayBeShort(Value size, int64_t step) {
  std::optional<int64_t> known = KernelBuilder::asConstant(size);
  return !known || *known % step != 0;
}

std::unique_ptr<Loader> ThreadSource::createLoader(KernelBuilder &kb, const Delivery &delivery) const {
  return std::make_unique<ThreadLoader>(kb, *this, delivery);
}

ThreadLoader::ThreadLoader(KernelBuilder &kb, const ThreadSource &source, const Delivery &to)
    : multiplicand(to.multiplicand), source(source) {
  const Walk &walk = to.walk;
  const MemRefArgument &memory = source.memory;
  innerSize = kb.toI32(memory.sizes.back());
  outerSize = kb.toI32(memory.sizes[memory.rank() - 2]);
  pitch = kb.mul(memory.strides[memory.rank() - 2], multiplicand.elementBytes);
  // Tiles of a cluster may lie outside altogether, and so may shares of K.
  int64_t mnStep = multiplicand.extent * walk.cluster.tiles();
  int64_t kStep = multiplicand.tileK * walk.k.unit;
  bool mayMissK = walk.cluster.slices > 1;
  innerIsShort = mayBeShort(innerSize, multiplicand.kMajor ? kStep : mnStep) || (multiplicand.kMajor && mayMissK);
  outerIsShort = mayBeShort(outerSize, multiplicand.kMajor ? mnStep : kStep) || (!multiplicand.kMajor && mayMissK);

  row = kb.div(to.lane, unitsPerRow());
  Value columnByte = kb.mul(kb.rem(to.lane, unitsPerRow()), source.access);
  column = kb.div(columnByte, multiplicand.elementBytes);
  stages = kb.offsetPtr(to.shared, kb.mul(row, 128));
  // The first row fills the low bits of a row's number, the pass the others.
  Value swizzled = kb.xorI(columnByte, kb.mul(row, pieceBytes));
  for (int64_t first = 0; first < swizzleRows; first += rowsPerPass())
    places.push_back(kb.xorI(swizzled, first * pieceBytes));
}

void ThreadLoader::begin(KernelBuilder &kb, Value position, ValueRange batch) {
  const MemRefArgument &memory = source.memory;
  Value pointer = memory.pointer;
  ValueRange own = batch.take_back(source.repeated.size());
  for (auto [index, isRepeated, stride] : llvm::zip_first(own, source.repeated, memory.strides))
    if (!isRepeated)
      pointer = kb.offsetPtr(pointer, kb.mul(kb.mul(kb.toI64(index), stride), multiplicand.elementBytes));
  Value inner = multiplicand.kMajor ? column : kb.add(position, column);
  Value outer = multiplicand.kMajor ? kb.add(position, row) : row;
  pointer = kb.offsetPtr(pointer, kb.mul(kb.toI64(outer), pitch));
  pointer = kb.offsetPtr(pointer, kb.mul(kb.toI64(inner), multiplicand.elementBytes));
  part = {pointer, kb.sub(multiplicand.kMajor ? outerSize : innerSize, position)};
}

ThreadLoader::Piece ThreadLoader::getPiece(KernelBuilder &kb, Value left, int64_t box) const {
  if (!innerIsShort)
    return {};
  int64_t first = box * multiplicand.rowElements();
  std::optional<int64_t> known = KernelBuilder::asConstant(innerSize);
  if (known && *known * multiplicand.elementBytes % source.access == 0)
    return {kb.lt(kb.c32(first), left), Value()};
  Value elements = kb.minS(kb.maxS(kb.sub(left, first), kb.c32(0)), kb.c32(source.access / multiplicand.elementBytes));
  return {Value(), kb.mul(elements, multiplicand.elementBytes)};
}

Value ThreadLoader::getBytes(KernelBuilder &kb, Value inside, const Piece &piece) const {
  if (piece.inside)
    inside = inside ? kb.andI(inside, piece.inside) : piece.inside;
  if (!inside)
    return piece.bytes;
  return kb.select(inside, piece.bytes ? piece.bytes : kb.c32(source.access), kb.c32(0));
}

void ThreadLoader::copy(KernelBuilder &kb, Value stage, Value number) const {
  Value k = kb.mul(number, multiplicand.tileK);
  Value kLeft = kb.sub(multiplicand.kMajor ? innerSize : outerSize, k);
  Block block;
  if (outerIsShort)
    block.outerLeft = kb.sub(multiplicand.kMajor ? part.left : kLeft, row);
  Value innerLeft = kb.sub(multiplicand.kMajor ? kLeft : part.left, column);
  for (int64_t box = 0; box < multiplicand.boxes(); ++box)
    block.pieces.push_back(getPiece(kb, innerLeft, box));

  Value step = multiplicand.kMajor ? kb.c64(multiplicand.elementBytes) : pitch;
  Value from = kb.offsetPtr(part.pointer, kb.mul(kb.toI64(k), step));
  Value to = kb.offsetPtr(stages, kb.mul(stage, multiplicand.bytes()));
  int64_t rounds = passes() > unrolledPasses ? passes() / unrolledPasses : 0, looped = rounds * unrolledPasses;
  int64_t rows = unrolledPasses * rowsPerPass();
  SmallVector<Value> end = {from, to};
  if (rounds > 0)
    end = kb.forLoop(kb.c32(0), kb.c32(rounds), 1, end, [&](Value round, ValueRange carried) {
      copyPasses(kb, block, carried[0], carried[1], kb.mul(round, unrolledPasses), unrolledPasses);
      return SmallVector<Value>{kb.offsetPtr(carried[0], kb.mul(pitch, rows)), kb.offsetPtr(carried[1], rows * 128)};
    });
  copyPasses(kb, block, end[0], end[1], kb.c32(looped), passes() - looped);
}

void ThreadLoader::copyPasses(KernelBuilder &kb, const Block &block, Value from, Value to, Value first,
                              int64_t count) const {
  Value step = kb.mul(pitch, rowsPerPass());
  std::optional<int64_t> knownStep = KernelBuilder::asConstant(step);
  Value left = block.outerLeft ? kb.sub(block.outerLeft, kb.mul(first, rowsPerPass())) : Value();
  SmallVector<Value> targets;
  for (Value place : places)
    targets.push_back(kb.offsetPtr(to, place));
  Value source = from;
  for (int64_t pass = 0; pass < count; ++pass) {
    if (knownStep)
      source = kb.offsetPtr(from, pass * *knownStep);
    else if (pass > 0)
      source = kb.offsetPtr(source, step);
    Value target = kb.offsetPtr(targets[pass % targets.size()], pass * rowsPerPass() * 128);
    Value inside = left ? kb.lt(kb.c32(pass * rowsPerPass()), left) : Value();
    for (auto [box, piece] : llvm::enumerate(block.pieces))
      copyAsync(kb, kb.offsetPtr(target, box * multiplicand.boxBytes()), kb.offsetPtr(source, box * 128),
                this->source.access, getBytes(kb, inside, piece));
  }
}
