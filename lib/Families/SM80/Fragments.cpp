// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads fragments by ldmatrix, or by words and elements where that cannot transpose.

#include "fusion/Families/SM80/Fragments.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

namespace {
constexpr int64_t chunkBytes = 16, stepBytes = 32, lineBytes = 128;

/// ldmatrix.x4: four 8x8 blocks of 16-bit elements, or 8x4 of 32-bit ones.
SmallVector<Value> loadFourMatrices(KernelBuilder &kb, Value pointer, bool transposed) {
  MLIRContext *context = kb.getContext();
  Type i32 = kb.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(context, {i32, i32, i32, i32});
  Value loaded =
      kb.create<NVVM::LdMatrixOp>(type, pointer, 4u, transposed ? NVVM::MMALayout::col : NVVM::MMALayout::row,
                                  NVVM::LdStMatrixShapeAttr::get(context, 8, 8), NVVM::LdStMatrixEltType::B16);
  return kb.extractAll(loaded);
}
} // namespace

FragmentLoader::FragmentLoader(KernelBuilder &kb, const SharedTile &tile, OperandRole role, int64_t warpTile,
                               Value warpOrigin, const ThreadPosition &position)
    : tile(tile), role(role), warpTile(warpTile) {
  Value lane = position.lane;
  bool isA = role == OperandRole::A;
  if (tile.wordwise()) {
    // One word per register: k is pair (+ 4), m or n is group.
    Value chunk = kb.add(kb.div(warpOrigin, 4), kb.div(position.group, 4));
    Value byte = kb.xorI(kb.mul(chunk, chunkBytes), swizzleMask(kb, tile, position.pair));
    Value base = kb.add(byte, kb.mul(kb.rem(position.group, 4), 4));
    for (int64_t i = 0; i < 4; ++i)
      offsets.push_back(kb.add(kb.xorI(base, i * 2 * chunkBytes), kb.mul(position.pair, tile.rowBytes())));
    return;
  }
  if (tile.interleaved && tile.kMajor) {
    // A pair of words along k.
    assert(!isA);
    Value byte = kb.xorI(kb.mul(kb.div(position.pair, 2), chunkBytes), swizzleMask(kb, tile, position.group));
    Value row = kb.mul(kb.add(warpOrigin, position.group), tile.rowBytes());
    for (int64_t step = 0; step < lineBytes / stepBytes; ++step)
      offsets.push_back(kb.add(kb.add(kb.xorI(byte, step * stepBytes), kb.mul(kb.rem(position.pair, 2), 8)), row));
    return;
  }
  // ldmatrix takes the row addresses of its four blocks from lanes 0-7, 8-15, 16-23 and 24-31. Along the rows of the
  // fragment (inner) and along its other direction (outer), the order of blocks is the order of registers.
  Value low = kb.rem(lane, 8), block1 = kb.rem(kb.div(lane, 8), 2), block2 = kb.div(lane, 16);
  bool rowFirst = isA == tile.kMajor; // whether bit 0 of the block moves along the tile's rows
  Value row = kb.add(low, kb.mul(rowFirst ? block1 : block2, 8));
  Value chunk = rowFirst ? block2 : block1;
  if (tile.kMajor) {
    Value base = kb.xorI(kb.mul(chunk, chunkBytes), swizzleMask(kb, tile, row));
    Value rowOffset = kb.mul(kb.add(warpOrigin, row), tile.rowBytes());
    for (int64_t step = 0; step < tile.rowBytes() / stepBytes; ++step)
      offsets.push_back(kb.add(kb.xorI(base, step * stepBytes), rowOffset));
    return;
  }
  Value first = kb.add(kb.div(warpOrigin, 8), chunk);
  Value base = kb.xorI(kb.mul(first, chunkBytes), swizzleMask(kb, tile, row));
  for (int64_t i = 0; i < 4; ++i)
    offsets.push_back(kb.add(kb.xorI(base, i * 2 * chunkBytes), kb.mul(row, tile.rowBytes())));
}

SmallVector<Value> FragmentLoader::load(KernelBuilder &kb, Value shared, int64_t step) const {
  if (tile.wordwise())
    return loadWords(kb, shared, step);
  SmallVector<Value> registers;
  // A warp's tile has at most 64 rows or columns (checkSM80Schedule), a line of 128 bytes.
  for (int64_t part = 0; part < warpTile / 16; ++part)
    llvm::append_range(registers, loadPart(kb, shared, step, part));
  return registers;
}

SmallVector<Value> FragmentLoader::loadPart(KernelBuilder &kb, Value shared, int64_t step, int64_t part) const {
  if (tile.wordwise()) {
    SmallVector<Value> registers;
    for (int64_t reg = 0; reg < 4; ++reg)
      registers.push_back(loadWord(kb, shared, step, 2 * part + reg / 2, reg % 2));
    return registers;
  }
  if (tile.interleaved && tile.kMajor) {
    SmallVector<Value> registers;
    for (int64_t eight = 2 * part; eight < 2 * part + 2; ++eight) {
      Value pointer = kb.offsetPtr(kb.offsetPtr(shared, offsets[step]), eight * 8 * tile.rowBytes());
      Value pair = kb.load(VectorType::get(2, kb.getI32Type()), pointer);
      for (int64_t i = 0; i < 2; ++i)
        registers.push_back(kb.create<LLVM::ExtractElementOp>(pair, kb.c32(i)));
    }
    return registers;
  }
  Value pointer = kb.offsetPtr(shared, offsets[tile.kMajor ? step : part]);
  pointer = kb.offsetPtr(pointer, (tile.kMajor ? part : step) * 16 * tile.rowBytes());
  return loadFourMatrices(kb, pointer, !tile.kMajor);
}

Value FragmentLoader::loadWord(KernelBuilder &kb, Value shared, int64_t step, int64_t eight, int64_t half) const {
  int64_t k = step * 8 + half * 4;
  Value pointer = kb.offsetPtr(shared, offsets[eight % 4]);
  return kb.load(kb.getI32Type(), kb.offsetPtr(pointer, k * tile.rowBytes() + eight / 4 * lineBytes));
}

SmallVector<Value> FragmentLoader::loadWords(KernelBuilder &kb, Value shared, int64_t step) const {
  SmallVector<Value> registers;
  if (role == OperandRole::A) {
    for (int64_t i = 0; i < warpTile / 16; ++i)
      for (int64_t reg = 0; reg < 4; ++reg)
        registers.push_back(loadWord(kb, shared, step, 2 * i + reg % 2, reg / 2));
    return registers;
  }
  for (int64_t j = 0; j < warpTile / 8; ++j)
    for (int64_t reg = 0; reg < 2; ++reg)
      registers.push_back(loadWord(kb, shared, step, j, reg));
  return registers;
}

ScalarFragmentLoader::ScalarFragmentLoader(KernelBuilder &kb, const SharedTile &tile, OperandRole role,
                                           int64_t warpTile, Value warpOrigin, const ThreadPosition &position)
    : tile(tile), role(role), warpTile(warpTile) {
  if (tile.kMajor) {
    // One offset per row that differs in more than a multiple of 8.
    auto offsetOf = [&](Value row) {
      return kb.add(swizzleMask(kb, tile, row), kb.mul(kb.add(warpOrigin, row), tile.rowBytes()));
    };
    if (role == OperandRole::A) {
      offsets.push_back(offsetOf(position.group));
    } else {
      Value row = kb.mul(position.pair, 2);
      offsets = {offsetOf(row), offsetOf(kb.add(row, 1))};
    }
    return;
  }
  bool isA = role == OperandRole::A;
  Value word = isA ? position.group : kb.mul(position.pair, 2);
  Value chunk = kb.add(kb.div(warpOrigin, 4), kb.div(word, 4));
  Value base = kb.add(kb.mul(chunk, chunkBytes), kb.mul(kb.rem(word, 4), 4));
  for (int64_t i = 0; i < 4; ++i)
    offsets.push_back(kb.xorI(base, i * 2 * chunkBytes));
}

SmallVector<Value> ScalarFragmentLoader::load(KernelBuilder &kb, Value shared, int64_t step) const {
  return tile.kMajor ? loadKMajor(kb, shared, step) : loadMNMajor(kb, shared, step);
}

SmallVector<Value> ScalarFragmentLoader::loadKMajor(KernelBuilder &kb, Value shared, int64_t step) const {
  SmallVector<Value> values;
  auto type = VectorType::get(4, kb.getF32Type());
  int64_t perEight = offsets.size();
  for (int64_t i = 0; i < warpTile / 8 * perEight; ++i) {
    Value offset = kb.xorI(offsets[i % perEight], step * chunkBytes);
    Value loaded = kb.load(type, kb.offsetPtr(kb.offsetPtr(shared, offset), i / perEight * 8 * tile.rowBytes()));
    for (int64_t k = 0; k < 4; ++k)
      values.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(k)));
  }
  return values;
}

// Row k of the tile is swizzled by (k % 4) * 2 chunks, which is a constant here.
SmallVector<Value> ScalarFragmentLoader::loadMNMajor(KernelBuilder &kb, Value shared, int64_t step) const {
  int64_t perEight = role == OperandRole::A ? 1 : 2;
  SmallVector<Value> values(warpTile / 8 * perEight * 4);
  auto type = VectorType::get(perEight, kb.getF32Type());
  for (int64_t k = 0; k < 4; ++k)
    for (int64_t j = 0; j < warpTile / 8; ++j) {
      Value pointer = kb.offsetPtr(shared, offsets[(j % 4) ^ k]);
      pointer = kb.offsetPtr(pointer, (step * 4 + k) * tile.rowBytes() + j / 4 * lineBytes);
      Value loaded = kb.load(type, pointer);
      for (int64_t e = 0; e < perEight; ++e)
        values[(j * perEight + e) * 4 + k] = kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(e));
    }
  return values;
}
