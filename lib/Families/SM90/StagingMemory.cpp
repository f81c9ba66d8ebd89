// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places, swizzles and packs elements of chunks.

#include "StagingMemory.h"

#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Families/SM90/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

Value sm90::getSwizzled(KernelBuilder &kb, Value row, Value piece, int64_t rowBytes) {
  Value turn = kb.andI(kb.div(row, 128 / rowBytes), rowBytes / 16 - 1);
  return kb.mad(row, rowBytes, kb.mul(kb.xorI(piece, turn), 16));
}

SmallVector<Value> sm90::splitPair(KernelBuilder &kb, Value vector) {
  return {kb.create<LLVM::ExtractElementOp>(vector, kb.c32(0)), kb.create<LLVM::ExtractElementOp>(vector, kb.c32(1))};
}

Value sm90::packPair(KernelBuilder &kb, ArrayRef<Value> lanes, Type elementType) {
  Value pair = kb.create<LLVM::PoisonOp>(VectorType::get(2, lanes[0].getType()));
  for (int64_t lane = 0; lane < 2; ++lane)
    pair = kb.create<LLVM::InsertElementOp>(pair, lanes[lane], kb.c32(lane));
  return toStored(kb, pair, elementType);
}

ChunkGroups StagingMemory::groupsOf(int64_t chunk) const {
  const StagedChunks &chunks = plan.chunks;
  if (own.swap) {
    int64_t block = chunk / chunks.rowParts, first = chunk % chunks.rowParts * chunks.rows / 8;
    int64_t end = first + chunks.rows / 8;
    return {block, block + 1, first, first, end, end};
  }
  auto first8 = [&](int64_t chunk) { return chunks.firstColumn(chunk) / 8; };
  auto end8 = [&](int64_t chunk) { return first8(chunk) + chunks.columns / 8; };
  return {0,
          own.rowBlocks(),
          first8(chunk),
          chunk == 0 ? 0 : end8(chunk - 1),
          end8(chunk),
          chunk + 1 == chunks.count ? end8(chunk) : first8(chunk + 1)};
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value StagingMemory::bufferOf(unsigned output, int64_t chunk) {
  const EpilogueOutput &of = plan.outputs[output];
  int64_t buffer = chunk % plan.chunks.buffers;
  return kb.offsetPtr(memory, of.bufferOffset + buffer * plan.chunks.bufferBytes(of.elementBytes));
}

Value StagingMemory::boxOf(unsigned output, int64_t chunk, Value box) {
  int64_t bytes = plan.outputs[output].elementBytes;
  return kb.offsetPtr(bufferOf(output, chunk), kb.mul(box, plan.chunks.rows * plan.boxColumns(bytes) * bytes));
}

void StagingMemory::forBoxes(unsigned output, int64_t chunk, SmallVector<Value> coordinates,
                             function_ref<void(Value, ValueRange)> emit) {
  int64_t bytes = plan.outputs[output].elementBytes;
  for (int64_t box = 0; box < plan.boxes(bytes); ++box) {
    emit(boxOf(output, chunk, kb.c32(box)), coordinates);
    coordinates[0] = kb.add(coordinates[0], plan.boxColumns(bytes));
  }
}

Value StagingMemory::quadAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8) {
  Value row, piece;
  if (own.swap) {
    // Lane l gives row l % 8 of matrix (column group l / 16, row half l / 8 % 2), transposed.
    row =
        kb.add(kb.mad(kb.div(position.lane, 16), 8, kb.rem(position.lane, 8)), 8 * (column8 - groupsOf(chunk).first8));
    piece = kb.mad(position.warp, 2, kb.rem(kb.div(position.lane, 8), 2));
  } else {
    row = kb.add(kb.mad(position.warp, 16, kb.rem(position.lane, 16)), 64 * block);
    piece = kb.add(kb.div(position.lane, 16), column8 - plan.chunks.firstColumn(chunk) / 8);
  }
  return kb.offsetPtr(bufferOf(output, chunk), getSwizzled(kb, row, piece, plan.chunks.columns * 2));
}

Value StagingMemory::pairAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half) {
  int64_t bytes = plan.outputs[output].elementBytes;
  Value row = kb.add(kb.mad(position.warp, 16, kb.div(position.lane, 4)), 64 * block + 8 * half);
  int64_t group = (8 * column8 - plan.chunks.firstColumn(chunk)) * bytes;
  Value inGroup = kb.mul(kb.rem(position.lane, 4), 2 * bytes);
  Value piece = kb.add(kb.div(inGroup, 16), group / 16);
  Value address = kb.offsetPtr(bufferOf(output, chunk), getSwizzled(kb, row, piece, plan.chunks.columns * bytes));
  return kb.offsetPtr(kb.offsetPtr(address, kb.rem(inGroup, 16)), group % 16);
}

// The rows of a warp are 16 columns of the output, 64 bytes, so two warps have the columns of a box. Of four rows and
// eight columns each element lies in another bank: the swizzle turns row m by 4 (m % 8) elements, and rows 2 apart are
// stored at once.
Value StagingMemory::swappedAddress(unsigned output, int64_t chunk, int64_t column8, int64_t half, int64_t lane) {
  Value row = kb.add(kb.mul(kb.rem(position.lane, 4), 2), 8 * (column8 - groupsOf(chunk).first8) + lane);
  Value column = kb.add(kb.mad(kb.rem(position.warp, 2), 16, kb.div(position.lane, 4)), 8 * half);
  Value box = boxOf(output, chunk, kb.div(position.warp, 2));
  Value piece = kb.offsetPtr(box, getSwizzled(kb, row, kb.div(column, 4), 128));
  return kb.offsetPtr(piece, kb.mul(kb.rem(column, 4), 4));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

SmallVector<Value> StagingMemory::pack(ArrayRef<Lanes> results, Type elementType) {
  return llvm::map_to_vector(results, [&](const Lanes &lanes) {
    Value pair = packPair(kb, lanes, elementType);
    return storedBytes(elementType) == 2 ? kb.create<LLVM::BitcastOp>(kb.getI32Type(), pair).getResult() : pair;
  });
}

void StagingMemory::store(unsigned output, int64_t chunk, int64_t block, int64_t column8, ArrayRef<Value> packed) {
  if (plan.outputs[output].elementBytes == 2)
    return storeMatrices(kb, quadAddress(output, chunk, block, column8), packed, own.swap);
  for (auto [index, pair] : llvm::enumerate(packed)) {
    int64_t group = column8 + index / 2, half = index % 2;
    if (!own.swap) {
      kb.store(pair, pairAddress(output, chunk, block, group, half));
      continue;
    }
    for (auto [lane, value] : llvm::enumerate(splitPair(kb, pair)))
      kb.store(value, swappedAddress(output, chunk, group, half, lane));
  }
}

SmallVector<StagingMemory::Lanes> StagingMemory::load(unsigned output, int64_t chunk, int64_t block, int64_t column8,
                                                      int64_t groups, Type type) {
  SmallVector<Lanes> loaded;
  if (plan.outputs[output].elementBytes == 2) {
    auto pairType = VectorType::get(2, type);
    for (Value pair : loadMatrices(kb, quadAddress(output, chunk, block, column8), 2 * groups, own.swap))
      loaded.push_back(splitPair(kb, kb.create<LLVM::BitcastOp>(pairType, pair)));
    return loaded;
  }
  for (int64_t i = 0; i < 2 * groups; ++i)
    loaded.push_back(loadPair(output, chunk, block, column8 + i / 2, i % 2, type));
  return loaded;
}

StagingMemory::Lanes StagingMemory::loadPair(unsigned output, int64_t chunk, int64_t block, int64_t column8,
                                             int64_t half, Type type) {
  if (!own.swap)
    return splitPair(kb, kb.load(VectorType::get(2, type), pairAddress(output, chunk, block, column8, half)));
  Lanes lanes;
  for (int64_t lane = 0; lane < 2; ++lane)
    lanes.push_back(kb.load(type, swappedAddress(output, chunk, column8, half, lane)));
  return lanes;
}
